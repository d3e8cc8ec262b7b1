"""From titles to sheet sides: distances at corresponding places, reduced to one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.errors import InputError
from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


def combine(
    distances: NDArray[np.float64],
    places: NDArray[np.intp],
    *,
    order: float,
    turned: Sequence[int] | None = None,
) -> NDArray[np.float64]:
    """Reduce title distances, slot by slot, to distances between sheet sides.

    `distances` is (titles, titles), NaN where two titles are not comparable;
    `places` is (sides, slots) and holds the title in each slot, or `NO_TITLE`.
    The result is (sides, sides), NaN where two sides have no comparable slot
    in common. The higher the `order` of the norm, the more the worst slot
    decides (§3.1; the paper took 4); `inf` takes the worst alone.

    `turned`, slot by slot the place a title goes to in a turned chase, compares
    each pair both ways round and takes the nearer.

    Departure: a mean over the slots present, not a sum, so that a side with a
    chapter opening does not look nearer for having fewer titles. Where all
    sides are full it differs from the paper's norm by a constant factor.
    """
    if not order >= 1:
        raise InputError(f"a norm of order {order} is none", hint="give an order from 1, or inf")
    same = _reduce(distances, places, places, order)
    if turned is None:
        return same
    other_way = _reduce(distances, places, places[:, list(turned)], order)
    return np.fmin(same, np.fmin(other_way, other_way.T))


def _reduce(
    distances: NDArray[np.float64], ours: NDArray[np.intp], theirs: NDArray[np.intp], order: float
) -> NDArray[np.float64]:
    """The norm over slots of the distances between our title and theirs in the same slot."""
    shape = (len(ours), len(theirs))
    total, count, worst = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for slot in range(ours.shape[1]):
        mine, yours = ours[:, slot], theirs[:, slot]
        between = distances[np.ix_(mine, yours)]
        known = ~np.isnan(between) & (mine != NO_TITLE)[:, None] & (yours != NO_TITLE)
        between = np.where(known, between, 0.0)
        worst = np.maximum(worst, between)
        count += known
        if np.isfinite(order):
            total += between**order
    reduced = (total / np.maximum(count, 1)) ** (1 / order) if np.isfinite(order) else worst
    return np.where(count > 0, reduced, np.nan)
