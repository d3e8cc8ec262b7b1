"""Skeletons and their states.

Sheet sides with the same titles are one state of one skeleton. Two states that
share about half of their titles, or more, are the same skeleton, partly reset.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from formework.skeletons.linkage import link
from formework.skeletons.numerals import number_by_appearance, roman

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Share of titles: half, less a little, as even titles that were kept are never quite certain.
_LEAST_SHARE_KEPT = 0.45


class SkeletonState(NamedTuple):
    """A skeleton by its numeral, and which of its states, from 1."""

    skeleton: str
    state: int


def name_states(groups: NDArray[np.intp], kept: NDArray[np.float64]) -> tuple[SkeletonState, ...]:
    """Name the skeleton and state of each sheet side, in order of first appearance.

    `groups` (n) number the sides with the same titles; `kept` (n, n) is the
    share of titles that two sides have in common.

    >>> half = np.array([[1, 0, 1, 0.5], [0, 1, 0, 0], [1, 0, 1, 0.5], [0.5, 0, 0.5, 1]])
    >>> [tuple(found) for found in name_states(np.array([0, 1, 0, 2]), half)]
    [('I', 1), ('II', 1), ('I', 1), ('I', 2)]
    """
    order = list(dict.fromkeys(groups.tolist()))
    kinship = np.array(
        [[_kinship(kept, groups == one, groups == other) for other in order] for one in order]
    )
    families = link(kinship, threshold=_LEAST_SHARE_KEPT)
    numbers: dict[int, int] = {}
    states: dict[int, int] = {}
    names: dict[int, SkeletonState] = {}
    for group, family in zip(order, families.tolist(), strict=True):
        skeleton = numbers.setdefault(family, len(numbers) + 1)
        states[family] = states.get(family, 0) + 1
        names[group] = SkeletonState(roman(skeleton), states[family])
    return tuple(names[group] for group in groups.tolist())


def _kinship(
    kept: NDArray[np.float64], ours: NDArray[np.bool_], theirs: NDArray[np.bool_]
) -> float:
    """The share of titles kept between two states, each side set against its nearest."""
    between = kept[np.ix_(ours, theirs)]
    return float((between.max(axis=0).mean() + between.max(axis=1).mean()) / 2)


def name_skeletons(groups: NDArray[np.intp]) -> tuple[SkeletonState, ...]:
    """Name each group as a skeleton of its own, in order of first appearance."""
    return tuple(SkeletonState(numeral, 1) for numeral in number_by_appearance(groups.tolist()))
