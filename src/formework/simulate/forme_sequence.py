"""The order of work: which skeleton printed which sheet side.

A shop uses a few skeletons in turn. Occasionally one is broken up and replaced,
one is laid aside and returns, one joins the others, or a skeleton is assembled
for a single forme.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.errors import InputError

if TYPE_CHECKING:
    import numpy as np

# All shares are invented: see "What is invented" in docs/simulation.md.
SOLE_APPEARANCE = 0.22  # share of the new skeletons that are used for a single forme
JOINING = 0.10  # share of them that join the others; the rest replace one
LAID_ASIDE = 0.15  # share of the replaced skeletons that are kept and may return
RETURN = 0.08  # probability, at each forme, that one laid aside returns
OUT_OF_TURN = 0.05  # share of the formes printed out of turn
CROSSED = 0.25  # share of the sheets whose formes used the skeletons in the other order
_TRIALS = 60  # orders drawn, of which the one closest to the shape is kept


@dataclass(frozen=True, slots=True)
class Work:
    """The skeletons of a run of sheet sides, by number, in order of printing.

    `follows` gives for each skeleton the one it replaced permanently, or `None`.
    """

    uses: tuple[int, ...]
    follows: tuple[int | None, ...]

    @property
    def largest(self) -> int:
        """The number of uses of the most used skeleton."""
        return max(Counter(self.uses).values())


def order_of_work(
    sides: int, skeletons: int, team: int, largest: int, draw: np.random.Generator
) -> Work:
    """Draw an order of work for `sides` sheet sides with exactly `skeletons` skeletons.

    `team` skeletons are in use together. Of several orders drawn, the one whose
    most used skeleton printed closest to `largest` sides is returned.
    """
    if not 1 <= skeletons <= sides:
        raise InputError(
            f"{skeletons} skeletons cannot print {sides} sheet sides",
            hint="give at least one skeleton and at most one per side",
        )
    orders: list[Work] = []
    while len(orders) < _TRIALS:
        work = _Shop(draw, team=min(team, skeletons)).print_sides(sides, skeletons)
        if len(set(work.uses)) == skeletons:
            orders.append(work)
    return min(orders, key=lambda work: abs(work.largest - largest))


@dataclass
class _Shop:
    """The state of the shop while a book is printed."""

    draw: np.random.Generator
    team: int
    at_work: list[int] = field(default_factory=list)
    laid_aside: list[int] = field(default_factory=list)
    follows: list[int | None] = field(default_factory=list)
    turn: int = 0

    def print_sides(self, sides: int, skeletons: int) -> Work:
        self.at_work = [self._make(None) for _ in range(self.team)]
        room = range(self.team, sides)
        births = set(self.draw.permutation(room)[: skeletons - self.team].tolist())
        uses: list[int] = []
        for side in range(sides):
            if side % 2 == 0 and self.draw.random() < CROSSED:
                self.turn += 1
            uses.append(self._new() if side in births else self._due())
        return Work(tuple(uses), tuple(self.follows))

    def _make(self, follows: int | None) -> int:
        self.follows.append(follows)
        return len(self.follows) - 1

    def _new(self) -> int:
        """Add a skeleton: for a single forme, in addition to the others, or in place of one."""
        way = self.draw.random()
        if way < SOLE_APPEARANCE:
            return self._make(None)
        if way < SOLE_APPEARANCE + JOINING and len(self.at_work) <= self.team:
            self.at_work.append(self._make(None))
            return self.at_work[-1]
        place = self.turn % len(self.at_work)
        old = self.at_work[place]
        self.turn += 1
        if self.draw.random() < LAID_ASIDE:
            self.laid_aside.append(old)
            self.at_work[place] = self._make(None)
        else:
            self.at_work[place] = self._make(old)
        return self.at_work[place]

    def _due(self) -> int:
        """The skeleton whose turn it is, unless one returns or another is used out of turn."""
        place = self.turn % len(self.at_work)
        self.turn += 1
        if self.laid_aside and self.draw.random() < RETURN:
            back = self.laid_aside.pop()
            self.laid_aside.append(self.at_work[place])
            self.at_work[place] = back
        if self.draw.random() < OUT_OF_TURN:
            place = int(self.draw.integers(len(self.at_work)))
        return self.at_work[place]
