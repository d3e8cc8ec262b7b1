"""The paper's norm: combines distances between titles into distances between sheet sides."""

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
    """Combine the distances between titles, slot by slot, into distances between sheet sides.

    `distances` is (titles, titles), NaN where two titles are not comparable.
    `places` (sides, slots) is the index of the title in each slot, or
    `NO_TITLE`. The result is (sides, sides), NaN where two sides share no
    comparable slot. The higher the `order` of the norm, the more the largest
    distance counts (§3.1; the paper uses 4); with `inf`, only the largest does.

    With `turned`, for each slot the slot of its title in a turned chase, each
    pair is compared both ways, and the smaller distance counts.

    Departure: a mean over the slots present, not a sum, so that a side with a
    chapter opening is not closer for having fewer titles. If all slots are
    full, this differs from the paper's norm by a constant factor.
    """
    if not order >= 1:
        raise InputError(
            f"the order of a norm must be at least 1, but is {order}",
            hint="give a number from 1, or inf",
        )
    same = _reduce(distances, places, places, order)
    if turned is None:
        return same
    other_way = _reduce(distances, places, places[:, list(turned)], order)
    return np.fmin(same, np.fmin(other_way, other_way.T))


def _reduce(
    distances: NDArray[np.float64], places: NDArray[np.intp], others: NDArray[np.intp], order: float
) -> NDArray[np.float64]:
    """The norm over slots of the distances between titles in corresponding slots."""
    shape = (len(places), len(others))
    total, count, worst = np.zeros(shape), np.zeros(shape), np.zeros(shape)
    for slot in range(places.shape[1]):
        rows, columns = places[:, slot], others[:, slot]
        between = distances[np.ix_(rows, columns)]
        known = ~np.isnan(between) & (rows != NO_TITLE)[:, None] & (columns != NO_TITLE)
        between = np.where(known, between, 0.0)
        worst = np.maximum(worst, between)
        count += known
        if np.isfinite(order):
            total += between**order
    reduced = (total / np.maximum(count, 1)) ** (1 / order) if np.isfinite(order) else worst
    return np.where(count > 0, reduced, np.nan)
