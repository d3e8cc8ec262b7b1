"""Strips of one scale, and registration that recovers known shifts."""

from __future__ import annotations

import numpy as np
import pytest

from formework.kernels.neural.strips import MAX_COLUMNS, ROWS, align_strip, make_strips, register
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book


def bars(*places: int, width: int = 400, height: int = 50, slope: float = 0.0) -> np.ndarray:
    """A title of vertical strokes at given columns, on a line that may slope."""
    image = np.full((height, width), 235, dtype=np.uint8)
    for place in places:
        top = round(10 + slope * (place - width / 2))
        image[top : top + 30, place : place + 6] = 40
    return image


def test_all_strips_have_one_shape() -> None:
    """Crops of different sizes and margins become strips of one size, ink 1, paper 0."""
    strips = make_strips([bars(20, 80, 200), bars(60, 120, 240, width=460, height=64)])
    assert strips.shape[:2] == (2, ROWS)
    assert strips.shape[2] % 8 == 0
    assert 0.0 <= strips.min() < 0.01
    assert 0.9 < strips.max() <= 1.0


def test_margins_and_slope_are_removed() -> None:
    """A title that is shifted in its crop, or sloped, gives nearly the same strip."""
    straight = bars(40, 100, 170, 300)
    moved, askew = bars(55, 115, 185, 315), bars(40, 100, 170, 300, slope=0.02)
    other = bars(40, 120, 170, 300)
    strips = make_strips([straight, moved, askew, other])
    apart = np.abs(strips - strips[0]).mean(axis=(1, 2))
    assert apart[1] < apart[3] / 4
    assert apart[2] < apart[3] / 2


@pytest.mark.parametrize("shift", [-12, 0, 7])
def test_a_shift_is_recovered(shift: int) -> None:
    """A shifted strip is registered within one coarse column (2 columns)."""
    strip = make_strips([bars(40, 100, 170, 300)])[0]
    strips = np.stack([strip, np.roll(strip, shift, axis=1)])
    (registration,) = register(strips, np.array([(0, 1)]))
    assert abs(registration[1] - shift) <= 2
    assert abs(registration[0] - 1) <= 0.006
    assert np.abs(align_strip(strips[1], registration) - strip).mean() < 0.03


def test_registration_brings_impressions_closer() -> None:
    """Registration makes nearly all pairs of impressions of one setting differ less."""
    book = simulate_book(KING_LEAR, seed=3)
    titles = [title for title in book.titles if title.signature.endswith("r")]
    strips = make_strips([book.cut_out(title.signature) for title in titles])
    pairs = np.array(
        [(i, j) for i in range(len(titles)) for j in range(i) if titles[i].title == titles[j].title]
    )
    better = []
    for (i, j), registration in zip(pairs, register(strips, pairs), strict=True):
        before = np.abs(strips[i] - strips[j]).mean()
        better.append(np.abs(strips[i] - align_strip(strips[j], registration)).mean() <= before)
    assert np.mean(better) > 0.8


def test_odd_crops_become_strips() -> None:
    """A crop without ink, of one pixel, or very wide becomes a strip without an error."""
    blank, dot = np.full((20, 90), 250, np.uint8), np.zeros((1, 1), np.uint8)
    wide = bars(*range(10, 3900, 60), width=4000)
    for images in ([blank], [dot], [blank, dot, wide]):
        strips = make_strips(images)
        assert np.isfinite(strips).all()
        assert strips.shape[2] <= MAX_COLUMNS
