"""Groups of sheet sides joined where one continues the other."""

from __future__ import annotations

import numpy as np

from formework.book.pair_closure import Closure
from formework.skeletons.chains import join_chains
from formework.skeletons.constraints import FREE, Bound

NOTHING = Bound.of(Closure(), [""] * 4)
# The last side has most titles of the one before it, and none of the first two.
KINSHIP = np.array(
    [
        [np.nan, 9.0, 4.0, -3.0],
        [9.0, np.nan, 6.0, -3.0],
        [4.0, 6.0, np.nan, 7.0],
        [-3.0, -3.0, 7.0, np.nan],
    ]
)


def test_a_group_that_continues_another_is_joined_to_it() -> None:
    """What distant uses say does not count where all titles were replaced since."""
    assert join_chains(np.array([0, 0, 0, 1]), KINSHIP, NOTHING).tolist() == [0, 0, 0, 0]


def test_groups_by_turns_are_not_joined_by_one_likeness() -> None:
    """Every use that adjoins the other group must be akin to it."""
    assert join_chains(np.array([0, 1, 0, 1]), -KINSHIP, NOTHING).tolist() == [0, 1, 0, 1]
    by_turns = KINSHIP.copy()
    by_turns[0, 1] = by_turns[1, 0] = -6.0
    assert join_chains(np.array([0, 1, 0, 0]), by_turns, NOTHING).tolist() == [0, 1, 0, 0]


def test_sides_that_cannot_be_compared_are_not_joined() -> None:
    """Sections with different texts stay apart."""
    unknown = np.full((4, 4), np.nan)
    assert join_chains(np.array([0, 0, 1, 1]), unknown, NOTHING).tolist() == [0, 0, 1, 1]


def test_what_was_decided_holds() -> None:
    """Sides decided to be of two skeletons are not joined by a chain."""
    apart = Bound(np.array([0, FREE, FREE, 1]), ~np.eye(2, dtype=bool))
    assert join_chains(np.array([0, 0, 0, 1]), KINSHIP, apart).tolist() == [0, 0, 0, 1]
