"""Correlation clustering and average linkage, against trying everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from formework.skeletons.correlation import agreement_within, correlate
from formework.skeletons.linkage import link
from formework.skeletons.rival_numbers import rival_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray


def partitions(count: int) -> Iterator[list[int]]:
    """All ways to group so many members."""
    if count == 0:
        yield []
        return
    for rest in partitions(count - 1):
        for group in range(max(rest, default=-1) + 2):
            yield [*rest, group]


def evidence_of(values: list[float], count: int) -> NDArray[np.float64]:
    """Evidence between so many members, from the values above the diagonal."""
    evidence = np.zeros((count, count))
    evidence[np.triu_indices(count, 1)] = values
    return evidence + evidence.T


@given(st.lists(st.floats(-5, 5), min_size=15, max_size=15))
def test_the_best_grouping_is_found(values: list[float]) -> None:
    """Six members are grouped nearly as well as by trying all 203 ways, however tied."""
    evidence = evidence_of(values, 6)
    best = max(agreement_within(evidence, np.array(groups)) for groups in partitions(6))
    assert agreement_within(evidence, correlate(evidence)) >= 0.9 * best - 1e-6


def test_what_agrees_with_nothing_stays_alone() -> None:
    """Two pairs and a sole appearance, the number unknown."""
    evidence = np.full((5, 5), -4.0)
    evidence[0, 1] = evidence[1, 0] = evidence[2, 3] = evidence[3, 2] = 6.0
    groups = correlate(evidence)
    assert groups[0] == groups[1]
    assert groups[2] == groups[3]
    assert len(set(groups.tolist())) == 3


@given(st.lists(st.floats(-5, 5), min_size=15, max_size=15), st.permutations(range(6)))
def test_linkage_does_not_depend_on_order(values: list[float], order: list[int]) -> None:
    """Members in another order are grouped alike."""
    evidence = evidence_of([value + 0.001 * i for i, value in enumerate(values)], 6)
    groups = link(evidence, groups=3)
    moved = link(evidence[np.ix_(order, order)], groups=3)
    same, still = np.equal.outer(groups, groups), np.equal.outer(moved, moved)
    if len(np.unique(np.round(evidence[np.triu_indices(6, 1)], 6))) == 15:
        assert (same[np.ix_(order, order)] == still).all()


def two_pairs() -> NDArray[np.float64]:
    """Two pairs, one firm and one weak, that disagree a little."""
    evidence = np.full((4, 4), -2.0)
    evidence[0, 1] = evidence[1, 0] = 9.0
    evidence[2, 3] = evidence[3, 2] = 1.0
    return evidence


def test_other_numbers_cost_what_they_contradict() -> None:
    """One fewer costs the disagreement of two groups, one more the weakest bond."""
    numbers = {n.skeletons: n.cost for n in rival_numbers(two_pairs(), np.array([0, 0, 1, 1]))}
    assert numbers == {1: 2.0, 2: 0.0, 3: 1.0, 4: 10.0}
