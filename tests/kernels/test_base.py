"""Comparison within texts, and the check of images."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.errors import InputError
from formework.kernels.base import check_images, compare_titles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class WidthKernel:
    """Compares titles by their width."""

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """The difference in width, in pixels."""
        widths = np.array([image.shape[1] for image in images], dtype=np.float64)
        return np.asarray(np.abs(widths[:, None] - widths))


def test_distances_go_to_the_cells_of_their_titles() -> None:
    """Titles of two interleaved texts are compared within their text; the rest is NaN."""
    images = [np.zeros((2, width), np.uint8) for width in (5, 9, 8, 20)]
    distances = compare_titles(images, ["a", "b", "a", "b"], WidthKernel())
    assert distances[0].tolist()[::2] == [0.0, 3.0]
    assert distances[1].tolist()[1::2] == [0.0, 11.0]
    assert np.isnan(distances[:2, :2]).tolist() == [[False, True], [True, False]]


def test_images_must_be_grey() -> None:
    """The error names the position, type and shape of the wrong array."""
    with pytest.raises(InputError, match=r"title 0 is an array of uint8 with shape \(2, 2, 3\)"):
        check_images([np.zeros((2, 2, 3), np.uint8)])
