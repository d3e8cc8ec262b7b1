"""How often a random sequence would show as much: random sequences compared with the book's."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from formework.findings.uses import Use

LIMIT = 0.05  # what chance alone shows more often than this is no finding
_DRAWS = 500
_SEED = 1  # the same findings for the same table


def by_sheet(uses: Sequence[Use], labels: Sequence[str]) -> list[tuple[str, ...]]:
    """The skeletons of each sheet, its one or two sides in order."""
    sheets: dict[int, list[str]] = {}
    for use, label in zip(uses, labels, strict=True):
        sheets.setdefault(use.sheet, []).append(label)
    return [tuple(sheet) for sheet in sheets.values()]


def turn_taking(sheets: Sequence[tuple[str, ...]]) -> int:
    """How well skeletons take turns: different ones on the two sides of a sheet, all within two."""
    apart = sum(len(set(sheet)) for sheet in sheets)
    return apart + sum(len({*one, *two}) for one, two in pairwise(sheets))


def sets_that_never_meet(sheets: Sequence[tuple[str, ...]]) -> list[frozenset[str]]:
    """Skeletons joined when they share a sheet: the sets that result, by first appearance."""
    sets: list[frozenset[str]] = []
    for sheet in sheets:
        met = [known for known in sets if known & set(sheet)]
        merged = frozenset(sheet).union(*met)
        place = sets.index(met[0]) if met else len(sets)
        sets = [known for known in sets if known not in met]
        sets.insert(place, merged)
    return sets


def chance_of_turns(uses: Sequence[Use]) -> float:
    """How often skeletons drawn at random, side by side, take turns as well as these do."""
    labels = [use.skeleton for use in uses]
    team = sorted(set(labels))
    shown = turn_taking(by_sheet(uses, labels))
    draw = np.random.default_rng(_SEED)
    drawn = (draw.choice(team, len(uses)).tolist() for _ in range(_DRAWS))
    return _share(turn_taking(by_sheet(uses, labels)) >= shown for labels in drawn)


def chance_of_sets(uses: Sequence[Use], wanted: int) -> float:
    """How often the same uses, shuffled, fall into as many sets of skeletons that never meet."""
    labels = [use.skeleton for use in uses]
    draw = np.random.default_rng(_SEED)
    shuffled = (draw.permutation(labels).tolist() for _ in range(_DRAWS))
    return _share(len(significant_sets(by_sheet(uses, labels))) >= wanted for labels in shuffled)


def significant_sets(sheets: Sequence[tuple[str, ...]]) -> list[frozenset[str]]:
    """Sets that never meet, of at least two sheets each.

    Skeletons that print both sides of every sheet alone never meet another by
    their nature: at least one set must hold two.
    """
    sets = sets_that_never_meet(sheets)
    printed = Counter(known for sheet in sheets for known in sets if known & set(sheet))
    lasting = [known for known in sets if printed[known] > 1]
    return lasting if any(len(known) > 1 for known in lasting) else []


def _share(shown: Iterable[bool]) -> float:
    """The share of draws that show it; never 0, since not all were drawn."""
    return (sum(shown) + 1) / (_DRAWS + 1)
