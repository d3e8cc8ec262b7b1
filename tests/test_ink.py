"""Ink and paper: what every part of the program that looks at type starts from."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from formework.ink import depth_below_paper, full_ink, ink_share, split_ink
from formework.kernels.lev import column_ink
from formework.kernels.neural.strips import find_ink

CROPS = arrays(np.uint8, st.tuples(st.integers(1, 20), st.integers(1, 40)))


@given(CROPS, st.integers(0, 15), st.integers(0, 60))
def test_paper_that_is_darker_all_over_makes_no_ink(
    crop: np.ndarray, reach: int, darker: int
) -> None:
    """The depth is measured from the paper, whatever its tone."""
    light = np.maximum(crop, 60).astype(np.uint8)
    dark = (light - darker).astype(np.uint8)
    assert np.array_equal(depth_below_paper(light, reach), depth_below_paper(dark, reach))


def test_a_shadow_wider_than_the_reach_is_paper() -> None:
    """Shading over many columns has no depth; a stroke on it has."""
    page = np.tile(np.linspace(90, 240, 400), (60, 1)).astype(np.uint8)
    page[20:40, 200:204] = 10
    depth = depth_below_paper(page, reach=25)
    assert depth[30, 200:204].min() > 120
    assert np.delete(depth, np.s_[200:204], axis=1).max() < 12


def test_blank_paper_has_no_full_ink_of_its_own() -> None:
    """Grain is never stretched to solid ink; an empty image has none either."""
    grain = np.array([[0, 1, 2, 3]], dtype=np.uint8)
    assert full_ink(grain, 99.0, least=24.0) == 24.0
    assert full_ink(np.zeros((0, 4), np.uint8), 99.0, least=24.0) == 24.0
    assert full_ink(np.full((4, 4), 120, np.uint8), 99.0, least=24.0) == 120.0


@given(CROPS)
def test_shares_lie_between_paper_and_solid_ink(crop: np.ndarray) -> None:
    """Shares stay within 0 and 1 and keep the order of the depths."""
    share = ink_share(crop.astype(np.float64), full=100.0)
    assert share.min() >= 0.0
    assert share.max() <= 1.0
    order = np.argsort(crop, axis=None)
    assert (np.diff(share.ravel()[order]) >= 0).all()


def test_kernels_find_the_strokes_of_a_title() -> None:
    """Lev by Otsu's threshold and the networks by one tone of paper see the same three strokes."""
    crop = np.full((12, 30), 210, dtype=np.uint8)
    crop[2:10, [4, 15, 25]] = 40
    assert np.flatnonzero(column_ink(crop, trim=False, black=True)).tolist() == [4, 15, 25]
    assert np.flatnonzero(find_ink(crop).any(axis=0)).tolist() == [4, 15, 25]
    assert split_ink(crop).sum() == pytest.approx(24)
