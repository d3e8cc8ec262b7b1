"""The identity of every title: within its company first, then across companies.

A stretch of a station is one title. The same title may return at another
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
from formework.skeletons.linkage import NEVER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.skeletons.changes import Company
    from formework.skeletons.lent_titles import Guests

UNKNOWN = -1
_STRAY = -4.0  # log-odds that a title went to another station or company
_FARTHEST = 12.0  # log-odds: one pair counts for no more
_NEAREST = 6  # uses before and after a stretch that are compared with it
_COMPANY = 2.0  # log-odds that a title is the one of its station, before looking


@dataclass(frozen=True, slots=True)
class Individuals:
    """The identity of each title, `UNKNOWN` where it could not be read, and how sure it is, 0-1."""

    labels: NDArray[np.intp]
    confidence: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Titles taken for one: their numbers, and the sides they stand on, in order.

    `replaced` are the titles of the station just before and after them.
    """

    titles: tuple[int, ...]
    sides: tuple[int, ...]
    replaced: tuple[int, ...]


def identify_individuals(
    evidence: NDArray[np.float64],
    companies: Sequence[Company],
    guests: Guests,
    *,
    seed: int = 0,
) -> Individuals:
    """Identify the titles of a book from the stretches of its companies.

    `guests` are titles that stand in one company and belong to another.
    """
    known = np.clip(evidence, -_FARTHEST, _FARTHEST)
    stretches = _stretches(known, companies, guests)
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


def _stretches(
    known: NDArray[np.float64], companies: Sequence[Company], guests: Guests
) -> list[_Stretch]:
    """The stretches of all companies, each with the titles it lent to others.

    Titles of two texts may stand at one station, and are never one title.
    """
    found: dict[tuple[int, int, int, int], list[tuple[int, int]]] = {}
    # Titles of one text can all be compared: the first of them stands for the text.
    text = np.argmax(~np.isnan(known), axis=1)
    for number, company in enumerate(companies):
        for use, side in enumerate(company.stations.uses):
            for station, title in enumerate(company.stations.titles[use].tolist()):
                if title != NO_TITLE and not np.isnan(known[title, title]):
                    stretch = int(company.changes.stretches[use, station])
                    key = (number, station, stretch, int(text[title]))
                    found.setdefault(key, []).append((side, title))
    for title, guest in guests.items():
        home = companies[guest.company]
        before = sum(use < guest.side for use in home.stations.uses)
        at_home = int(home.changes.stretches[max(before - 1, 0), guest.station])
        key = (guest.company, guest.station, at_home, int(text[title]))
        found.setdefault(key, []).append((guest.side, title))
    stretches = []
    for (place, station, stretch, words), own in found.items():
        earlier, later = (found.get((place, station, stretch + n, words), []) for n in (-1, 1))
        beside = [*sorted(earlier)[-_NEAREST:], *sorted(later)[:_NEAREST]]
        sides, titles = zip(*sorted(own), strict=True)
        stretches.append(_Stretch(titles, sides, tuple(title for _, title in beside)))
    return stretches


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
    # Titles of two texts, on one side, or in two places by turns.
    pull[(pairs == 0) | by_turns | (sides @ sides.T > 0)] = NEVER
    np.fill_diagonal(pull, 0.0)
    return np.asarray(pull)


def _confidence(known: NDArray[np.float64], stretch: _Stretch, alone: float) -> NDArray[np.float64]:
    """How sure each title of a stretch is: by the others of it, or of being like no other.

    A title that is as much like those before or after the stretch is not sure.
    """
    replaced = np.nan_to_num(known[np.ix_(stretch.titles, stretch.replaced)])
    if len(stretch.titles) == 1:
        return np.array([min(alone, expit(-replaced.mean()) if replaced.size else 1.0)])
    within = np.nan_to_num(known[np.ix_(stretch.titles, stretch.titles)])
    np.fill_diagonal(within, 0.0)
    own = within.sum(axis=1) / (len(stretch.titles) - 1)
    sure = own + _COMPANY
    if stretch.replaced:
        sure = np.minimum(sure, own - replaced.mean(axis=1))
    return np.asarray(expit(sure))
