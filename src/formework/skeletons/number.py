"""How sure the number of skeletons is: which other numbers are nearly as good."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.skeletons.linkage import link

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_FARTHEST = 3  # skeletons more or fewer than found
_NEARLY = 3.0  # log-odds: a number that costs less is nearly as good


@dataclass(frozen=True, slots=True)
class Number:
    """A number of skeletons, and the log-odds of the best against it."""

    count: int
    cost: float

    @property
    def nearly_as_good(self) -> bool:
        """Whether it could as well be this."""
        return self.cost < _NEARLY


def rival_numbers(evidence: NDArray[np.float64], groups: NDArray[np.intp]) -> tuple[Number, ...]:
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
    return tuple(Number(count, round(cost, 2)) for count, cost in sorted(costs.items()))


def describe_number(numbers: Sequence[Number]) -> str:
    """Say how sure the number is.

    >>> describe_number((Number(3, 8.0), Number(4, 0.0), Number(5, 2.1)))
    '4 skeletons; 5 would do nearly as well'
    """
    best = min(numbers, key=lambda number: number.cost)
    others = [str(n.count) for n in numbers if n.nearly_as_good and n.count != best.count]
    told = f"{best.count} skeleton{'s' if best.count > 1 else ''}"
    if others:
        return f"{told}; {' or '.join(others)} would do nearly as well"
    return f"{told}, and no other number would do nearly as well"


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
