"""When titles of a company were replaced for good: states in time, 1 1 2 2 3.

At each station the uses fall into stretches, each printed by one title. A
change is worth the evidence, pooled over the uses next before and after it,
that the titles are two: type wears, so uses far apart may differ more than
one title does from the next. Every change is paid for, and one that no other
title shares costs more. A title that disagrees once may have been misread, and
a replaced title does not return.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.skeletons.stations import Stations

CHANGE = 3.5  # log-odds against any change between two uses of a company
ANOTHER = 1.0  # log-odds against each title that changes there
MISREAD = 4.0  # log-odds against a title being misread once
_MAX_PAIR_LOG_ODDS = 6.0  # log-odds: the most that one pair of titles counts, for or against
_DOUBT = 1.0  # log-odds by which evidence must speak against one title before it counts
_REPEATS = 3.0  # uses beyond which more of them say the same again
_NEAREST = 6  # uses before and after a change that are compared
_ROUNDS = 4  # times the stations are gone through
_WITHIN = 2  # titles replaced within a sheet from which its inner forme may have been first
_SWAPPED = 4.0  # log-odds against the inner forme first


@dataclass(frozen=True, slots=True)
class Changes:
    """The stretches of a company.

    `stretches` (uses, stations) number the title of each station, from 0, in
    order of printing; `states` (uses) count from 1 where any changed.
    """

    stretches: NDArray[np.intp]
    states: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Company:
    """A company of titles: those of its own by station, and when they changed."""

    stations: Stations
    changes: Changes


def find_changes(
    evidence: NDArray[np.float64],
    stations: Stations,
    formes: Sequence[str] = (),
) -> Changes:
    """Find where titles of a company changed for good.

    `formes` is the forme of every side of the book, o or i: where titles
    changed within a sheet, its inner forme may have been printed first.
    """
    known = np.clip(evidence, -_MAX_PAIR_LOG_ODDS, _MAX_PAIR_LOG_ODDS)
    order = list(range(len(stations.uses)))
    found = _cut_all(known, stations.titles)
    for place in _whole_sheets(stations.uses, formes):
        near = sum(not own.isdisjoint(range(place, place + 3)) for own in found.cuts)
        if near >= _WITHIN and _is_inner_first(known, stations.titles, place):
            order[place : place + 2] = place + 1, place
    if order != sorted(order):
        found = _cut_all(known, stations.titles[order])
    return _changes(found, order)


def _is_inner_first(known: NDArray[np.float64], titles: NDArray[np.intp], place: int) -> bool:
    """Whether the inner forme of a sheet was printed before the outer, by the uses around it.

    `titles` is (uses, stations) in book order, `place` that of the outer forme.
    """
    start = max(place - 2 * _NEAREST, 0)
    around = titles[start : place + 2 * _NEAREST + 2]
    swapped = around.copy()
    outer = place - start
    swapped[[outer, outer + 1]] = around[[outer + 1, outer]]
    tried = _cut_all(known, swapped)
    within = sum(outer + 1 in own for own in tried.cuts)
    return within >= _WITHIN and tried.worth > _cut_all(known, around).worth + _SWAPPED


def _whole_sheets(uses: Sequence[int], formes: Sequence[str]) -> Iterator[int]:
    """The places of uses that are followed by the inner forme of the same sheet.

    The first use is left out: nothing before it shows the direction of time.
    """
    for place, (one, two) in enumerate(pairwise(uses)):
        if place and formes and two == one + 1 and (formes[one], formes[two]) == ("o", "i"):
            yield place


@dataclass(frozen=True, slots=True)
class _Cuts:
    """All stations cut into stretches: the uses at which each changes, and what that is worth."""

    columns: tuple[_Column, ...]
    cuts: tuple[frozenset[int], ...]
    worth: float


def _cut_all(known: NDArray[np.float64], titles: NDArray[np.intp]) -> _Cuts:
    """Cut the columns of `titles` (uses, stations), uses in order of printing."""
    uses, count = titles.shape
    columns = tuple(_Column.of(known, titles[:, station]) for station in range(count))
    found: list[tuple[frozenset[int], float]] = [(frozenset(), 0.0)] * count
    for turn in range(_ROUNDS):
        before = list(found)
        for station, column in enumerate(columns):
            others = frozenset().union(*(found[o][0] for o in range(count) if o != station))
            # At first each title pays half of a change: several may share it.
            alone = ANOTHER + (CHANGE / 2 if turn == 0 else CHANGE)
            found[station] = column.cut(
                [ANOTHER if use in others else alone for use in range(uses)]
            )
        if found == before:
            break
    cuts = _paid_for(columns, [cuts for cuts, _ in found])
    return _Cuts(columns, tuple(cuts), sum(worth for _, worth in found))


def _paid_for(
    columns: Sequence[_Column], cuts: Sequence[frozenset[int]]
) -> Sequence[frozenset[int]]:
    """The cuts without those at uses where all titles together are not worth the change.

    Each title that changes relies on the others to pay for it: of two weak ones neither does.
    """
    while True:
        uses = sorted(frozenset().union(*cuts))
        unpaid = next((use for use in uses if not _is_paid_for(columns, cuts, use)), None)
        if unpaid is None:
            return cuts
        cuts = [own - {unpaid} for own in cuts]


def _is_paid_for(columns: Sequence[_Column], cuts: Sequence[frozenset[int]], use: int) -> bool:
    """Whether the titles that change at a use are together worth the change."""
    changing = [(column, own) for column, own in zip(columns, cuts, strict=True) if use in own]
    worth = sum(column.worth(use, own) for column, own in changing)
    return worth >= CHANGE + ANOTHER * len(changing)


@dataclass(frozen=True, slots=True)
class _Column:
    """One station: the uses at which its title can be read, and the evidence between these."""

    places: tuple[int, ...]
    pairs: NDArray[np.float64]

    @classmethod
    def of(cls, known: NDArray[np.float64], titles: NDArray[np.intp]) -> _Column:
        readable = [
            use
            for use, title in enumerate(titles)
            if title != NO_TITLE and not np.isnan(known[title, title])
        ]
        within = titles[readable]
        pairs = np.nan_to_num(known[np.ix_(within, within)], nan=0.0)
        np.fill_diagonal(pairs, 0.0)
        return cls(tuple(readable), pairs)

    def cut(self, costs: Sequence[float]) -> tuple[frozenset[int], float]:
        """The uses at which the title changes, at these costs, and what they are worth.

        Each change is worth the evidence that the stretches before and after
        it have different titles: a path through all ways to cut is followed.
        """
        size = len(self.places)
        if size < 2:
            return frozenset(), 0.0
        sums = self._sums()
        best = np.full((size + 1, size + 1), -np.inf)  # by start and stop of the last stretch
        best[0] = 0.0
        before = np.zeros((size + 1, size + 1), dtype=np.intp)
        for start in range(1, size):
            firsts, stops = np.arange(start), np.arange(start + 1, size + 1)
            total = best[firsts, start][:, None] + self._gain(sums, firsts, start, stops)
            chosen = total.argmax(axis=0)
            best[start, stops] = total.max(axis=0) - costs[self.places[start]]
            before[start, stops] = chosen
        start, stop = int(np.argmax(best[:, size])), size
        starts = [start]
        while start > 0:
            start, stop = int(before[start, stop]), start
            starts.append(start)
        lasting = self._lasting(starts[::-1])
        worth = float(best[:, size].max())
        return frozenset(self.places[start] for start in lasting if start), worth

    def worth(self, use: int, cuts: frozenset[int]) -> float:
        """The evidence for the change at one of the cuts."""
        starts = sorted({0, *(self.places.index(cut) for cut in cuts), len(self.places)})
        here = starts.index(self.places.index(use))
        first, stop = np.array([starts[here - 1]]), np.array([starts[here + 1]])
        return float(self._gain(self._sums(), first, starts[here], stop)[0, 0])

    def _sums(self) -> NDArray[np.float64]:
        """The evidence of all pairs of uses before two places, (uses + 1, uses + 1)."""
        return np.pad(self.pairs.cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))

    def _gain(
        self, sums: NDArray[np.float64], firsts: NDArray[np.intp], start: int,
        stops: NDArray[np.intp],
    ) -> NDArray[np.float64]:  # fmt: skip
        """Evidence that titles from first places to a start are others than those to the stops.

        Returns (firsts, stops).
        """
        begin = np.maximum(firsts, start - _NEAREST)[:, None]
        end = np.minimum(stops, start + _NEAREST)
        ours, theirs = start - begin, end - start
        cross = sums[start, end] - sums[begin, end] - sums[start, start] + sums[begin, start]
        against = -cross / (ours * theirs) - _DOUBT
        repeats = np.minimum(2.0 / (1.0 / ours + 1.0 / theirs), _REPEATS)
        return np.asarray(np.minimum(against * repeats, MISREAD * np.minimum(ours, theirs)))

    def _lasting(self, starts: list[int]) -> list[int]:
        """Stretches without those after which the earlier title returns.

        Where one does, the shortest of the three is taken to be misread: the
        two that agree, or what stands between them.
        """
        ends = [*starts[1:], len(self.places)]
        sizes = [end - start for start, end in zip(starts, ends, strict=True)]
        for one in range(len(starts)):
            for other in range(len(starts) - 1, one + 1, -1):
                if not self._akin(slice(starts[one], ends[one]), slice(starts[other], ends[other])):
                    continue
                lengths = (sum(sizes[one + 1 : other]), sizes[other], sizes[one])
                misread = lengths.index(min(lengths))
                if misread == 0:
                    return self._lasting([*starts[: one + 1], *starts[other + 1 :]])
                return self._lasting(self._left_out(starts, other if misread == 1 else one))
        return starts

    def _akin(self, ours: slice, theirs: slice) -> bool:
        return bool(self.pairs[ours, theirs].mean() > 0)

    def _left_out(self, starts: list[int], stretch: int) -> list[int]:
        """The stretches with one taken into those beside it, and these into one if they agree."""
        bounds = [*starts, len(self.places)]
        kept = [start for start in starts if start != bounds[stretch]]
        if stretch == 0:
            return [0, *starts[2:]]
        if stretch + 1 < len(starts):
            before = slice(bounds[stretch - 1], bounds[stretch])
            after = slice(bounds[stretch + 1], bounds[stretch + 2])
            kept = [s for s in kept if s != bounds[stretch + 1] or not self._akin(before, after)]
        return kept


def _changes(found: _Cuts, order: Sequence[int]) -> Changes:
    """The changes in book order; `order` are the uses as they were printed."""
    stretches = np.zeros((len(order), len(found.columns)), dtype=np.intp)
    states = np.ones(len(order), dtype=np.intp)
    for station, own in enumerate(found.cuts):
        for use in own:
            stretches[order[use:], station] += 1
    for use in frozenset().union(*found.cuts):
        states[order[use:]] += 1
    return Changes(stretches, tuple(states.tolist()))
