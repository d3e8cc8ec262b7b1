"""The spacing kernel as every kernel is called: cut-out titles in, distances out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.base import TextEvidence
from formework.kernels.spacing.text_reading import read_titles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class SpacingKernel:
    """Titles compared by letter positions, heights and looks."""

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """How surprising it would be if two titles were one setting, (n, n)."""
        return to_distances(self.evidence(images).log_odds) if images else np.zeros((0, 0))

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,
        *,
        texts: Sequence[str] | None = None,
        rectos: Sequence[bool] | None = None,
    ) -> TextEvidence:
        """The evidence on all pairs of titles, with their letters placed."""
        reading = read_titles(images, rivals, texts=texts, rectos=rectos)
        return TextEvidence(reading.log_odds, reading)


def to_log_odds(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """The evidence that `to_distances` made distances of; the diagonal is infinite."""
    with np.errstate(divide="ignore"):
        return np.asarray(-np.log(np.expm1(distances)))


def to_distances(log_odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Evidence as a distance: minus the logarithm of the chance to be the same, at even odds.

    0 for what is certainly the same, growing with difference; where nothing is
    known the chance is even.
    """
    distances = np.logaddexp(0.0, -np.nan_to_num(log_odds, nan=0.0))
    np.fill_diagonal(distances, 0.0)
    return np.asarray(distances)
