"""Findings scored on books with planted events: what was planted beside what was found."""

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
    from formework.simulate.work_journal import Planted

# Events whose place is a stretch, judged by how much of it was found.
_STRETCHES = (Kind.ALTERNATION, Kind.SEPARATE_SETS, Kind.ROTATION)
_NEAR = 2  # sheet sides by which an event may be told too early or too late


@dataclass(frozen=True, slots=True)
class Tally:
    """How findings of one kind fared: right, found but not planted, planted but not found."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """Of those found, the share planted; 1 where none was found."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """Of those planted, the share found; 1 where none was planted."""
        return self.right / (self.right + self.missed) if self.right + self.missed else 1.0


def true_pages(book: SimulatedBook) -> tuple[PageResult, ...]:
    """The truth about a simulated book as a perfect result would have it.

    A skeleton that keeps at least half the titles of another is a later state of it.
    """
    sets: dict[str, frozenset[str]] = {}
    for title in book.titles:
        sets[title.skeleton] = sets.get(title.skeleton, frozenset()) | {title.title}
    states: dict[str, tuple[str, int]] = {}
    latest: dict[str, tuple[int, frozenset[str]]] = {}
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
    planted: Iterable[Planted], found: Iterable[Finding], sides: Sequence[SheetSide]
) -> dict[Kind, Tally]:
    """Compare what was planted with what was found, kind by kind."""
    place = {side.name: number for number, side in enumerate(sides)}
    told: dict[Kind, list[frozenset[int]]] = defaultdict(list)
    for finding in found:
        told[finding.kind].append(frozenset(place[side] for side in finding.sides))
    events = list(planted)
    return {kind: _match(kind, [e for e in events if e.kind == kind], told[kind]) for kind in Kind}


def _match(kind: Kind, planted: Sequence[Planted], told: Sequence[frozenset[int]]) -> Tally:
    left = sorted(planted, key=lambda event: not event.telling)
    right = wrong = 0
    for sides in told:
        same = [event for event in left if same_event(kind, sides, frozenset(event.sides))]
        if not same:
            wrong += 1
            continue
        left.remove(same[0])
        right += same[0].telling
    return Tally(right, wrong, sum(event.telling for event in left))


def same_event(kind: Kind, told: frozenset[int], wanted: frozenset[int]) -> bool:
    """Whether a finding tells an event of its kind, by the sides, counted from 0, of both."""
    if kind is Kind.SEPARATE_SETS:
        return wanted <= told  # the sides at the joint, among all sides of the sets
    if kind in _STRETCHES:
        return 2 * len(told & wanted) > len(told | wanted)
    return abs(min(told) - min(wanted)) <= _NEAR and abs(max(told) - max(wanted)) <= _NEAR
