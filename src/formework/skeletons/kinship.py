"""Kinship of sheet sides: do their titles belong to one company, some renewed, some moved?

A company keeps most of its titles from one use to the next, but not always in
their slots: the chase is turned round, two titles change places, each passes
one place on. Every way is weighed; the rarer it is, the more it must explain.
"""

from __future__ import annotations

from math import lgamma
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import linear_sum_assignment
from scipy.special import logsumexp

from formework.kernels.combine import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.kernels.agreement import SlotMap

# Share of the titles of a company that differ between two of its uses: near each other, and far
# apart; it rises from one to the other over so many sheet sides.
NEAR, FAR, OVER = 0.35, 0.6, 30.0
LENT = 0.04  # share of the titles that two companies have in common: one may borrow from another
WORST, BEST = -6.0, 12.0  # log-odds: one title may have been misread, so none decides alone
_ANY_WAY = 0.05  # share of uses in which titles stand in an order no usual way explains


def kin(
    evidence: NDArray[np.float64], places: NDArray[np.intp], maps: Sequence[SlotMap]
) -> NDArray[np.float64]:
    """Log-odds that two sides show one company of titles, (sides, sides).

    `evidence` is (titles, titles), NaN where two titles cannot be compared;
    `places` (sides, slots) holds the title in each slot or `NO_TITLE`. NaN
    where two sides have no comparable title.
    """
    kept = _kept_or_renewed(evidence, _times(places, len(evidence)))
    ways = [_by_map(kept, places, slot_map) for slot_map in maps]
    usual = logsumexp([way for way, _ in ways], axis=0) + np.log(1 - _ANY_WAY)
    comparable = np.any([known for _, known in ways], axis=0)
    found = np.where(comparable, np.logaddexp(usual, _any_way(kept, places)), np.nan)
    np.fill_diagonal(found, np.nan)
    return found


def _times(places: NDArray[np.intp], titles: int) -> NDArray[np.float64]:
    """When each title was printed, in sheet sides from the first."""
    times = np.zeros(titles)
    for time, row in enumerate(places):
        times[row[row != NO_TITLE]] = time
    return times


def _kept_or_renewed(
    evidence: NDArray[np.float64], times: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Log-likelihood of two titles in one place of a company, against places of two companies."""
    odds = np.exp(np.clip(evidence, WORST, BEST))
    apart = np.abs(np.subtract.outer(times, times))
    renewed = NEAR + (FAR - NEAR) * -np.expm1(-apart / OVER)
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
    """The best order of titles whatever, paid for by the number of orders there are."""
    found = np.full((len(places), len(places)), -np.inf)
    titles = [row[row != NO_TITLE] for row in places]
    for one, ours in enumerate(titles):
        for other, theirs in enumerate(titles[:one]):
            between = kept[np.ix_(ours, theirs)]
            known = np.nan_to_num(between, nan=0.0)
            rows, columns = linear_sum_assignment(known, maximize=True)
            best = float(known[rows, columns].sum())
            found[one, other] = found[other, one] = best - _log_orders(~np.isnan(between))
    return found + np.log(_ANY_WAY)


def _log_orders(comparable: NDArray[np.bool_]) -> float:
    """How many orders of comparable titles there are, as a logarithm: texts are permuted apart."""
    texts = set(map(tuple, comparable.tolist()))
    return sum(lgamma(sum(text) + 1) for text in texts)
