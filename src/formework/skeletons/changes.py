"""When titles of a company were replaced for good: states in time, 1 1 2 2 3.

At each station the uses fall into stretches, each printed by one title. A
change is worth the evidence, pooled over the uses before and after it, that
the titles are two; every change is paid for, and one that no other title
shares the more. A title that disagrees once may have been misread, and what
was replaced does not come back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.skeletons.stations import Stations

CHANGE = 3.5  # log-odds against any change between two uses of a company
ANOTHER = 1.0  # log-odds against each title that changes there
MISREAD = 4.0  # log-odds against a title being misread once
_MOST = 6.0  # log-odds: what one pair of titles counts for, for or against
_DOUBT = 1.0  # log-odds by which evidence must speak against one title before it counts
_REPEATS = 3.0  # uses beyond which more of them say the same again
_ROUNDS = 4  # times the stations are gone through


@dataclass(frozen=True, slots=True)
class Changes:
    """The stretches of a company.

    `stretches` (uses, stations) number the title of each station, from 0, along
    the uses; `states` (uses) count from 1 where any changed; `misread` (uses,
    stations) marks titles that do not agree with their stretch.
    """

    stretches: NDArray[np.intp]
    states: tuple[int, ...]
    misread: NDArray[np.bool_]


def find_changes(
    evidence: NDArray[np.float64],
    stations: Stations,
    *,
    change: float = CHANGE,
    misread: float = MISREAD,
) -> Changes:
    """Find where titles of a company changed for good.

    `change` and `misread` are log-odds against a change and a misreading.
    """
    uses, count = stations.titles.shape
    known = np.clip(evidence, -_MOST, _MOST)
    columns = [_Column.of(known, stations.titles[:, station], misread) for station in range(count)]
    cuts: list[set[int]] = [set() for _ in range(count)]
    for turn in range(_ROUNDS):
        before = [set(own) for own in cuts]
        for station, column in enumerate(columns):
            others = set().union(*(cuts[o] for o in range(count) if o != station))
            # At first each title pays half of a change: several may share it.
            alone = ANOTHER + (change / 2 if turn == 0 else change)
            costs = [ANOTHER if use in others else alone for use in range(uses)]
            cuts[station] = column.cut(costs)
        if cuts == before:
            break
    return _changes(columns, cuts, uses)


@dataclass(frozen=True, slots=True)
class _Column:
    """One station: the uses at which its title can be read, and the evidence between these."""

    places: tuple[int, ...]
    pairs: NDArray[np.float64]
    misread: float

    @classmethod
    def of(cls, known: NDArray[np.float64], titles: NDArray[np.intp], misread: float) -> _Column:
        readable = [
            use
            for use, title in enumerate(titles)
            if title != NO_TITLE and not np.isnan(known[title, title])
        ]
        within = titles[readable]
        pairs = np.nan_to_num(known[np.ix_(within, within)], nan=0.0)
        np.fill_diagonal(pairs, 0.0)
        return cls(tuple(readable), pairs, misread)

    def joins(self, start: int, stop: int) -> NDArray[np.float64]:
        """How well each title from one place to another agrees with the others there."""
        within = self.pairs[start:stop, start:stop]
        return np.asarray(within.sum(axis=1) / max(stop - start - 1, 1))

    def cut(self, costs: Sequence[float]) -> set[int]:
        """The uses at which the title changes, at so much a change.

        Each change is worth the evidence that the stretches before and after
        it have different titles: a path through all ways to cut is followed.
        """
        size = len(self.places)
        sums = np.zeros((size + 1, size + 1))
        sums[1:, 1:] = self.pairs.cumsum(axis=0).cumsum(axis=1)
        best = np.full((size + 1, size + 1), -np.inf)  # by start and stop of the last stretch
        best[0] = 0.0
        before = np.zeros((size + 1, size + 1), dtype=np.intp)
        for start in range(1, size):
            for stop in range(start + 1, size + 1):
                firsts = np.arange(start)
                total = best[firsts, start] + self._gain(sums, firsts, start, stop)
                chosen = int(np.argmax(total))
                best[start, stop] = total[chosen] - costs[self.places[start]]
                before[start, stop] = chosen
        start, stop = int(np.argmax(best[:, size])), size
        starts = [start]
        while start > 0:
            start, stop = int(before[start, stop]), start
            starts.append(start)
        return {self.places[start] for start in self._lasting(starts[::-1]) if start}

    def _gain(
        self, sums: NDArray[np.float64], firsts: NDArray[np.intp], start: int, stop: int
    ) -> NDArray[np.float64]:
        """Evidence that titles from some first place to a start are others than those after it."""
        ours, theirs = start - firsts, stop - start
        cross = sums[start, stop] - sums[firsts, stop] - sums[start, start] + sums[firsts, start]
        against = -cross / (ours * theirs) - _DOUBT
        repeats = np.minimum(2.0 / (1.0 / ours + 1.0 / theirs), _REPEATS)
        return np.asarray(np.minimum(against * repeats, self.misread * np.minimum(ours, theirs)))

    def _lasting(self, starts: list[int]) -> list[int]:
        """Stretches without those after which the title before comes back."""
        ends = [*starts[1:], len(self.places)]
        for one in range(len(starts)):
            for other in range(len(starts) - 1, one + 1, -1):
                between = self.pairs[starts[one] : ends[one], starts[other] : ends[other]]
                if between.mean() > 0:
                    return self._lasting([*starts[: one + 1], *starts[other + 1 :]])
        return starts


def _changes(columns: Sequence[_Column], cuts: Sequence[set[int]], uses: int) -> Changes:
    stretches = np.zeros((uses, len(columns)), dtype=np.intp)
    misread = np.zeros((uses, len(columns)), dtype=bool)
    for station, (column, own) in enumerate(zip(columns, cuts, strict=True)):
        for use in own:
            stretches[use:, station] += 1
        numbers = stretches[list(column.places), station] if column.places else np.zeros(0)
        for number in np.unique(numbers):
            members = np.flatnonzero(numbers == number)
            joins = column.joins(int(members[0]), int(members[-1]) + 1)
            for member, join in zip(members, joins, strict=True):
                misread[column.places[member], station] = join < 0 and len(members) > 1
    changed = set().union(*cuts) if cuts else set()
    states = tuple(1 + sum(use >= cut for cut in changed) for use in range(uses))
    return Changes(stretches, states, misread)
