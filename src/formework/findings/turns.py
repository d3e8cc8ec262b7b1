"""Whether a skeleton keeps its turn: how unlikely its absences are, judged by the book itself.

A skeleton at work comes back after so many sheets, now and then later. How
often it is late, over the whole stretch, says how likely an absence of a given
length is while it is still at work. Sheets are counted, not sides: which of
the two formes of a sheet went first is no matter here.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use

LIMIT = 0.05  # what chance alone would show more often than this is no finding


@dataclass(frozen=True, slots=True)
class Career:
    """A skeleton that came back: its uses, and the sheets they fall on, counted from 0."""

    skeleton: str
    uses: tuple[Use, ...]
    sheets: tuple[int, ...]

    @property
    def first(self) -> int:
        """The sheet it was first used for."""
        return self.sheets[0]

    @property
    def last(self) -> int:
        """The sheet it was last used for."""
        return self.sheets[-1]


@dataclass(frozen=True)
class Turns:
    """The skeletons that take turns over a stretch of sheets."""

    careers: tuple[Career, ...]
    sheets: int

    @classmethod
    def of(cls, uses: Sequence[Use]) -> Turns:
        """The turns of these uses; their sheets are counted anew from 0."""
        count = {sheet: place for place, sheet in enumerate(sorted({use.sheet for use in uses}))}
        by_skeleton: dict[str, list[Use]] = {}
        for use in uses:
            by_skeleton.setdefault(use.skeleton, []).append(use)
        careers = tuple(
            Career(skeleton, tuple(own), tuple(count[use.sheet] for use in own))
            for skeleton, own in by_skeleton.items()
            if len(own) > 1
        )
        return cls(careers, len(count))

    @cached_property
    def _gaps(self) -> list[int]:
        steps = [pairwise(sorted(set(career.sheets))) for career in self.careers]
        return [after - before for pairs in steps for before, after in pairs]

    @cached_property
    def usual(self) -> int:
        """Sheets from one use of a skeleton to its next, at most, four times in five."""
        return sorted(self._gaps)[(4 * len(self._gaps) - 1) // 5] if self._gaps else 1

    @cached_property
    def _punctuality(self) -> float:
        """How likely a skeleton that is due is on the next sheet.

        One long absence must not excuse another: each counts as late by a turn at most.
        """
        late = sum(min(max(gap - self.usual, 0), self.usual) for gap in self._gaps)
        return (len(self._gaps) + 1) / (len(self._gaps) + late + 2)

    def absence(self, sheets: int, tries: int) -> float:
        """How likely a skeleton at work misses so many sheets at least once in so many tries."""
        overdue = sheets - (self.usual - 1)
        if overdue <= 0:
            return 1.0
        return float(min(1.0, tries * (1 - self._punctuality) ** overdue))

    def breaks(self, career: Career) -> list[tuple[Use, Use, float]]:
        """The absences of a skeleton too long for chance: last use before, first after, chance."""
        found = []
        for (before, use), (after, back) in pairwise(zip(career.sheets, career.uses, strict=True)):
            chance = self.absence(after - before - 1, len(self._gaps))
            if chance <= LIMIT:
                found.append((use, back, chance))
        return found

    def late_arrival(self, career: Career) -> float:
        """How likely the skeleton was at work from the beginning, and only not yet seen."""
        return self.absence(career.first, len(self.careers))

    def early_leave(self, career: Career) -> float:
        """How likely the skeleton was at work to the end, and only not seen any more."""
        return self.absence(self.sheets - 1 - career.last, len(self.careers))
