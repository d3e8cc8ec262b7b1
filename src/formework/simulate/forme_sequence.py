"""The order of work: which skeleton printed which sheet side.

A shop keeps a few skeletons at work and takes them in turn. Now and then one
is broken up and renewed, one drops out and comes back, a third joins, or a
skeleton is put together for a single forme.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.errors import InputError

if TYPE_CHECKING:
    import numpy as np

# Shares of the ways a new skeleton comes to work; the rest replace one that is broken up.
SOLE_APPEARANCE = 0.22
JOINING = 0.10
# Of those replaced, how many are only laid aside and may return.
LAID_ASIDE = 0.15
RETURN = 0.08  # chance, at each forme, that one laid aside comes back
OUT_OF_TURN = 0.05
CROSSED = 0.25  # sheets whose formes took the skeletons in the other order
_TRIALS = 60


@dataclass(frozen=True, slots=True)
class Work:
    """The skeletons, by number, of a stretch of sheet sides in order of printing.

    `follows` gives for each skeleton the one it replaced for good, or `None`.
    """

    uses: tuple[int, ...]
    follows: tuple[int | None, ...]

    @property
    def largest(self) -> int:
        """Uses of the skeleton most used."""
        return max(Counter(self.uses).values())


def order_of_work(
    sides: int, skeletons: int, team: int, largest: int, draw: np.random.Generator
) -> Work:
    """Draw an order of work for so many sheet sides that uses exactly so many skeletons.

    `team` skeletons are at work together. Of several orders drawn, the one is
    taken whose most used skeleton printed most nearly `largest` sides.
    """
    if not 1 <= skeletons <= sides:
        raise InputError(
            f"{skeletons} skeletons cannot print {sides} sheet sides",
            hint="give from one skeleton to as many as there are sides",
        )
    orders: list[Work] = []
    while len(orders) < _TRIALS:
        work = _Shop(draw, team=min(team, skeletons)).print_sides(sides, skeletons)
        if len(set(work.uses)) == skeletons:
            orders.append(work)
    return min(orders, key=lambda work: abs(work.largest - largest))


@dataclass
class _Shop:
    """The state of the shop while a book is worked off."""

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
        """A skeleton comes to work: for once, beside the others, or in the place of one."""
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
        """The skeleton whose turn it is, unless one returns or one is taken out of turn."""
        place = self.turn % len(self.at_work)
        self.turn += 1
        if self.laid_aside and self.draw.random() < RETURN:
            back = self.laid_aside.pop()
            self.laid_aside.append(self.at_work[place])
            self.at_work[place] = back
        if self.draw.random() < OUT_OF_TURN:
            place = int(self.draw.integers(len(self.at_work)))
        return self.at_work[place]
