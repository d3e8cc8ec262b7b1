"""The order of work."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from formework.simulate.forme_sequence import order_of_work


@settings(max_examples=40, deadline=None)
@given(
    sides=st.integers(12, 60),
    share=st.floats(0.1, 0.4),
    team=st.integers(1, 4),
    seed=st.integers(0, 2**32),
)
def test_work_is_what_was_ordered(sides: int, share: float, team: int, seed: int) -> None:
    """Every side has a skeleton, the number is exact, and a replaced one prints no more."""
    skeletons = max(1, int(sides * share))
    work = order_of_work(sides, skeletons, team, sides // 4, np.random.default_rng(seed))
    assert len(work.uses) == sides
    assert set(work.uses) == set(range(skeletons))
    for skeleton, old in enumerate(work.follows):
        if old is not None:
            assert old not in work.uses[work.uses.index(skeleton) :]


def test_two_skeletons_alternate() -> None:
    """Two skeletons print half the sides each, mostly one side of each sheet."""
    work = order_of_work(24, 2, 2, 12, np.random.default_rng(1))
    assert work.largest == 12
    sheets = zip(work.uses[::2], work.uses[1::2], strict=True)
    assert sum(outer != inner for outer, inner in sheets) >= 8
