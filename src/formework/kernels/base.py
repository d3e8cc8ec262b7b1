"""What every kernel is, and how titles are compared within their texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np

from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray


class TitleKernel(Protocol):
    """A way to compare cut-out titles."""

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Compare titles of one text, all with all.

        Returns a symmetric (n, n) array: 0 for the same setting of type, growing
        with difference, in the kernel's own unit.
        """
        ...


@runtime_checkable
class EvidenceKernel(TitleKernel, Protocol):
    """A kernel that says how sure it is: what the default system clusters by."""

    def evidence(
        self,
        images: Sequence[NDArray[np.uint8]],
        rivals: NDArray[np.bool_] | None = None,
        *,
        texts: Sequence[str] | None = None,
        rectos: Sequence[bool] | None = None,
    ) -> NDArray[np.float64]:
        """Log-odds, at even chances before, that titles of one text are one setting.

        Returns a symmetric (n, n) array, NaN where a title cannot be read.
        `rivals` (n, n) is true where two cannot be the same type: they stand on
        one sheet side. `texts` is what was recognised in each, `rectos` which
        stand on rectos; both help, and may be left out.
        """
        ...


def check_images(images: Sequence[NDArray[np.uint8]]) -> None:
    """Refuse what is not a list of grey images with ink to look at."""
    for number, image in enumerate(images):
        if image.ndim != 2 or image.dtype != np.uint8 or 0 in image.shape:
            raise InputError(
                f"title {number} is an array of {image.dtype} with shape {image.shape}",
                hint="give 2-D uint8 arrays, dark ink on light paper",
            )


def compare_titles(
    images: Sequence[NDArray[np.uint8]], texts: Sequence[Hashable], kernel: TitleKernel
) -> NDArray[np.float64]:
    """Compare titles with those of the same text.

    Returns an (n, n) array with NaN between titles of different texts: they were
    never the same setting of type, and how unlike they look says nothing.
    """
    check_images(images)
    distances = np.full((len(images), len(images)), np.nan)
    for text in dict.fromkeys(texts):
        members = [index for index, other in enumerate(texts) if other == text]
        within = kernel.distances([images[index] for index in members])
        distances[np.ix_(members, members)] = within
    return distances
