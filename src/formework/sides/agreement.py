"""Combines the evidence between titles over sheet sides: all titles shared, some, or none.

A replaced title makes another set, but the other titles may have been kept; a
missing title is not evidence. The chase may have been turned, and two titles
exchanged: every such *way* is weighed.

The shares below are prior probabilities: assumed, not fitted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logsumexp

from formework.result import Way
from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

_TURNED_SHARE = 0.1  # of the uses of a skeleton, with the chase turned
_EXCHANGED_SHARE = 0.03  # of the uses of a skeleton, with two titles exchanged
_SAME_SET_SHARE = 0.15  # of the pairs of sides, that share all titles
_PART_SHARE = 0.1  # of the pairs of sides, that share some titles
_RENEWED_SHARE = 0.4  # of the titles of such a pair, that were replaced
# Limits on the evidence of one title, in log-odds: it may be misread, so it cannot decide alone.
_MIN_EVIDENCE, _MAX_EVIDENCE = -6.0, 30.0


@dataclass(frozen=True, slots=True)
class SlotMap:
    """One way: the title in slot s of one side corresponds to slot `slots[s]` of the other."""

    way: Way
    slots: tuple[int, ...]
    log_prior: float


def slot_maps(texts: Sequence[Hashable], turned: Sequence[int] | None) -> tuple[SlotMap, ...]:
    """All ways in which two sides may correspond, given the text of each slot.

    `turned` gives, for each slot, the slot of its title in a turned chase.
    """
    straight = tuple(range(len(texts)))
    bases = [(Way.SAME, Way.EXCHANGED, straight, 1.0)]
    if turned is not None:
        bases = [(Way.SAME, Way.EXCHANGED, straight, 1 - _TURNED_SHARE),
                 (Way.TURNED, Way.TURNED_EXCHANGED, tuple(turned), _TURNED_SHARE)]  # fmt: skip
    pairs = [
        (one, other)
        for one in range(len(texts))
        for other in range(one)
        if texts[one] == texts[other]
    ]
    maps = []
    for way, exchanged, slots, share in bases:
        kept = 1 - _EXCHANGED_SHARE if pairs else 1.0
        maps.append(SlotMap(way, slots, float(np.log(share * kept))))
        for one, other in pairs:
            moved = list(slots)
            moved[one], moved[other] = moved[other], moved[one]
            prior = float(np.log(share * _EXCHANGED_SHARE / len(pairs)))
            maps.append(SlotMap(exchanged, tuple(moved), prior))
    return tuple(maps)


def same_sets(
    evidence: NDArray[np.float64], places: NDArray[np.intp], maps: Sequence[SlotMap]
) -> NDArray[np.float64]:
    """Log-odds that two sides have the very same titles, (sides, sides).

    The evidence (titles, titles) is combined over the slots of sheet sides;
    `places` (sides, slots) is the index of the title in each slot, or `NO_TITLE`.
    NaN where two sides have no comparable title.
    """
    clipped = np.clip(evidence, _MIN_EVIDENCE, _MAX_EVIDENCE)
    looks = [_look(clipped, places, slot_map) for slot_map in maps]
    whole = logsumexp([np.log(_SAME_SET_SHARE) + look.whole for look in looks], axis=0)
    part = logsumexp([np.log(_PART_SHARE) + look.part for look in looks], axis=0)
    odds = whole - np.logaddexp(part, np.log(1 - _SAME_SET_SHARE - _PART_SHARE))
    known = np.any([look.shared for look in looks], axis=0)
    return np.where(known, odds, np.nan)


@dataclass(frozen=True, slots=True)
class _Look:
    """All pairs of sides compared in one way: log-likelihood ratios against no shared title.

    `whole`: all titles are shared; `part`: some were replaced; `shared`:
    whether any titles are comparable.
    """

    whole: NDArray[np.float64]
    part: NDArray[np.float64]
    shared: NDArray[np.bool_]


def _look(evidence: NDArray[np.float64], places: NDArray[np.intp], slot_map: SlotMap) -> _Look:
    whole, either, count = (np.zeros((len(places), len(places))) for _ in range(3))
    for slot, other_slot in enumerate(slot_map.slots):
        odds, known = _slot_evidence(evidence, places[:, slot], places[:, other_slot])
        whole += odds
        renewed = np.logaddexp(np.log(_RENEWED_SHARE), np.log(1 - _RENEWED_SHARE) + odds)
        either += np.where(known, renewed, 0.0)
        count += known
    # Each title may be replaced or not; the case that none is replaced belongs to `whole`.
    unbroken = count * np.log(1 - _RENEWED_SHARE) + whole
    broken = either + np.log(-np.expm1(np.minimum(unbroken - either, -1e-12)))
    log_share_broken = np.log(np.maximum(1 - (1 - _RENEWED_SHARE) ** count, 1e-12))
    shared = count > 0
    part = np.where(shared, broken - log_share_broken, -np.inf)
    prior = slot_map.log_prior
    return _Look(np.where(shared, whole, -np.inf) + prior, part + prior, shared)


def _slot_evidence(
    evidence: NDArray[np.float64], rows: NDArray[np.intp], columns: NDArray[np.intp]
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The evidence between one title of each side and one of every other side; 0 if unknown."""
    odds = evidence[np.ix_(rows, columns)]
    known = ~np.isnan(odds) & (rows != NO_TITLE)[:, None] & (columns != NO_TITLE)
    return np.where(known, odds, 0.0), known
