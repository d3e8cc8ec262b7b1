"""Correlation clustering: as many groups as the evidence asks for (Bansal et al. 2004).

The sum of the evidence within groups is made as large as possible: by merging
groups and moving members, begun anew several times from a disturbed best.
What agrees with nothing stays alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.skeletons.linkage import link

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DISTURBED = 0.2  # share of the members moved at random before a new beginning
_BEGINNINGS, _SMALL = 12, 300  # times begun anew, and how many more, over the number of members
_LEAST = 1e-9  # a gain smaller than this is none


def correlate(evidence: NDArray[np.float64], *, seed: int = 0) -> NDArray[np.intp]:
    """Group members by evidence (n, n): positive for together, negative for apart.

    Returns the group of each member, (n).
    """
    pull = evidence.copy()
    np.fill_diagonal(pull, 0.0)
    draw = np.random.default_rng(seed)
    best = _improve(pull, link(pull, threshold=0.0), draw)
    # Small books are the least stable, and the cheapest to try again.
    for _ in range(_BEGINNINGS + _SMALL // max(len(pull), 1)):
        disturbed = best.copy()
        moved = draw.random(len(best)) < _DISTURBED
        disturbed[moved] = draw.integers(len(best), size=int(moved.sum()))
        tried = _improve(pull, disturbed, draw)
        if agreement_within(pull, tried) > agreement_within(pull, best) + _LEAST:
            best = tried
    return best


def agreement_within(evidence: NDArray[np.float64], groups: NDArray[np.intp]) -> float:
    """The sum of the evidence within groups, each pair once."""
    together = groups[:, None] == groups
    return float(evidence[together].sum() - np.trace(evidence)) / 2


def _improve(
    pull: NDArray[np.float64], groups: NDArray[np.intp], draw: np.random.Generator
) -> NDArray[np.intp]:
    """Move members and merge groups until nothing gains."""
    while True:
        moved = _move(pull, groups, draw)
        merged = _merge(pull, moved)
        if np.array_equal(merged, moved) and np.array_equal(moved, _dense(groups)):
            return merged
        groups = merged


def _dense(groups: NDArray[np.intp]) -> NDArray[np.intp]:
    """Groups numbered from 0 without holes."""
    return np.unique(groups, return_inverse=True)[1].ravel()


def _move(
    pull: NDArray[np.float64], groups: NDArray[np.intp], draw: np.random.Generator
) -> NDArray[np.intp]:
    """Let every member go where it is pulled most, or alone where nothing pulls it."""
    groups = _dense(groups)
    member_of = np.eye(len(groups))[groups]  # as many columns as members: some stay empty
    pulls = pull @ member_of
    sizes = member_of.sum(axis=0)
    settled = False
    while not settled:
        settled = True
        for member in draw.permutation(len(groups)):
            here = groups[member]
            # An empty group pulls with nothing; any one stands for being alone.
            there = int(np.argmax(pulls[member]))
            if pulls[member, there] > pulls[member, here] + _LEAST and (
                sizes[there] > 0 or sizes[here] > 1
            ):
                groups[member] = there
                pulls[:, here] -= pull[:, member]
                pulls[:, there] += pull[:, member]
                sizes[here] -= 1
                sizes[there] += 1
                settled = False
    return _dense(groups)


def _merge(pull: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.intp]:
    """Merge the two groups that gain most, as long as any gain."""
    groups = groups.copy()
    member_of = np.eye(int(groups.max()) + 1)[groups]
    between = member_of.T @ pull @ member_of
    np.fill_diagonal(between, -np.inf)
    while between.max() > _LEAST:
        one, other = np.unravel_index(int(np.argmax(between)), between.shape)
        groups[groups == other] = one
        between[one] += between[other]
        between[:, one] += between[:, other]
        between[other] = between[:, other] = -np.inf
        between[one, one] = -np.inf
    return _dense(groups)
