"""Letters that another impression confirms were not misread."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.kernels.spacing.book_noise import fit_book
from formework.kernels.spacing.measured import Measured
from formework.kernels.spacing.noise import Direction, Found
from formework.kernels.spacing.pair_evidence import weigh
from formework.kernels.spacing.reliability import fit_reliability
from formework.kernels.spacing.weights import learned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.spacing.kind_weights import Reliability

LETTERS, SETTINGS = 8, 6
MOVED = 5  # the letter that stands elsewhere, with all that follow


def impressions(*, differ: tuple[int, ...], seed: int = 4) -> Measured:
    """Each of some settings printed six times; in these impressions of the first, one gap differs.

    Titles come in the order of their impressions, all settings on each sheet side.
    """
    draw = np.random.default_rng(seed)
    usual = np.arange(LETTERS, dtype=np.float64) * 0.7
    settings = usual + draw.normal(0, 0.03, (SETTINGS, LETTERS)).cumsum(axis=1)
    heights = draw.normal(0, 0.015, (SETTINGS, LETTERS))
    places = np.tile(settings, (6, 1)) + draw.normal(0, 0.002, (6 * SETTINGS, LETTERS))
    for impression in differ:
        places[impression * SETTINGS, MOVED:] += 0.04
    rises = np.tile(heights, (6, 1)) + draw.normal(0, 0.002, places.shape)
    shown, read = np.ones(places.shape, dtype=bool), np.ones(len(places), dtype=bool)
    never = np.zeros(LETTERS, dtype=bool)
    looks = tuple(np.zeros((len(places), 2)) for _ in range(LETTERS))
    found = Found(shown, never, usual, never, None)
    return Measured(places, rises, found, looks, ~shown, read, 60.0)


def rivals() -> NDArray[np.bool_]:
    """Titles of one impression stand on one sheet side."""
    side = np.repeat(np.arange(6), SETTINGS)
    return np.asarray((side[:, None] == side) & ~np.eye(len(side), dtype=bool))


def reliability(measured: Measured) -> Reliability:
    """How well these titles were measured."""
    model = fit_book(measured, rivals(), learned())
    return fit_reliability(measured, rivals(), model, learned().guess)


@pytest.mark.parametrize("seed", range(4))
def test_a_difference_that_returns_was_not_misread(seed: int) -> None:
    """One gap that differs in one impression may be misread; in three it was hardly misread."""
    once, thrice = (
        fit_reliability(
            measured, rivals(), fit_book(measured, rivals(), learned()), learned().guess
        )
        for measured in (impressions(differ=differ, seed=seed) for differ in ((5,), (3, 4, 5)))
    )
    last = 5 * SETTINGS
    alone, confirmed = (one.misread[Direction.ALONG][last, MOVED] for one in (once, thrice))
    assert alone > 0.03
    assert confirmed < 0.01


def test_a_difference_that_returns_counts_more() -> None:
    """The first and the last impression are less alike if the last is not alone in its gap."""
    once, thrice = (
        weigh(impressions(differ=differ), rivals()).log_odds for differ in ((5,), (3, 4, 5))
    )
    last = 5 * SETTINGS
    assert thrice[0, last] < once[0, last]
    assert min(thrice[0, SETTINGS], thrice[last, 4 * SETTINGS]) > thrice[0, last]
