"""Kinship of sheet sides: whether their titles are one company, some renewed, some moved.

A company keeps most of its titles from one use to the next, but not always in
their slots: the chase is turned round, two titles change places, each passes
one place on. Every way is weighed; the rarer it is, the more it must explain.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import expit, logsumexp

from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.sides.agreement import SlotMap

NEAR = 0.35  # share of the titles of a company that differ between two uses near each other
LENT = 0.04  # share of the titles that two companies have in common: one may borrow from another
WORST, BEST = -6.0, 12.0  # log-odds: one title may have been misread, so none decides alone
_MISREAD = 0.1  # share of titles that are so badly read that they look like others
_SUREST = 1e-6  # no chance is nearer to 0 or 1
_ANY_WAY = 0.05  # share of uses in which titles stand in an order no usual way explains


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast titles are replaced: the share that differ far apart, and over how many sides."""

    far: float
    over: float


SLOW = Pace(0.6, 30.0)  # most shops kept their titles for many sheets
# Where some are replaced at every use, two uses far apart share no more than two companies do:
# whether they are one company is then unknown, not likely.
FAST = Pace(1 - LENT, 6.0)


def kin(
    evidence: NDArray[np.float64],
    places: NDArray[np.intp],
    maps: Sequence[SlotMap],
    same_set: NDArray[np.float64],
    pace: Pace = SLOW,
) -> NDArray[np.float64]:
    """Log-odds that two sides show one company of titles, (sides, sides).

    `evidence` is (titles, titles), NaN where two titles cannot be compared;
    `places` (sides, slots) holds the title in each slot or `NO_TITLE`;
    `same_set` (sides, sides) are log-odds of the very same titles. NaN where
    two sides have no comparable title.
    """
    times = _times(places, len(evidence))
    apart = np.abs(np.subtract.outer(times, times))
    renewed = NEAR + (pace.far - NEAR) * -np.expm1(-apart / pace.over)
    in_part = _kin(evidence, places, maps, renewed)
    whole = _kin(evidence, places, maps, np.full_like(renewed, _MISREAD))
    between = _between_twins(expit(same_set))
    # Both are NaN where two sides have no comparable title.
    unknown = np.isnan(in_part)
    np.fill_diagonal(unknown, val=True)
    parts = np.where(unknown, 0.0, in_part), np.where(unknown, 0.0, whole)
    found = np.logaddexp(np.log1p(-between) + parts[0], np.log(between) + parts[1])
    return np.where(unknown, np.nan, found)


def _between_twins(twins: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that of two sides one stands, in time, between the other and its twin.

    `twins` (sides, sides) are chances of having the very same titles. What was
    replaced does not return: a side between twins, if it is of their
    company, has all their titles.
    """
    same = np.nan_to_num(twins)
    np.fill_diagonal(same, 0.0)
    later = np.triu(same, 1)
    # For a pair of an earlier and a later side: twins of the earlier after the later one, and
    # twins of the later before the earlier one.
    after = np.zeros_like(same)
    after[:, :-1] = np.maximum.accumulate(later[:, ::-1], axis=1)[:, ::-1][:, 1:]
    before = np.zeros_like(same)
    before[1:] = np.maximum.accumulate(later, axis=0)[:-1]
    chance = np.triu(np.maximum(after, before), 1)
    return np.asarray(np.clip(chance + chance.T, _SUREST, 1 - _SUREST))


def _kin(
    evidence: NDArray[np.float64],
    places: NDArray[np.intp],
    maps: Sequence[SlotMap],
    renewed: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Log-odds of one company, of whose titles a given share was renewed."""
    kept = _kept_or_renewed(evidence, renewed)
    ways = [_by_map(kept, places, slot_map) for slot_map in maps]
    usual = logsumexp([way for way, _ in ways], axis=0) + np.log(1 - _ANY_WAY)
    comparable = np.any([known for _, known in ways], axis=0)
    return np.where(comparable, np.logaddexp(usual, _any_way(kept, places)), np.nan)


def _times(places: NDArray[np.intp], titles: int) -> NDArray[np.float64]:
    """When each title was printed, in sheet sides from the first."""
    times = np.zeros(titles)
    for time, row in enumerate(places):
        times[row[row != NO_TITLE]] = time
    return times


def _kept_or_renewed(
    evidence: NDArray[np.float64], renewed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log-likelihood of two titles in one place of a company, against places of two companies."""
    odds = np.exp(np.clip(evidence, WORST, BEST))
    return np.asarray(np.log(renewed + (1 - renewed) * odds) - np.log(1 - LENT + LENT * odds))


def _by_map(
    kept: NDArray[np.float64], places: NDArray[np.intp], slot_map: SlotMap
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    total = np.full((len(places), len(places)), slot_map.log_prior)
    comparable = np.zeros(total.shape, dtype=bool)
    for slot, goes_to in enumerate(slot_map.slots):
        ours, theirs = places[:, slot], places[:, goes_to]
        here = kept[np.ix_(ours, theirs)]
        known = ~np.isnan(here) & (ours != NO_TITLE)[:, None] & (theirs != NO_TITLE)
        total += np.where(known, here, 0.0)
        comparable |= known
    return total, comparable


def _any_way(kept: NDArray[np.float64], places: NDArray[np.intp]) -> NDArray[np.float64]:
    """The best of all orders of titles, at the cost of the number of orders."""
    found = np.full((len(places), len(places)), -np.inf)
    titles = [row[row != NO_TITLE] for row in places]
    for one, ours in enumerate(titles):
        for other, theirs in enumerate(titles[:one]):
            between = kept[np.ix_(ours, theirs)]
            known = np.nan_to_num(between, nan=0.0)
            rows, columns = linear_sum_assignment(known, maximize=True)
            best = float(known[rows, columns].sum())
            found[one, other] = found[other, one] = best - _log_orders(~np.isnan(between))
    return np.asarray(found + np.log(_ANY_WAY))


def _log_orders(comparable: NDArray[np.bool_]) -> float:
    """How many orders of comparable titles there are, as a logarithm: texts are permuted apart."""
    texts = set(map(tuple, comparable.tolist()))
    return sum(lgamma(sum(text) + 1) for text in texts)
