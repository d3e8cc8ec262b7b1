"""Where each title of a company stands: slots change from use to use, stations do not.

A station is a place in the company, which a title keeps while the chase is
turned round, titles change slots, or all pass one place on. Use by use the
slots are brought to stations, so that titles of one station can be compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment

from formework.sides.arrangement import NO_TITLE
from formework.skeletons.kinship import BEST, WORST
from formework.skeletons.linkage import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.sides.agreement import SlotMap

_MOVED = 2.0  # log-odds against a title standing elsewhere than the usual ways say
_RENEWED = 0.2  # share of titles renewed since the uses a new one is compared with
_NEAREST = 8  # uses a title is compared with
_ROUNDS = 3  # times all uses are brought to stations again

Way = tuple[int, ...]  # for each slot, its station


@dataclass(frozen=True, slots=True)
class Stations:
    """The titles of one company by station.

    `uses` are its sides in order; `titles` (uses, stations) holds the title at
    each station or `NO_TITLE`; `ways` says for each use which station each
    slot has.
    """

    uses: tuple[int, ...]
    titles: NDArray[np.intp]
    ways: tuple[Way, ...]


def find_stations(
    evidence: NDArray[np.float64],
    places: NDArray[np.intp],
    uses: Sequence[int],
    maps: Sequence[SlotMap],
) -> Stations:
    """Bring the slots of a company's uses to common stations.

    `places` (sides, slots) holds the titles of all sides, `uses` numbers those of
    the company in order of time, `maps` are the ways a chase may stand.
    """
    known = np.clip(evidence, WORST, BEST)
    rows = places[list(uses)]
    slots = rows.shape[1]
    straight: Way = tuple(range(slots))
    ways: list[Way] = [straight]
    for use in range(1, len(rows)):
        ways.append(_best_way(known, rows, ways, use, maps))
    for _ in range(_ROUNDS if len(rows) > 1 else 0):
        before = list(ways)
        for use in range(len(rows)):
            ways[use] = _best_way(known, rows, ways, use, maps)
        if ways == before:
            break
    return Stations(tuple(uses), _by_station(rows, ways), tuple(ways))


def _by_station(rows: NDArray[np.intp], ways: Sequence[Way]) -> NDArray[np.intp]:
    titles = np.full((len(ways), rows.shape[1]), NO_TITLE, dtype=np.intp)
    for use, way in enumerate(ways):
        titles[use, list(way)] = rows[use]
    return titles


def _best_way(
    known: NDArray[np.float64],
    rows: NDArray[np.intp],
    ways: Sequence[Way],
    use: int,
    maps: Sequence[SlotMap],
) -> Way:
    """The way in which the titles of a use best continue those of the uses around it."""
    others = [other for other in range(len(ways)) if other != use]
    near = sorted(others, key=lambda other: abs(other - use))[:_NEAREST]
    titles = _by_station(rows[near], [ways[other] for other in near])
    fit = _fit(known, rows[use], titles)
    best, worth = ways[min(use, len(ways) - 1)], -np.inf
    for base, prior in _bases([ways[other] for other in near], maps).items():
        priced = fit - _MOVED
        priced[np.arange(len(base)), list(base)] += _MOVED
        slots, stations = linear_sum_assignment(priced, maximize=True)
        total = float(priced[slots, stations].sum()) + prior
        if total > worth + 1e-9:
            best, worth = tuple(stations.tolist()), total
    return best


def _bases(ways: Sequence[Way], maps: Sequence[SlotMap]) -> dict[Way, float]:
    """The ways already seen, nearest first, and these turned; with what each costs."""
    straight = tuple(range(len(ways[0])))
    turned = [m for m in maps if "exchanged" not in m.way]
    bases: dict[Way, float] = {}
    for way in dict.fromkeys((*ways, straight)):
        for slot_map in turned:
            composed = tuple(way[slot] for slot in slot_map.slots)
            bases[composed] = max(bases.get(composed, -np.inf), slot_map.log_prior)
    return bases


def _fit(
    known: NDArray[np.float64], row: NDArray[np.intp], titles: NDArray[np.intp]
) -> NDArray[np.float64]:
    """How well the title of each slot continues each station, (slots, stations)."""
    fit = np.zeros((len(row), titles.shape[1]))
    for slot, title in enumerate(row):
        if title == NO_TITLE:
            continue
        for station in range(titles.shape[1]):
            before = titles[:, station]
            odds = known[title, before[before != NO_TITLE]]
            if len(odds) and np.isnan(odds).all():
                fit[slot, station] = NEVER  # titles of different texts
            elif len(odds):
                mean = float(np.nanmean(odds))
                fit[slot, station] = np.log(_RENEWED + (1 - _RENEWED) * np.exp(mean))
    return fit
