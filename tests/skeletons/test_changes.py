"""Changes for good: when all titles that change together are worth a new state."""

from __future__ import annotations

import numpy as np
import pytest

from formework.skeletons.changes import ANOTHER, CHANGE, find_changes
from formework.skeletons.stations import Stations

USES = 6


def states(*against: float) -> tuple[int, ...]:
    """The states of a company whose titles of the first use differ by so much from all later ones.

    One station for each of `against`, in log-odds; later titles agree with each other.
    """
    count = len(against)
    titles = np.arange(USES * count).reshape(USES, count)
    evidence = np.full((USES * count,) * 2, np.nan)
    for station, log_odds in enumerate(against):
        column = np.full((USES, USES), 6.0)
        column[0, 1:] = column[1:, 0] = -log_odds
        evidence[np.ix_(titles[:, station], titles[:, station])] = column
    stations = Stations(tuple(range(USES)), titles, (tuple(range(count)),) * USES)
    return find_changes(evidence, stations).states


def test_two_weak_changes_do_not_pay_for_one_state() -> None:
    """Each relies on the other: together they are worth less than a change costs."""
    assert CHANGE + 2 * ANOTHER > 1.0 + 4.0  # what they are worth: the second is bounded
    assert states(1.6, 3.4, -6.0) == (1,) * USES


def test_two_clear_changes_make_a_state() -> None:
    """The same two titles, both clearly different."""
    assert states(3.4, 3.4, -6.0) == (1, 2, 2, 2, 2, 2)


@pytest.mark.parametrize("against", [(3.4,), (6.0,), (6.0, -6.0, -6.0)])
def test_one_title_that_disagrees_once_is_misread(against: tuple[float, ...]) -> None:
    """However different one title of one use is, that alone is not a state."""
    assert states(*against) == (1,) * USES
