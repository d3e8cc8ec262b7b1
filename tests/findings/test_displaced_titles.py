"""Titles out of their usual slots: what counts, and when it is one finding."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.findings.arrangements import arrange_skeleton
from formework.findings.displaced_titles import displaced_findings
from formework.findings.finding import Kind
from tests.findings.test_workshops import ONE_ON, TURNED, uses

if TYPE_CHECKING:
    from formework.findings.finding import Finding

FIRST = list(range(8))
SWAPPED = [4, 1, 2, 3, 0, 5, 6, 7]


def put(way: tuple[int, ...]) -> list[int]:
    """The titles in another order."""
    return [FIRST[slot] for slot in way]


def read(rows: list[list[int]]) -> list[Finding]:
    """The findings on outer formes with titles in these slots."""
    outer = [use for row in rows for use in (row, row)]
    return list(displaced_findings([arrange_skeleton(uses(outer)[::2], TURNED)], TURNED))


def test_two_uses_do_not_show_which_is_usual() -> None:
    """Where a skeleton has two uses that differ, neither is an exception."""
    assert read([FIRST, SWAPPED]) == []
    (finding,) = read([FIRST, SWAPPED, FIRST, FIRST])
    assert (finding.kind, finding.sides) == (Kind.MOVED_TITLE, ("B(o)",))


def test_many_displaced_uses_are_one_finding() -> None:
    """From some sheet on titles do not keep their slots: said once, with how they stand."""
    restless = [put(TURNED), put(ONE_ON), SWAPPED, put(TURNED), put((5, 6, 7, 0, 1, 2, 3, 4))]
    (finding,) = read([FIRST] * 5 + restless)
    assert finding.kind is Kind.TRANSFER
    assert finding.sides == ("F(o)", "G(o)", "H(o)", "I(o)", "K(o)")
    assert "From F(o) to K(o) titles do not keep their slots" in finding.observation
    assert "the chase turned round) in F(o) and I(o); one place on in G(o)" in finding.observation


def test_titles_moved_for_good() -> None:
    """Two titles that change places and stay there are reported where it begins."""
    (finding,) = read([FIRST] * 4 + [SWAPPED] * 4)
    assert (finding.kind, finding.sides) == (Kind.MOVED_TITLE, ("E(o)",))
    assert "From E(o) on, two titles of skeleton I stand in other slots" in finding.observation


def test_a_chase_turned_for_good() -> None:
    """All titles in the opposite slots from some sheet on: the chase stayed turned."""
    (finding,) = read([FIRST] * 4 + [put(TURNED)] * 4)
    assert (finding.kind, finding.sides) == (Kind.TURNED, ("E(o)",))


def test_no_titles_known() -> None:
    """Where no title is identified nothing is said of slots."""
    assert read([[-1] * 8] * 6) == []
