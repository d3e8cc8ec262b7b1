"""Rotation of single titles: after how many sheet sides they return.

Where titles are replaced one by one, no set returns whole, but titles do:
sides three apart share four titles of eight, while neighbours share none. How
many titles sides share at each distance is compared with the same sides in
shuffled order.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, skeletons, span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.findings.uses import Use

PERIODS = range(2, 7)  # sheet sides after which titles may return: longer ones were never seen
_MORE = 0.75  # titles that sides a period apart must share beyond others, to belong to a stretch
FEWEST_SIDES = 10  # sheet sides below which no rotation is looked for
_LIMIT = 0.001  # how often shuffled sides may show as much: many books will be read
_DRAWS = 4999  # with fewer, the limit would hang on a single shuffle
_SEED = 1  # the same findings for the same table


@dataclass(frozen=True, slots=True)
class Rotation:
    """Titles that return after `period` sides, over the stretch from `start` to `stop`.

    `shared` is how many titles sides a period apart have in common on average,
    `others` sides nearer to each other; `chance` how often shuffled sides show
    as much.
    """

    period: int
    start: int
    stop: int
    shared: float
    others: float
    chance: float


@dataclass(frozen=True, slots=True)
class Lives:
    """How single titles live: how many there are, how often used, over how many sheet sides."""

    titles: int
    once: int
    uses: float
    span: float


def read_lives(uses: Sequence[Use]) -> Lives | None:
    """How the titles of a section live; `None` where none is known."""
    places: dict[str, list[int]] = {}
    for place, use in enumerate(uses):
        for title in use.titles:
            if title.numeral:
                places.setdefault(title.numeral, []).append(place)
    if not places:
        return None
    lasting = [own for own in places.values() if len(own) > 1]
    return Lives(
        len(places),
        len(places) - len(lasting),
        median(map(len, places.values())),
        median([own[-1] - own[0] + 1 for own in lasting] or [1]),
    )


def read_rotation(uses: Sequence[Use]) -> tuple[Rotation, ...]:
    """The rotations of a section: the clearest, then those before and after it."""
    if len(uses) < FEWEST_SIDES:
        return ()
    shared = _shared(uses)
    # Sides that share more than half their titles say no more of the rhythm: a few of them
    # would outweigh many that share some.
    counted = np.minimum(shared, shared.max() / 2)
    worth, period, start, stop = _clearest(counted)
    if not worth:
        return ()
    chance = _chance(counted, worth)
    if chance > _LIMIT:
        return ()
    near = [
        float(np.diagonal(shared[start:stop, start:stop], distance).mean())
        for distance in range(1, period + 1)
    ]
    found = Rotation(period, start, stop, near[-1], max(near[:-1]), chance)
    return (*_beside(uses[:start], 0), found, *_beside(uses[stop:], stop))


def _beside(uses: Sequence[Use], start: int) -> tuple[Rotation, ...]:
    """Rotations before or after one that was found: the rhythm may have changed there."""
    return tuple(
        replace(found, start=found.start + start, stop=found.stop + start)
        for found in read_rotation(uses)
    )


def _chance(shared: NDArray[np.float64], worth: float) -> float:
    """How often shuffled sides show a rotation as clear; above the limit, at least so often."""
    draw = np.random.default_rng(_SEED)
    as_clear = 0
    for _ in range(_DRAWS):
        order = draw.permutation(len(shared))
        as_clear += _clearest(shared[np.ix_(order, order)])[0] >= worth
        if as_clear + 1 > _LIMIT * (_DRAWS + 1):
            break
    return (as_clear + 1) / (_DRAWS + 1)


def _shared(uses: Sequence[Use]) -> NDArray[np.float64]:
    """How many titles two sides have in common, (uses, uses)."""
    sets = [{title.numeral for title in use.titles if title.numeral} for use in uses]
    return np.array([[float(len(one & other)) for other in sets] for one in sets])


def _clearest(shared: NDArray[np.float64]) -> tuple[float, int, int, int]:
    """The clearest rotation of all periods: its worth, period, start and stop; 0 for none.

    Shorter stretches are not looked at: they would hide a longer one.
    """
    best = (0.0, 0, 0, 0)
    for period in PERIODS:
        along = np.diagonal(shared, period)
        # Nearer neighbours must not share them: else the titles just stay.
        nearer = np.max(
            [np.diagonal(shared, near)[: len(along)] for near in range(1, period)], axis=0
        )
        worth, start, stop = _best_stretch(along - nearer - _MORE, FEWEST_SIDES - period)
        if worth > best[0]:
            best = (worth, period, start, stop + period)
    return best


def _best_stretch(gains: NDArray[np.float64], shortest: int) -> tuple[float, int, int]:
    """The stretch of at least `shortest` gains with the greatest sum: its sum, start and stop."""
    sums = np.concatenate([[0.0], np.cumsum(gains)])
    lowest = np.minimum.accumulate(sums)[:-shortest]
    stop = shortest + int(np.argmax(sums[shortest:] - lowest))
    start = int(np.argmin(sums[: stop - shortest + 1]))
    return float(sums[stop] - sums[start]), start, stop


def rotation_findings(uses: Sequence[Use], least: int = PERIODS[0]) -> Iterator[Finding]:
    """The rotations of a section with a period of at least `least` sheet sides."""
    for found in read_rotation(uses):
        if found.period < least:
            continue
        own = uses[found.start : found.stop]
        slots = Counter(len(use.titles) for use in own).most_common(1)[0][0]
        text = (
            f"From {span(own)} single titles return after {count(found.period, 'sheet side')}, "
            f"not always as whole sets: sides this far apart share {found.shared:.1f} titles of "
            f"{slots} on average, nearer ones {found.others:.1f}."
        )
        names = [use.skeleton for use in own]
        if len(set(names)) == found.period and names[found.period :] == names[: -found.period]:
            text += f" {skeletons(names[: found.period])} follow each other in this order."
        yield Finding(
            Kind.ROTATION, own[0].section, tuple(dict.fromkeys(use.skeleton for use in own)),
            tuple(use.side for use in own), tuple(page for use in own for page in use.pages),
            text, round(sum(use.confidence for use in own) / len(own), 4), round(found.chance, 4),
        )  # fmt: skip
