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

    `log_odds` (n, n) are those of one setting, at a prior of 50:50; NaN where a
    title cannot be read. `reading` holds the located letters, if the kernel
    locates letters.
    """

    log_odds: NDArray[np.float64]
    reading: Reading | None = None


class EvidenceKernel(TitleKernel, Protocol):
    """A kernel that gives log-odds, which the evidence system clusters by."""

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,
        *,
        texts: Sequence[str] | None = None,
        rectos: Sequence[bool] | None = None,
    ) -> TextEvidence:
        """Weigh all pairs of titles of one text.

        `rivals` (n, n) is true where two titles cannot be the same piece of type,
        because they are on one sheet side. `texts` are the words recognised in each
        title, `rectos` tells which are on rectos; both help, and are optional.
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

    Returns an (n, n) array with NaN between titles of different texts, which
    cannot be one setting of type.
    """
    check_images(images)
    distances = np.full((len(images), len(images)), np.nan)
    for text in dict.fromkeys(texts):
        members = [index for index, other in enumerate(texts) if other == text]
        within = kernel.distances([images[index] for index in members])
        distances[np.ix_(members, members)] = within
    return distances
