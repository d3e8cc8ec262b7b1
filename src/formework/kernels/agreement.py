"""From titles to sheet sides by evidence: the same set of titles, part of it, or another.

One title replaced makes another set, but does not veto that the rest was kept;
a missing title says nothing. A chase may have been turned round, and two titles
may have changed places: every way is weighed, and the likeliest is kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logsumexp

from formework.kernels.combine import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

_TURNED = 0.1  # share of uses in which a chase was turned round
_EXCHANGED = 0.03  # share in which two titles changed places
_SAME_SET, _PART = 0.15, 0.1  # share of pairs of sides with the same titles, or some of them
_RENEWED = 0.4  # share of the titles that were renewed where some were
_WORST, _BEST = -6.0, 30.0  # log-odds: one title may have been misread, so none can veto


class Way(StrEnum):
    """How the titles of one sheet side stand on another."""

    SAME = "same way round"
    TURNED = "turned"
    EXCHANGED = "two titles exchanged"
    TURNED_EXCHANGED = "turned, two titles exchanged"


@dataclass(frozen=True, slots=True)
class SlotMap:
    """One way: the title in slot s of one side is looked for in `slots[s]` of the other."""

    way: Way
    slots: tuple[int, ...]
    log_prior: float


def slot_maps(texts: Sequence[Hashable], turned: Sequence[int] | None) -> tuple[SlotMap, ...]:
    """All ways titles may have come to stand, given the text of each slot.

    `turned` holds, slot by slot, the place a title goes to in a turned chase.
    """
    straight = tuple(range(len(texts)))
    bases = [(Way.SAME, Way.EXCHANGED, straight, 1.0)]
    if turned is not None:
        bases = [(Way.SAME, Way.EXCHANGED, straight, 1 - _TURNED),
                 (Way.TURNED, Way.TURNED_EXCHANGED, tuple(turned), _TURNED)]  # fmt: skip
    pairs = [
        (one, other)
        for one in range(len(texts))
        for other in range(one)
        if texts[one] == texts[other]
    ]
    maps = []
    for way, exchanged, slots, share in bases:
        kept = 1 - _EXCHANGED if pairs else 1.0
        maps.append(SlotMap(way, slots, float(np.log(share * kept))))
        for one, other in pairs:
            moved = list(slots)
            moved[one], moved[other] = moved[other], moved[one]
            prior = float(np.log(share * _EXCHANGED / len(pairs)))
            maps.append(SlotMap(exchanged, tuple(moved), prior))
    return tuple(maps)


def same_sets(
    evidence: NDArray[np.float64], places: NDArray[np.intp], maps: Sequence[SlotMap]
) -> NDArray[np.float64]:
    """Log-odds that two sides have the very same titles, (sides, sides).

    `evidence` (titles, titles) is weighed over the slots of sheet sides;
    `places` is (sides, slots) and holds the title in each slot, or `NO_TITLE`.
    NaN where two sides have no comparable title.
    """
    clipped = np.clip(evidence, _WORST, _BEST)
    looks = [_look(clipped, places, slot_map) for slot_map in maps]
    whole = logsumexp([np.log(_SAME_SET) + look.whole for look in looks], axis=0)
    part = logsumexp([np.log(_PART) + look.part for look in looks], axis=0)
    odds = whole - np.logaddexp(part, np.log(1 - _SAME_SET - _PART))
    known = np.any([look.shared for look in looks], axis=0)
    return np.where(known, odds, np.nan)


@dataclass(frozen=True, slots=True)
class _Look:
    """Two sides compared one way: log-likelihoods, against all titles being different.

    `whole`: all titles are the same; `part`: some were renewed; `shared`:
    whether any title can be compared.
    """

    whole: NDArray[np.float64]
    part: NDArray[np.float64]
    shared: NDArray[np.bool_]


def _look(evidence: NDArray[np.float64], places: NDArray[np.intp], slot_map: SlotMap) -> _Look:
    whole, either, count = (np.zeros((len(places), len(places))) for _ in range(3))
    for slot, goes_to in enumerate(slot_map.slots):
        odds, known = _at(evidence, places[:, slot], places[:, goes_to])
        whole += odds
        renewed = np.logaddexp(np.log(_RENEWED), np.log(1 - _RENEWED) + odds)
        either += np.where(known, renewed, 0.0)
        count += known
    # Any title may be renewed or not; that none is belongs to the whole.
    unbroken = count * np.log(1 - _RENEWED) + whole
    broken = either + np.log(-np.expm1(np.minimum(unbroken - either, -1e-12)))
    chance_broken = np.log(np.maximum(1 - (1 - _RENEWED) ** count, 1e-12))
    shared = count > 0
    part = np.where(shared, broken - chance_broken, -np.inf)
    prior = slot_map.log_prior
    return _Look(np.where(shared, whole, -np.inf) + prior, part + prior, shared)


def _at(
    evidence: NDArray[np.float64], ours: NDArray[np.intp], theirs: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The evidence between one title of every side and one of every other; 0 where none."""
    odds = evidence[np.ix_(ours, theirs)]
    known = ~np.isnan(odds) & (ours != NO_TITLE)[:, None] & (theirs != NO_TITLE)
    return np.where(known, odds, 0.0), known
