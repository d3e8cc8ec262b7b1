"""Scores of findings on simulated books with planted events."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.findings.finding import Kind
from formework.result import PageResult
from formework.skeletons.numerals import roman

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.simulate.simulated_book import SimulatedBook
    from formework.simulate.work_journal import PlantedEvent

_TOLERANCE_SIDES = 2  # sheet sides, one sheet: how far the ends of finding and event may differ


@dataclass(frozen=True, slots=True)
class Tally:
    """Findings of one kind: correct, found but not planted, planted but not found."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """The share of the found events that were planted; 1 if none was found."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The share of the planted events that were found; 1 if none was planted."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


def true_pages(book: SimulatedBook) -> tuple[PageResult, ...]:
    """The true skeletons of a simulated book, in the form of a result.

    A skeleton that keeps at least half the titles of an earlier one is a later state of it.
    """
    sets = {
        title.skeleton: frozenset(standing.skeleton)
        for title, standing in zip(book.titles, book.press.standing, strict=True)
    }
    states: dict[str, tuple[str, int]] = {}
    latest: dict[str, tuple[int, frozenset[int]]] = {}
    for skeleton, titles in sets.items():
        kept = [n for n, (_, old) in latest.items() if 2 * len(old & titles) >= len(titles)]
        numeral = kept[0] if kept else roman(len(latest) + 1)
        state = latest[numeral][0] + 1 if kept else 1
        latest[numeral] = state, titles
        states[skeleton] = numeral, state
    return tuple(
        PageResult(
            title.signature, title.sheet_side, title.slot + 1, title.section,
            *states[title.skeleton], roman(int(title.title)), 1.0, 1.0,
        )
        for title in book.titles
    )  # fmt: skip


def tally(
    planted: Iterable[PlantedEvent], found: Iterable[Finding], sides: Sequence[SheetSide]
) -> dict[Kind, Tally]:
    """Count, for each kind, which planted events were found."""
    place = {side.name: number for number, side in enumerate(sides)}
    sides_found: dict[Kind, list[frozenset[int]]] = defaultdict(list)
    for finding in found:
        sides_found[finding.kind].append(frozenset(place[side] for side in finding.sides))
    events = list(planted)
    return {
        kind: _match(kind, [e for e in events if e.kind == kind], sides_found[kind])
        for kind in Kind
    }


def _match(kind: Kind, planted: Sequence[PlantedEvent], found: Sequence[frozenset[int]]) -> Tally:
    # Events that need not be found are matched last.
    left = sorted(planted, key=lambda event: not event.required)
    right = wrong = 0
    for sides in found:
        same = [event for event in left if same_event(kind, sides, frozenset(event.sides))]
        if not same:
            wrong += 1
            continue
        left.remove(same[0])
        right += same[0].required
    return Tally(right, wrong, sum(event.required for event in left))


def same_event(kind: Kind, found: frozenset[int], planted: frozenset[int]) -> bool:
    """Whether a finding describes an event of its kind, given the sides of both, from 0."""
    if kind is Kind.SEPARATE_SETS:
        return planted <= found  # the sides where the sets meet, among all sides of the sets
    if kind in (Kind.ALTERNATION, Kind.ROTATION):
        return 2 * len(found & planted) > len(found | planted)
    ends = ((min(found), min(planted)), (max(found), max(planted)))
    return all(abs(one - other) <= _TOLERANCE_SIDES for one, other in ends)
