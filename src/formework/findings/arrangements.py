"""How the titles of a skeleton stand at each use: in their usual slots, turned, or moved.

Titles are followed by their numerals. A *station* is a place among the titles
of a skeleton: a title keeps it wherever it is put, and its replacement takes it
over. The usual way of standing, for outer and for inner formes, holds over a
stretch of uses; a single departure from it is an exception.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.findings.uses import Use

Way = tuple[int, ...]  # for each slot, counted from 0, the station of its title

# Costs, in uses, of a departure from the usual way, of each displaced slot, and at most; and of a
# change of the usual way. One use out of order is an exception, several in a row are a change.
_DEPARTURE, _A_SLOT, _MAX_PRICE = 1.0, 0.25, 2.0
_CHANGE = 2.5


@dataclass(frozen=True, slots=True)
class Arranged:
    """One use: how its titles stand, which slots are known, and how they usually stand then.

    `shown` counts the other uses whose titles stand in this usual way.
    """

    use: Use
    way: Way
    known: frozenset[int]
    usual: Way
    shown: int

    @property
    def moved(self) -> tuple[int, ...]:
        """The slots, from 0, whose titles stand elsewhere than usual."""
        return tuple(slot for slot in sorted(self.known) if self.way[slot] != self.usual[slot])


def forme_of(side: str) -> str:
    """The forme of a sheet side by its name: o, i, or nothing where it has only one.

    >>> forme_of("B2(i)"), forme_of("χ1")
    ('i', '')
    """
    found = re.search(r"\((o|i)\)$", side)
    return found[1] if found else ""


def arrange_skeleton(uses: Sequence[Use], turned: Sequence[int] | None) -> tuple[Arranged, ...]:
    """How one skeleton's titles stand, use by use; `turned` slots count from 0."""
    slots = max(title.slot for use in uses for title in use.titles)
    if turned:
        slots = max(slots, len(turned))
    stations: dict[str, int] = {}
    ways: list[Way] = []
    for use in uses:
        known = {t.slot - 1: stations[t.numeral] for t in use.titles if t.numeral in stations}
        way = _way(known, ways, slots, turned)
        ways.append(way)
        for title in use.titles:
            if title.numeral:
                stations.setdefault(title.numeral, way[title.slot - 1])
    named = [frozenset(t.slot - 1 for t in use.titles if t.numeral) for use in uses]
    usual = _usual_by_forme(uses, ways, named)
    return tuple(
        Arranged(use, ways[place], named[place], usual[place], _shown(place, usual, ways, named))
        for place, use in enumerate(uses)
    )


def _usual_by_forme(
    uses: Sequence[Use], ways: Sequence[Way], named: Sequence[frozenset[int]]
) -> dict[int, Way]:
    """The usual way at each use, for outer and for inner formes, the more frequent forme first.

    The other forme starts from the way that is usual at the time.
    """
    usual: dict[int, Way] = {}
    for forme, _ in Counter(forme_of(use.side) for use in uses).most_common():
        own = [place for place, use in enumerate(uses) if forme_of(use.side) == forme]
        if usual:
            nearest = min(usual, key=lambda place: abs(uses[place].order - uses[own[0]].order))
            start = usual[nearest]
        else:
            start = Counter(ways).most_common(1)[0][0]
        chosen = _usual([ways[place] for place in own], [named[place] for place in own], start)
        usual |= dict(zip(own, chosen, strict=True))
    return usual


def _shown(
    place: int, usual: Mapping[int, Way], ways: Sequence[Way], named: Sequence[frozenset[int]]
) -> int:
    """How many other uses stand as is usual at one."""
    return sum(
        other != place
        and bool(named[other])
        and all(way[slot] == usual[place][slot] for slot in named[other])
        for other, way in enumerate(ways)
    )


def _way(
    known: Mapping[int, int], ways: Sequence[Way], slots: int, turned: Sequence[int] | None
) -> Way:
    """The stations of all slots: those known by their titles, the rest by the likeliest way."""
    straight = tuple(range(slots))
    bases = dict.fromkeys((*reversed(ways), straight))
    if turned:
        bases |= dict.fromkeys(tuple(way[slot] for slot in turned) for way in list(bases))
    best = max(bases, key=lambda way: sum(way[slot] == own for slot, own in known.items()))
    # A title may stand only once: what two slots claim goes to the first.
    claimed: dict[int, int] = {}
    for slot, station in known.items():
        if station not in claimed.values():
            claimed[slot] = station
    free = [best[slot] for slot in range(slots) if best[slot] not in claimed.values()]
    way = []
    for slot in range(slots):
        if slot in claimed:
            way.append(claimed[slot])
        else:
            # A title stays on its face unless its numeral shows otherwise.
            same_face = [station for station in free if station % 2 == slot % 2]
            station = best[slot] if best[slot] in free else (same_face or free)[0]
            free.remove(station)
            way.append(station)
    return tuple(way)


def _usual(ways: Sequence[Way], known: Sequence[frozenset[int]], start: Way) -> list[Way]:
    """The usual way at each use, with the fewest departures and changes.

    To begin with another way than `start` is a change.
    """
    candidates = list(dict.fromkeys((start, *ways)))
    costs = [[_departure(way, other, own) for other in candidates]
             for way, own in zip(ways, known, strict=True)]  # fmt: skip
    best = [[cost + (_CHANGE if n else 0.0) for n, cost in enumerate(costs[0])]]
    back: list[list[int]] = []
    for row in costs[1:]:
        cheapest = min(range(len(candidates)), key=best[-1].__getitem__)
        came = [
            number if best[-1][number] <= best[-1][cheapest] + _CHANGE else cheapest
            for number in range(len(candidates))
        ]
        best.append(
            [
                cost + best[-1][source] + (_CHANGE if source != number else 0.0)
                for number, (cost, source) in enumerate(zip(row, came, strict=True))
            ]
        )
        back.append(came)
    place = min(range(len(candidates)), key=best[-1].__getitem__)
    chosen = [place]
    for came in reversed(back):
        place = came[place]
        chosen.append(place)
    return _lasting([candidates[number] for number in reversed(chosen)], ways, known, start)


def _lasting(
    usual: Sequence[Way], ways: Sequence[Way], known: Sequence[frozenset[int]], start: Way
) -> list[Way]:
    """The usual ways without those that fewer than half of their uses show."""
    found: list[Way] = []
    for way, run in groupby(range(len(usual)), key=usual.__getitem__):
        places = list(run)
        departed = sum(_departure(ways[place], way, known[place]) > 0 for place in places)
        is_shown = 2 * departed <= len(places)
        found += [way if is_shown else found[-1] if found else start] * len(places)
    return found


def _departure(way: Way, usual: Way, known: frozenset[int]) -> float:
    moved = sum(way[slot] != usual[slot] for slot in known)
    return min(_DEPARTURE + _A_SLOT * moved, _MAX_PRICE) if moved else 0.0
