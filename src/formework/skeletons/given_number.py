"""Reaching a given number of sets of titles: joining or parting what the evidence says least about.

States of a skeleton are joined only with the state before or after, so that
they always run in time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from formework.errors import InputError
from formework.skeletons.linkage import link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.skeletons.constraints import Bound


@dataclass(frozen=True, slots=True)
class TitleSet:
    """Sides with the same titles, in order of time: one state of a skeleton."""

    skeleton: int
    sides: tuple[int, ...]


def reach_sets(
    same: NDArray[np.float64],
    sets: Sequence[TitleSet],
    count: int,
    decided: Bound | None = None,
) -> tuple[TitleSet, ...]:
    """Join or part sets until there are so many; what is `decided` stays together or apart.

    `same` (sides, sides) is the evidence that two sides have the same titles,
    NaN where they cannot be compared. Fewer than can be compared at all cannot
    be reached.
    """
    sides = sum(len(own.sides) for own in sets)
    if not 1 <= count <= sides:
        raise InputError(
            f"{count} skeletons for {sides} sheet sides",
            hint="give from one skeleton to as many as there are sheet sides",
        )
    current = list(sets) if decided is None else _gather_decided(sets, decided)
    while len(current) != count:
        steps = _partings(same, current) if len(current) < count else _joints(same, current)
        if decided is not None:
            steps = (s for s in steps if decided.allows([own.sides for own in s[1]]))
        cheapest = min(steps, key=lambda step: step[0], default=None)
        if cheapest is None and decided is not None and not decided.is_free:
            raise InputError(
                f"the decisions on sheet sides leave {len(current)} skeletons, not {count}",
                hint="give another number, or undo decisions in decisions.jsonl",
            )
        if cheapest is None:
            break
        current = cheapest[1]
    return tuple(current)


def _gather_decided(sets: Sequence[TitleSet], decided: Bound) -> list[TitleSet]:
    """Join the states of a skeleton that hold sides decided to be of one skeleton.

    Where the number is given, each state counts as a skeleton of its own.
    """
    same, _ = decided.pairs()
    gathered = list(sets)
    for one, other in combinations(sets, 2):
        if not same[np.ix_(one.sides, other.sides)].any():
            continue
        first, last = sorted((one.sides, other.sides))
        between = [
            own for own in gathered
            if own.skeleton == one.skeleton
            and own.sides[-1] >= first[0]
            and own.sides[0] <= last[0]
        ]  # fmt: skip
        together = tuple(sorted(side for own in between for side in own.sides))
        gathered = [own for own in gathered if own not in between]
        gathered.append(TitleSet(one.skeleton, together))
    return gathered


def _joints(
    same: NDArray[np.float64], sets: Sequence[TitleSet]
) -> Iterator[tuple[float, list[TitleSet]]]:
    """All ways to take two sets for one, each with what it costs."""
    states = {own.skeleton: [s for s in sets if s.skeleton == own.skeleton] for own in sets}
    for one, other in combinations(sets, 2):
        earlier, later = sorted((one, other), key=lambda own: own.sides)
        ours, theirs = states[earlier.skeleton], states[later.skeleton]
        if ours is theirs or earlier.skeleton == later.skeleton:
            ordered = sorted(ours, key=lambda own: own.sides)
            fits = ordered.index(later) - ordered.index(earlier) == 1
        else:
            follows = max(ours, key=lambda own: own.sides) == earlier and later == min(
                theirs, key=lambda own: own.sides
            )
            fits = len(ours) == len(theirs) == 1 or (follows and _ends(ours) < later.sides[0])
        price = _mean(same, earlier.sides, later.sides)
        if fits and price is not None:
            yield -price, _joined(sets, earlier, later)


def _ends(states: Sequence[TitleSet]) -> int:
    return max(own.sides[-1] for own in states)


def _joined(sets: Sequence[TitleSet], earlier: TitleSet, later: TitleSet) -> list[TitleSet]:
    both = TitleSet(earlier.skeleton, tuple(sorted(earlier.sides + later.sides)))
    rest = [
        replace(own, skeleton=earlier.skeleton) if own.skeleton == later.skeleton else own
        for own in sets
        if own not in (earlier, later)
    ]
    return [*rest, both]


def _partings(
    same: NDArray[np.float64], sets: Sequence[TitleSet]
) -> Iterator[tuple[float, list[TitleSet]]]:
    """All ways to part a set, in time or by likeness, each with what it costs."""
    new = max(own.skeleton for own in sets) + 1
    for own in sets:
        rest = [other for other in sets if other != own]
        for at in range(1, len(own.sides)):
            before, after = own.sides[:at], own.sides[at:]
            price = _mean(same, before, after) or 0.0
            states = [replace(own, sides=before), replace(own, sides=after)]
            yield price, [*rest, *states]
        if len(own.sides) > 2:
            halves = link(same[np.ix_(own.sides, own.sides)], groups=2)
            one, other = (
                tuple(side for side, half in zip(own.sides, halves, strict=True) if half == number)
                for number in (0, 1)
            )
            if one and other:
                price = _mean(same, one, other) or 0.0
                yield price, [*rest, replace(own, sides=one), TitleSet(new, other)]


def _mean(same: NDArray[np.float64], ours: Sequence[int], theirs: Sequence[int]) -> float | None:
    between = same[np.ix_(ours, theirs)]
    return None if np.isnan(between).all() else float(np.nanmean(between))
