"""Whether a skeleton keeps its turn: how unlikely its absences are, judged by the book itself.

A skeleton in use returns after a usual number of sheet sides, sometimes later.
How often it is late, over the whole stretch, shows how likely an absence of a
given length is while it is still in use. In a strict rotation one missed turn
is significant; where skeletons are used in no fixed order, a long absence is not.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

from formework.findings.chance import LIMIT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use

_MAX_BREAKS = 6  # absences looked for in one stretch
_APART = 2  # sides by which an absence must exceed all that are ordinary
_MIN_SHEETS = 3  # missed: less is a turn out of order


@dataclass(frozen=True, slots=True)
class SkeletonUses:
    """A skeleton that returned: its uses, and their places in the stretch, counted from 0."""

    skeleton: str
    uses: tuple[Use, ...]
    places: tuple[int, ...]

    @property
    def first(self) -> int:
        """The place of its first use."""
        return self.places[0]

    @property
    def last(self) -> int:
        """The place of its last use."""
        return self.places[-1]


@dataclass(frozen=True)
class Turns:
    """The skeletons that take turns over a stretch of `length` uses.

    `least` is how many must be missed at least: those of three sheets.
    """

    recurring: tuple[SkeletonUses, ...]
    length: int
    least: int

    @classmethod
    def of(cls, uses: Sequence[Use]) -> Turns:
        """The turns of these uses."""
        by_skeleton: dict[str, list[int]] = {}
        for place, use in enumerate(uses):
            by_skeleton.setdefault(use.skeleton, []).append(place)
        recurring = tuple(
            SkeletonUses(skeleton, tuple(uses[place] for place in places), tuple(places))
            for skeleton, places in by_skeleton.items()
            if len(places) > 1
        )
        by_sheet = len({use.sheet for use in uses}) == len(uses)
        return cls(recurring, len(uses), _MIN_SHEETS * (1 if by_sheet else 2))

    @cached_property
    def _gaps(self) -> list[int]:
        steps = [pairwise(own.places) for own in self.recurring]
        return sorted(_difference(pair) for pairs in steps for pair in pairs)

    @cached_property
    def usual(self) -> int:
        """Sides from one use of a skeleton to its next, at most, four times in five."""
        return self._gaps[(4 * len(self._gaps) - 1) // 5] if self._gaps else 1

    @cached_property
    def _ordinary(self) -> list[int]:
        """The gaps without those that stand apart by their length.

        These are set apart before they are judged by the others: one pause
        must not excuse the next.
        """
        for longest in range(min(_MAX_BREAKS, len(self._gaps) // 3), 0, -1):
            rest, shortest = self._gaps[:-longest], self._gaps[-longest]
            apart = shortest - rest[-1] >= _APART
            if apart and _lateness(rest, self.usual, shortest) * (len(rest) + 1) <= LIMIT:
                return rest
        return self._gaps

    def _absence(self, gap: int, tries: int) -> float:
        """How likely a skeleton in use is absent this long at least once in this many tries."""
        longest = self._ordinary[-1] if self._ordinary else 0
        if gap - longest < _APART or gap <= self.least:
            return 1.0  # no longer than ordinary gaps
        return min(1.0, tries * _lateness(self._ordinary, self.usual, gap))

    def breaks(self, own: SkeletonUses) -> list[tuple[Use, Use, float]]:
        """The absences of a skeleton too long for chance: last use before, first after, chance."""
        found = []
        for (before, use), (after, back) in pairwise(zip(own.places, own.uses, strict=True)):
            chance = self._absence(after - before, len(self._gaps))
            if chance <= LIMIT:
                found.append((use, back, chance))
        return found

    def in_random_order(self, own: SkeletonUses, gap: int) -> float:
        """How likely so long an absence is if skeletons are used in random order."""
        share = len(own.uses) / self.length
        return float(min(1.0, len(self._gaps) * (1 - share) ** (gap - 1)))

    def late_arrival(self, own: SkeletonUses) -> float:
        """How likely the skeleton was at work from the beginning, and only not yet seen."""
        return self._absence(own.first + 1, len(self.recurring))

    def early_leave(self, own: SkeletonUses) -> float:
        """How likely the skeleton was at work to the end, and only not seen any more."""
        return self._absence(self.length - own.last, len(self.recurring))


def _difference(pair: tuple[int, int]) -> int:
    return pair[1] - pair[0]


def _lateness(gaps: Sequence[int], usual: int, gap: int) -> float:
    """How likely one gap is as long as this, judged by others.

    Some are late, and of those some later still, by a constant rate: so it is
    when skeletons are taken as they come. Where none is ever late, a quarter of
    late ones is taken to be later still.
    """
    if gap <= usual:
        return 1.0
    late = [other - usual for other in gaps if other > usual]
    share = (len(late) + 1) / (len(gaps) + 2)
    later = (sum(late) - len(late) + 0.5) / (sum(late) + 2)
    return float(share * later ** (gap - usual - 1))
