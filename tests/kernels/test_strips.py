"""Titles brought to one scale and registered: known shifts are found again."""

from __future__ import annotations

import numpy as np
import pytest

from formework.kernels.neural.strips import MOST_COLUMNS, ROWS, lay_out, lay_upon, register
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book


def bars(*places: int, width: int = 400, height: int = 50, slope: float = 0.0) -> np.ndarray:
    """Letters of one stroke each at given columns, on a line that may slope."""
    image = np.full((height, width), 235, dtype=np.uint8)
    for place in places:
        top = round(10 + slope * (place - width / 2))
        image[top : top + 30, place : place + 6] = 40
    return image


def test_strips_have_one_shape_whatever_the_crops() -> None:
    """Crops of different size and margin become strips of one size, ink 1 on paper 0."""
    strips = lay_out([bars(20, 80, 200), bars(60, 120, 240, width=460, height=64)])
    assert strips.shape[:2] == (2, ROWS)
    assert strips.shape[2] % 8 == 0
    assert 0.0 <= strips.min() < 0.01
    assert 0.9 < strips.max() <= 1.0


def test_margins_and_slope_are_taken_out() -> None:
    """A title moved within its crop and photographed askew gives nearly the same strip."""
    straight = bars(40, 100, 170, 300)
    moved, askew = bars(55, 115, 185, 315), bars(40, 100, 170, 300, slope=0.02)
    other = bars(40, 120, 170, 300)
    strips = lay_out([straight, moved, askew, other])
    apart = np.abs(strips - strips[0]).mean(axis=(1, 2))
    assert apart[1] < apart[3] / 4
    assert apart[2] < apart[3] / 2


@pytest.mark.parametrize("shift", [-12, 0, 7])
def test_a_shift_is_found_again(shift: int) -> None:
    """A strip moved by so many columns is registered within one coarse column."""
    strip = lay_out([bars(40, 100, 170, 300)])[0]
    strips = np.stack([strip, np.roll(strip, shift, axis=1)])
    (lie,) = register(strips, np.array([(0, 1)]))
    assert abs(lie[1] - shift) <= 2
    assert abs(lie[0] - 1) <= 0.006
    assert np.abs(lay_upon(strips[1], lie) - strip).mean() < 0.03


def test_titles_of_a_book_lie_upon_each_other() -> None:
    """Registered, two impressions differ less than before, for nearly all pairs of one setting."""
    book = simulate_book(KING_LEAR, seed=3)
    titles = [title for title in book.titles if title.signature.endswith("r")]
    strips = lay_out([book.cut_out(title.signature) for title in titles])
    pairs = np.array(
        [(i, j) for i in range(len(titles)) for j in range(i) if titles[i].title == titles[j].title]
    )
    better = [
        np.abs(strips[i] - lay_upon(strips[j], lie)).mean() <= np.abs(strips[i] - strips[j]).mean()
        for (i, j), lie in zip(pairs, register(strips, pairs), strict=True)
    ]
    assert np.mean(better) > 0.8


def test_blank_and_endless_crops_are_strips_too() -> None:
    """Crops without ink, of a single pixel, or very wide are laid out without failing."""
    blank, dot = np.full((20, 90), 250, np.uint8), np.zeros((1, 1), np.uint8)
    wide = bars(*range(10, 3900, 60), width=4000)
    for images in ([blank], [dot], [blank, dot, wide]):
        strips = lay_out(images)
        assert np.isfinite(strips).all()
        assert strips.shape[2] <= MOST_COLUMNS
