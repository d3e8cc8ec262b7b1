"""A journal that builds up an order of work and records the events in it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.simulate.forme_sequence import CROSSED

if TYPE_CHECKING:
    import numpy as np

ALTERNATING = 6  # sheets: the shortest alternation that findings are expected to report


@dataclass(frozen=True, slots=True)
class PlantedEvent:
    """An event: its kind, named as in findings, and the sheet sides it affects, from 0.

    An event that is not `required` is too short to require a finding; a finding
    for it is not counted as wrong.
    """

    kind: str
    sides: tuple[int, ...]
    required: bool = True


@dataclass
class WorkJournal:
    """The order of work of one section, written stretch by stretch.

    `offset` is the number of sheet sides in earlier sections; `joints` are the
    sides at which all skeletons were replaced.
    """

    draw: np.random.Generator
    offset: int = 0
    sides: list[str] = field(default_factory=list)
    events: list[PlantedEvent] = field(default_factory=list)
    joints: list[int] = field(default_factory=list)
    _teams: dict[frozenset[str], list[int]] = field(default_factory=dict)
    _turn: int = 0
    _letters: int = 0

    def new(self, count: int = 1) -> str:
        """The letters of `count` new skeletons."""
        self._letters += count
        alphabet = "abcdefghijklmnopqrstuvwxy"
        return alphabet[self._letters - count : self._letters]

    def work(self, team: str, sheets: int) -> range:
        """Print sheets with a team taking turns; a team of two sometimes changes its order."""
        first = len(self.sides)
        for _ in range(sheets):
            if self.draw.random() < CROSSED and len(team) == 2:
                self._turn += 1
            for _ in range(2):
                self.sides.append(team[self._turn % len(team)])
                self._turn += 1
        printed = range(first, len(self.sides))
        if len(team) > 1:
            self._teams.setdefault(frozenset(team), []).extend(printed)
        return printed

    def work_alone(self, skeleton: str, sheets: int) -> None:
        """Print both sides of sheets with one skeleton."""
        first = len(self.sides)
        self.sides += [skeleton] * (2 * sheets)
        self.note("shared_sheet", *range(first, len(self.sides)))

    def last(self, skeleton: str) -> int:
        """The last side printed by a skeleton."""
        return max(place for place, side in enumerate(self.sides) if side[0] == skeleton)

    def next(self, skeleton: str, start: int) -> int:
        """The first side printed by a skeleton from `start` on."""
        return min(p for p, side in enumerate(self.sides) if side[0] == skeleton and p >= start)

    def note(self, kind: str, *sides: int, required: bool = True) -> None:
        """Record an event at sides of this section."""
        places = tuple(self.offset + side for side in sides)
        self.events.append(PlantedEvent(kind, places, required))

    def write_down(self) -> str:
        """The order of work as text; also records alternations and separate sets."""
        if self.joints:
            self.note("separate_sets", *self.joints)
        for printed in self._teams.values():
            self.note("alternation", *printed, required=len(printed) >= 2 * ALTERNATING)
        return " ".join(
            one + two for one, two in zip(self.sides[::2], self.sides[1::2], strict=True)
        )
