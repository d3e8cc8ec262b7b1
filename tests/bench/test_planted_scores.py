"""Scores of findings on books with planted events."""

from __future__ import annotations

import pytest

from formework.bench.planted_scores import Tally, same_event
from formework.findings.finding import Kind


def test_precision_and_recall() -> None:
    """Of four found three were planted, of six planted three were found; nothing is perfect."""
    score = Tally(right=3, wrong=1, missed=3)
    assert (score.precision, score.recall) == (0.75, 0.5)
    assert (Tally().precision, Tally().recall) == (1.0, 1.0)
    assert score + Tally(1, 1, 1) == Tally(4, 2, 4)


@pytest.mark.parametrize(
    ("kind", "found", "planted", "same"),
    [
        (Kind.RESET, {10, 12}, {8, 10}, True),
        (Kind.RESET, {11, 12}, {8, 12}, False),
        (Kind.ALTERNATION, set(range(10)), set(range(3, 10)), True),
        (Kind.ALTERNATION, set(range(10)), set(range(5, 15)), False),
        (Kind.SEPARATE_SETS, set(range(20)), {9, 10}, True),
        (Kind.SEPARATE_SETS, set(range(9)), {9, 10}, False),
    ],
)
def test_a_finding_describes_an_event(
    kind: Kind, found: set[int], planted: set[int], same: bool
) -> None:
    """Two sides off is near enough; of an alternation more than half must overlap."""
    assert same_event(kind, frozenset(found), frozenset(planted)) is same
