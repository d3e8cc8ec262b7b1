"""How sure the number of skeletons is: what other numbers near it would cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.result import RivalNumber
from formework.skeletons.linkage import link

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FARTHEST = 3  # skeletons more or fewer than found


def rival_numbers(
    evidence: NDArray[np.float64], groups: NDArray[np.intp]
) -> tuple[RivalNumber, ...]:
    """The numbers near the one found, each with what it would cost, in order.

    One fewer means taking two groups for one: it costs what they disagree, by
    the mean of their pairs, as if each pair of groups were one pair of sheet
    sides (the pairs repeat each other). One more means parting a group.
    """
    costs = {len(np.unique(groups)): 0.0}
    for change in (_part, _join):
        current, cost = groups, 0.0
        for _ in range(_FARTHEST):
            changed = change(evidence, current)
            if changed is None:
                break
            current, price = changed
            cost += max(price, 0.0)
            costs[len(np.unique(current))] = cost
    return tuple(RivalNumber(count, round(cost, 2)) for count, cost in sorted(costs.items()))


def _join(
    evidence: NDArray[np.float64], groups: NDArray[np.intp]
) -> tuple[NDArray[np.intp], float] | None:
    """Take the two groups for one that disagree least; `None` where none can be compared."""
    names = np.unique(groups)
    best: tuple[NDArray[np.intp], float] | None = None
    for place, one in enumerate(names):
        for other in names[:place]:
            between = evidence[np.ix_(groups == one, groups == other)]
            if np.isnan(between).all():
                continue
            price = -float(np.nanmean(between))
            if best is None or price < best[1]:
                best = np.where(groups == one, other, groups), price
    return best


def _part(
    evidence: NDArray[np.float64], groups: NDArray[np.intp]
) -> tuple[NDArray[np.intp], float] | None:
    """Part the group in two whose halves agree least; `None` where all are single."""
    best: tuple[NDArray[np.intp], float] | None = None
    for group in np.unique(groups):
        members = np.flatnonzero(groups == group)
        if len(members) < 2:
            continue
        halves = link(evidence[np.ix_(members, members)], groups=2)
        between = evidence[np.ix_(members[halves == 0], members[halves == 1])]
        price = float(np.nanmean(between)) if not np.isnan(between).all() else 0.0
        if best is None or price < best[1]:
            parted = groups.copy()
            parted[members[halves == 1]] = groups.max() + 1
            best = parted, price
    return best
