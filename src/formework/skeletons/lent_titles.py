"""Titles that skeletons lend each other as a rule, while both are at work.

Two skeletons take sheets in turn, and each prints both formes; but at some
stations the inner forme of each has the other's title. A *thread* is what
stands at one station of a company on one forme. Usually the threads of the two
formes are one title; over a stretch where they part, and one goes with a thread
of the other company, its titles are lent.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.skeletons.stations import Stations

_FEWEST = 3  # uses of each forme, by each company, from which lending can be a rule
_LIMIT = 6.0  # log-odds: what one pair of titles counts for, for or against
_OUTER = 1.0  # log-odds that of two formes the outer has the titles of its own company
_NEAREST = 6  # uses a title is compared with
_MIN_LENDING_LOG_ODDS = (
    12.0  # log-odds by which titles must be the other's rather than their own company's
)
_DOUBT = 1.0  # log-odds by which each use must be so
_AFTER = 4  # sides for which titles may stay lent after their own company has ended


@dataclass(frozen=True, slots=True)
class Guest:
    """A lent title: the side it stands on, and the company and station it belongs to."""

    side: int
    company: int
    station: int


Guests = dict[int, Guest]  # by title


@dataclass(frozen=True, slots=True)
class _Thread:
    """What stands at one station of a company on one forme: side and title of each use."""

    company: int
    station: int
    forme: str
    uses: tuple[tuple[int, int], ...]


def find_lending(
    evidence: NDArray[np.float64], companies: Sequence[Stations], formes: Sequence[str]
) -> Guests:
    """Find the titles that stand in one company as a rule and belong to another.

    `evidence` (titles, titles) are log-odds; `formes` gives the forme of each
    side, empty where it has none.
    """
    known = np.clip(evidence, -_LIMIT, _LIMIT)
    guests: Guests = {}
    for one, other in combinations(range(len(companies)), 2):
        together = _together(companies[one], companies[other])
        threads = [
            thread
            for company in (one, other)
            for thread in _threads(known, companies[company], company, formes)
        ]
        uses = [sum(side in together for side, _ in thread.uses) for thread in threads]
        if min(uses) >= _FEWEST:
            guests |= _lent_between(known, threads)
    return guests


def without_guests(stations: Stations, guests: Guests) -> Stations:
    """A company with the places of lent titles left empty."""
    lent = np.isin(stations.titles, list(guests))
    return replace(stations, titles=np.where(lent, NO_TITLE, stations.titles))


def _together(one: Stations, other: Stations) -> range:
    """The sides from where both companies are at work to a little after one of them ends."""
    first = max(one.uses[0], other.uses[0])
    return range(first, min(one.uses[-1], other.uses[-1]) + _AFTER + 1)


def _threads(
    known: NDArray[np.float64], stations: Stations, company: int, formes: Sequence[str]
) -> Iterator[_Thread]:
    for station in range(stations.titles.shape[1]):
        column = stations.titles[:, station].tolist()
        for forme in ("o", "i"):
            own = [
                (side, title)
                for side, title in zip(stations.uses, column, strict=True)
                if formes[side] == forme and title != NO_TITLE and not np.isnan(known[title, title])
            ]
            yield _Thread(company, station, forme, tuple(own))


def _lent_between(known: NDArray[np.float64], threads: Sequence[_Thread]) -> Guests:
    """The titles that two companies lend each other, the surest first.

    A thread whose titles are lent to the other company has none of its titles itself.
    """
    guests: Guests = {}
    at_home: set[_Thread] = set()
    away: set[_Thread] = set()
    for loan in sorted(_loans(known, threads), key=lambda loan: -loan.worth):
        if loan.guest in at_home or loan.guest in away or {loan.own, loan.host} & away:
            continue
        at_home |= {loan.own, loan.host}
        away.add(loan.guest)
        for side, title in loan.lent:
            guests[title] = Guest(side, loan.host.company, loan.host.station)
    return guests


@dataclass(frozen=True, slots=True)
class _Loan:
    """A stretch of a thread, the guest, whose titles are those of its host, not its own station's.

    `worth` are the log-odds for it: also for `own` rather than the guest being
    what stood at the station before.
    """

    guest: _Thread
    own: _Thread
    host: _Thread
    lent: tuple[tuple[int, int], ...]
    worth: float


def _loans(known: NDArray[np.float64], threads: Sequence[_Thread]) -> Iterator[_Loan]:
    """All stretches that may be lent: side and title of each use."""
    for place, guest in enumerate(threads):
        own = threads[place ^ 1]  # the other forme of the same station
        for host in threads:
            if host.company == guest.company or not _comparable(known, guest, host):
                continue
            gains = [
                _mean(known, [title], _near(host, side)) - _mean(known, [title], _near(own, side))
                for side, title in guest.uses
            ]
            start, stop = _best_stretch(np.array(gains) - _DOUBT)
            lent = guest.uses[start:stop]
            if len(lent) < _FEWEST:
                continue
            titles = [title for _, title in lent]
            ours, theirs = (
                _mean(known, titles, [title for _, title in _within(thread, lent)])
                for thread in (own, host)
            )
            if not ours < 0 < theirs:
                continue
            worth = float(np.sum(gains[start:stop])) + _continued(known, guest, own, lent)
            if worth >= _MIN_LENDING_LOG_ODDS:
                yield _Loan(guest, own, host, lent, worth)


def _within(thread: _Thread, lent: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The uses of a thread in the time of a loan."""
    return [use for use in thread.uses if lent[0][0] - 1 <= use[0] <= lent[-1][0] + 1]


def _comparable(known: NDArray[np.float64], one: _Thread, other: _Thread) -> bool:
    between = known[np.ix_([t for _, t in one.uses], [t for _, t in other.uses])]
    return not np.isnan(between).all()


def _continued(
    known: NDArray[np.float64], guest: _Thread, own: _Thread, lent: Sequence[tuple[int, int]]
) -> float:
    """By how much one forme rather than the other has what stood at a station before.

    Where nothing stood there, the outer forme is a little more likely to be at home.
    """
    before = [use for use in (*guest.uses, *own.uses) if use[0] < lent[0][0] - 1]
    near = [title for _, title in sorted(before)[-_NEAREST:]]
    stayed = _mean(known, [title for _, title in _within(own, lent)], near)
    went = _mean(known, [title for _, title in lent], near)
    return stayed - went + (_OUTER if own.forme == "o" else 0.0)


def _best_stretch(gains: NDArray[np.float64]) -> tuple[int, int]:
    """Start and stop of the stretch with the greatest sum (Kadane)."""
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    stop = int(np.argmax(sums - np.minimum.accumulate(sums)))
    return int(np.argmin(sums[: stop + 1])), stop


def _near(thread: _Thread, side: int) -> list[int]:
    """The titles of a thread on the sides nearest to one."""
    return [
        title for _, title in sorted(thread.uses, key=lambda use: abs(use[0] - side))[:_NEAREST]
    ]


def _mean(known: NDArray[np.float64], ours: Sequence[int], theirs: Sequence[int]) -> float:
    between = known[np.ix_(list(ours), list(theirs))]
    return 0.0 if np.isnan(between).all() else float(np.nanmean(between))
