"""What can be said where sets of titles do not recur: which titles do, and what comes nearest."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from formework.findings.phrases import count, listed
from formework.findings.rotation import read_lives

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use
    from formework.result import Result

_SHOWN = 3  # pairs of sheet sides that are named
_FEWEST_SHARED = 2  # titles two sheet sides must share to be named


@dataclass(frozen=True, slots=True)
class Nearest:
    """Two sheet sides that come nearest to sharing their titles, and the log-odds for it."""

    one: str
    other: str
    odds: float


def nearest_sides(result: Result, count: int = 5) -> tuple[Nearest, ...]:
    """The sheet sides of different skeletons that come nearest to having the same titles."""
    units = result.units
    skeletons = np.array([unit.skeleton for unit in units])
    apart = np.triu(skeletons[:, None] != skeletons, 1) & ~np.isnan(result.distances)
    pairs = np.argwhere(apart)
    # A distance is minus the logarithm of the probability to be the same.
    order = np.argsort(result.distances[apart], kind="stable")[:count]
    chances = np.clip(np.exp(-result.distances[apart][order]), 1e-12, 1 - 1e-12)
    log_odds = np.log(chances) - np.log1p(-chances)
    return tuple(
        Nearest(units[one].name, units[other].name, float(odds))
        for (one, other), odds in zip(pairs[order].tolist(), log_odds, strict=True)
    )


def not_established(uses: Sequence[Use], nearest: Sequence[Nearest], *, has_routine: bool) -> str:
    """Say that titles do not recur in sets, which return singly, and what would help."""
    skeletons = len({use.skeleton for use in uses})
    sets = len({use.label for use in uses})
    text = "The titles do not recur in sets that can be established: "
    if skeletons < len(uses):
        text += f"there are {count(sets, 'different set')} of titles, in "
        text += f"{count(skeletons, 'group')} that have some titles in common. This is no count of "
        text += "the printer's skeletons: it suggests single titles moved and replaced, or noise "
        text += "in the scans."
    else:
        text += "no two sheet sides have the same titles."
    lives = read_lives(uses)
    if lives:
        again = lives.titles - lives.once
        text += f" Of {count(lives.titles, 'different title')}, {again or 'none'} "
        text += f"return{'s' if again == 1 else ''} on another page."
    text += _nearest_words(uses, nearest)
    if not has_routine:
        text += " No regular order was found among those tested."
    return (
        f"{text} Scans of higher resolution, another copy or a longer run of pages could show more."
    )


def _nearest_words(uses: Sequence[Use], nearest: Sequence[Nearest]) -> str:
    """The sheet sides that share most titles; where none do, those nearest to it."""
    titles = [(use.side, {t.numeral for t in use.titles if t.numeral}) for use in uses]
    pairs = [
        (len(one & other), f"{side} and {beside}")
        for (side, one), (beside, other) in combinations(titles, 2)
    ]
    most = sorted(pairs, key=lambda pair: -pair[0])[:_SHOWN]
    shared = [f"{names} ({number})" for number, names in most if number >= _FEWEST_SHARED]
    if shared:
        return f" Most titles are shared by {listed(shared)}."
    own = {use.side for use in uses}
    near = [
        f"{pair.one} and {pair.other} (log-odds {pair.odds:+.0f})"
        for pair in nearest
        if {pair.one, pair.other} <= own
    ][:_SHOWN]
    return f" The sheet sides nearest to sharing their titles are {listed(near)}." if near else ""
