"""Groups of titles: pairs match exactly when their settings do."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from formework.training.title_groups import TitleGroup, draw_comparisons


@given(
    settings=st.lists(st.integers(0, 3), min_size=4, max_size=12).filter(
        lambda settings: 1 < len(set(settings)) < len(settings)
    ),
    seed=st.integers(0, 99),
)
def test_matches_match_and_others_do_not(settings: list[int], seed: int) -> None:
    """A matching pair has one setting and two impressions; any other pair has two settings."""
    group = TitleGroup((), np.array(settings))
    drawn = draw_comparisons(group, 5, 3, np.random.default_rng(seed))
    assert drawn.matching.shape == (5, 2)
    assert drawn.others.shape == (5, 3, 2)
    one, other = drawn.matching.T
    assert (one != other).all()
    assert (group.settings[one] == group.settings[other]).all()
    assert (group.settings[drawn.others[..., 0]] != group.settings[drawn.others[..., 1]]).all()
    assert len(drawn.pairs) == 20
