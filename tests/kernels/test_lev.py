"""The Lev kernel against a textbook edit distance, and what holds for any kernel."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from formework.errors import InputError
from formework.kernels.base import compare_titles
from formework.kernels.lev import Crop, Edges, LevKernel, column_ink
from tests.oracles import textbook_levenshtein

TITLES = st.lists(
    arrays(np.uint8, st.tuples(st.integers(1, 6), st.integers(1, 24))), min_size=1, max_size=5
)
KERNELS = [
    LevKernel(edges=edges, crop=crop, black=black)
    for edges in Edges
    for crop in Crop
    for black in (True, False)
]


def title(
    *gaps: int, height: int = 12, margin: int = 0
) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Strokes three columns wide with given gaps between them, on white."""
    columns = [255] * margin
    for gap in gaps:
        columns += [0] * 3 + [255] * gap
    columns += [0] * 3 + [255] * margin
    return np.tile(np.array(columns, dtype=np.uint8), (height, 1))


@pytest.mark.parametrize("kernel", KERNELS, ids=str)
@given(images=TITLES)
def test_agrees_with_the_textbook(kernel: LevKernel, images: list[np.ndarray]) -> None:
    """Every distance is the edit distance of the two strings; the matrix is symmetric."""
    strings = kernel.to_strings(images)
    slow = [[textbook_levenshtein(one, other) for other in strings] for one in strings]
    fast = kernel.distances(images)
    assert np.array_equal(fast, slow)
    assert np.array_equal(fast, fast.T)
    assert not fast.diagonal().any()


@pytest.mark.parametrize("edges", Edges)
def test_letters_are_bins(edges: Edges) -> None:
    """Five levels of ink become five letters, the lightest first."""
    levels = np.array([0, 1, 2, 3, 4], dtype=np.uint8).repeat(4)
    image = np.where(np.arange(8)[::-1, None] < 2 * levels, 0, 255).astype(np.uint8)
    (string,) = LevKernel(edges=edges, crop=Crop.GIVEN).to_strings([image])
    assert string == b"aaaabbbbccccddddeeee"


def test_gaps_count_and_margins_do_not() -> None:
    """Trimmed titles differ by their gaps, not by their position in the crop."""
    same, shifted, other = title(4, 9, 4), title(4, 9, 4, margin=7), title(9, 4, 4)
    distances = LevKernel(crop=Crop.TRIMMED).distances([same, shifted, other])
    assert distances[0, 1] == 0
    assert distances[0, 2] > 0


def test_resampling_removes_shrinkage() -> None:
    """A title on evenly shrunk paper is close to its original, far from another setting."""
    wide = title(8, 18, 8).repeat(2, axis=1)
    narrow = title(8, 18, 8)
    other = title(18, 8, 8)
    distances = LevKernel(crop=Crop.RESAMPLED).distances([wide, narrow, other])
    assert distances[0, 1] < distances[0, 2] / 4


def test_a_blank_crop_has_no_ink_to_trim_to() -> None:
    """A crop without ink is left as it is and compared without an error."""
    blank = np.full((10, 30), 255, dtype=np.uint8)
    assert len(column_ink(blank, trim=True, black=True)) == 30
    assert LevKernel().distances([blank, title(4, 4)]).shape == (2, 2)


def test_titles_of_different_texts_are_never_compared() -> None:
    """The distance between different texts is NaN, not a large number."""
    images = [title(4, 9), title(4, 9), title(4, 9), title(9, 4)]
    distances = compare_titles(images, ["of man", "leviathan", "of man", "leviathan"], LevKernel())
    assert np.isnan(distances[0, 1])
    assert np.isnan(distances[2, 3])
    assert distances[0, 2] == 0
    assert distances[1, 3] > 0


@pytest.mark.parametrize(
    "image",
    [np.zeros((3, 4, 3), np.uint8), np.zeros((3, 4), np.float64), np.zeros((0, 4), np.uint8)],
    ids=["colour", "not bytes", "no rows"],
)
def test_wrong_images_are_rejected_by_number(image: np.ndarray) -> None:
    """The error gives the position of the array that is not a grey image."""
    with pytest.raises(InputError, match="title 1 is an array"):
        compare_titles([title(4), image], ["a", "a"], LevKernel())
