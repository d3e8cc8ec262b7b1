"""The interface of a kernel, and the comparison of titles within each text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.text_reading import Reading


class TitleKernel(Protocol):
    """Compares the images of running titles."""

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Compare all pairs of titles of one text.

        Returns a symmetric (n, n) array in the kernel's own unit: 0 for the same
        setting of type, larger for more difference.
        """
        ...


@dataclass(frozen=True, slots=True)
class TextEvidence:
    """The evidence between n titles of one text.

    `log_odds` (n, n), at a prior of 50:50, that two titles are one setting, NaN
    where one cannot be read. `reading` holds the placed letters, where the
    kernel places letters.
    """

    log_odds: NDArray[np.float64]
    reading: Reading | None = None


class EvidenceKernel(TitleKernel, Protocol):
    """A kernel that says how sure it is: what the evidence system clusters by."""

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,
        *,
        texts: Sequence[str] | None = None,
        rectos: Sequence[bool] | None = None,
    ) -> TextEvidence:
        """Weigh all pairs of titles of one text.

        `rivals` (n, n) is true where two cannot be the same type: they stand on
        one sheet side. `texts` is what was recognised in each, `rectos` which
        stand on rectos; both help, and may be left out.
        """
        ...


def check_images(images: Sequence[NDArray[np.uint8]]) -> None:
    """Raise an error unless every image is a non-empty 2-D `uint8` array."""
    for number, image in enumerate(images):
        if image.ndim != 2 or image.dtype != np.uint8 or 0 in image.shape:
            raise InputError(
                f"title {number} is an array of {image.dtype} with shape {image.shape}",
                hint="give 2-D uint8 arrays, dark ink on light paper",
            )


def compare_titles(
    images: Sequence[NDArray[np.uint8]], texts: Sequence[Hashable], kernel: TitleKernel
) -> NDArray[np.float64]:
    """Compare each title with the others of the same text.

    Returns an (n, n) array with NaN between titles of different texts: these
    cannot be one setting of type, so their difference means nothing.
    """
    check_images(images)
    distances = np.full((len(images), len(images)), np.nan)
    for text in dict.fromkeys(texts):
        members = [index for index, other in enumerate(texts) if other == text]
        within = kernel.distances([images[index] for index in members])
        distances[np.ix_(members, members)] = within
    return distances
