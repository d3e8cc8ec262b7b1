"""The journal that builds up an order of work."""

from __future__ import annotations

import numpy as np

from formework.simulate.work_journal import ALTERNATING, WorkJournal


def journal(offset: int = 0) -> WorkJournal:
    """An empty journal."""
    return WorkJournal(np.random.default_rng(0), offset=offset)


def test_a_team_takes_turns_and_is_recorded() -> None:
    """Two skeletons print both sides of each sheet, and the alternation is an event."""
    work = journal(offset=10)
    printed = work.work(work.new(2), ALTERNATING)
    sheets = work.write_down().split()
    assert printed == range(2 * ALTERNATING)
    assert len(sheets) == ALTERNATING
    assert all(sorted(sheet) == ["a", "b"] for sheet in sheets)
    (event,) = work.events
    assert (event.kind, event.required) == ("alternation", True)
    assert event.sides == tuple(range(10, 10 + 2 * ALTERNATING))


def test_a_short_alternation_need_not_be_found() -> None:
    """An alternation over fewer sheets than `ALTERNATING` is not required."""
    work = journal()
    work.work(work.new(2), ALTERNATING - 1)
    work.write_down()
    assert [event.required for event in work.events] == [False]


def test_uses_are_found_by_skeleton() -> None:
    """The last use of one skeleton and the next use of another are sides of the section."""
    work = journal()
    one, other = work.new(), work.new()
    work.work_alone(one, 2)
    work.work_alone(other, 1)
    assert (work.last(one), work.next(other, 0)) == (3, 4)
    assert [event.kind for event in work.events] == ["shared_sheet"] * 2
    assert work.write_down() == "aa aa bb"
