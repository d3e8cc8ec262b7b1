"""The identity of every title: within its company first, then across companies.

A stretch of a station is one title. The same title may come back at another
station or in another company, after it left the first: stretches are joined
where the evidence between them is strong enough for what seldom happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

from formework.sides.arrangement import NO_TITLE
from formework.skeletons.correlation import correlate

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.skeletons.changes import Changes
    from formework.skeletons.stations import Stations

UNKNOWN = -1
_STRAY = -4.0  # log-odds that a title went to another station or company
_NEVER = -1e3  # for titles of two texts, on one side, or in two places by turns
_FARTHEST = 12.0  # log-odds: one pair counts for no more
_COMPANY = 2.0  # log-odds that a title is the one of its station, before looking


@dataclass(frozen=True, slots=True)
class Individuals:
    """The identity of each title, `UNKNOWN` where it could not be read, and how sure it is, 0-1."""

    labels: NDArray[np.intp]
    confidence: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Titles taken for one: their numbers, and the sides they stand on, in order."""

    titles: tuple[int, ...]
    sides: tuple[int, ...]


def identify_individuals(
    evidence: NDArray[np.float64],
    companies: Sequence[tuple[Stations, Changes]],
    *,
    seed: int = 0,
) -> Individuals:
    """Identify the titles of a book from the stretches of its companies."""
    known = np.clip(evidence, -_FARTHEST, _FARTHEST)
    stretches = [stretch for company in companies for stretch in _stretches(known, *company)]
    labels = np.full(len(known), UNKNOWN, dtype=np.intp)
    confidence = np.full(len(known), np.nan)
    if not stretches:
        return Individuals(labels, confidence)
    pull = _pull(known, stretches)
    groups = correlate(pull, seed=seed)
    for stretch, group in zip(stretches, groups.tolist(), strict=True):
        labels[list(stretch.titles)] = group
    for number, stretch in enumerate(stretches):
        alone = 1.0 - float(expit(np.where(groups == groups[number], -np.inf, pull[number]).max()))
        confidence[list(stretch.titles)] = _confidence(known, stretch, alone)
    return Individuals(labels, confidence)


def _stretches(known: NDArray[np.float64], stations: Stations, changes: Changes) -> list[_Stretch]:
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for use, side in enumerate(stations.uses):
        for station, title in enumerate(stations.titles[use].tolist()):
            if title != NO_TITLE and not np.isnan(known[title, title]):
                key = (station, int(changes.stretches[use, station]))
                found.setdefault(key, []).append((title, side))
    return [
        _Stretch(*(tuple(part) for part in zip(*pairs, strict=True))) for pairs in found.values()
    ]


def _pull(known: NDArray[np.float64], stretches: Sequence[_Stretch]) -> NDArray[np.float64]:
    """The evidence that two stretches show one title, (stretches, stretches)."""
    count = len(stretches)
    member = np.zeros((count, len(known)))
    for number, stretch in enumerate(stretches):
        member[number, list(stretch.titles)] = 1.0
    comparable = ~np.isnan(known)
    pairs = member @ comparable @ member.T
    mean = member @ np.nan_to_num(known) @ member.T / np.maximum(pairs, 1)
    pull = mean + _STRAY
    first = np.array([stretch.sides[0] for stretch in stretches])
    last = np.array([stretch.sides[-1] for stretch in stretches])
    by_turns = (first[:, None] < last) & (first < last[:, None])
    sides = np.zeros((count, int(last.max()) + 1))
    for number, stretch in enumerate(stretches):
        sides[number, list(stretch.sides)] = 1.0
    pull[(pairs == 0) | by_turns | (sides @ sides.T > 0)] = _NEVER
    np.fill_diagonal(pull, 0.0)
    return np.asarray(pull)


def _confidence(known: NDArray[np.float64], stretch: _Stretch, alone: float) -> NDArray[np.float64]:
    """How sure each title of a stretch is: by the others of it, or of being like no other."""
    if len(stretch.titles) == 1:
        return np.array([alone])
    within = np.nan_to_num(known[np.ix_(stretch.titles, stretch.titles)])
    np.fill_diagonal(within, 0.0)
    return np.asarray(expit(within.sum(axis=1) / (len(stretch.titles) - 1) + _COMPANY))
