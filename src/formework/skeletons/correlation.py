"""Correlation clustering: the evidence decides the number of groups (Bansal et al. 2004).

Maximises the sum of the evidence within groups, by merging groups and moving
members, restarted several times from a perturbed copy of the best grouping.
A member that agrees with no other forms a group of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.skeletons.linkage import link

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PERTURBED_SHARE = 0.2  # share of the members moved at random before each restart
# Restarts: 12 + 300/n. Small books are the least stable, and the cheapest to cluster again.
_RESTARTS = 12
_RESTARTS_BY_SIZE = 300
_GAIN_TOLERANCE = 1e-9  # log-odds; a smaller gain is rounding error


def correlate(evidence: NDArray[np.float64], *, seed: int = 0) -> NDArray[np.intp]:
    """Group members by evidence (n, n): positive for together, negative for apart.

    Returns the group of each member, (n).
    """
    pull = evidence.copy()
    np.fill_diagonal(pull, 0.0)
    draw = np.random.default_rng(seed)
    best = _improve(pull, link(pull, threshold=0.0), draw)
    for _ in range(_RESTARTS + _RESTARTS_BY_SIZE // max(len(pull), 1)):
        perturbed = best.copy()
        moved = draw.random(len(best)) < _PERTURBED_SHARE
        perturbed[moved] = draw.integers(len(best), size=int(moved.sum()))
        tried = _improve(pull, perturbed, draw)
        if agreement_within(pull, tried) > agreement_within(pull, best) + _GAIN_TOLERANCE:
            best = tried
    return best


def agreement_within(evidence: NDArray[np.float64], groups: NDArray[np.intp]) -> float:
    """The sum of the evidence within groups, each pair once."""
    together = groups[:, None] == groups
    return float(evidence[together].sum() - np.trace(evidence)) / 2


def _improve(
    pull: NDArray[np.float64], groups: NDArray[np.intp], draw: np.random.Generator
) -> NDArray[np.intp]:
    """Move members and merge groups until neither gains."""
    while True:
        moved = _move(pull, groups, draw)
        merged = _merge(pull, moved)
        if np.array_equal(merged, moved) and np.array_equal(moved, _dense(groups)):
            return merged
        groups = merged


def _dense(groups: NDArray[np.intp]) -> NDArray[np.intp]:
    """Groups renumbered from 0 without gaps."""
    return np.unique(groups, return_inverse=True)[1].ravel()


def _move(
    pull: NDArray[np.float64], groups: NDArray[np.intp], draw: np.random.Generator
) -> NDArray[np.intp]:
    """Move every member to the group with the most evidence for it, or to a group of its own."""
    groups = _dense(groups)
    member_of = np.eye(len(groups))[groups]  # as many columns as members; unused ones stay empty
    pulls = pull @ member_of
    sizes = member_of.sum(axis=0)
    settled = False
    while not settled:
        settled = True
        for member in draw.permutation(len(groups)):
            here = groups[member]
            # An empty group has evidence 0; any of them can become a group of its own.
            there = int(np.argmax(pulls[member]))
            if pulls[member, there] > pulls[member, here] + _GAIN_TOLERANCE and (
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
    """Merge the pair of groups that gains most, until no pair gains."""
    groups = groups.copy()
    member_of = np.eye(int(groups.max()) + 1)[groups]
    between = member_of.T @ pull @ member_of
    np.fill_diagonal(between, -np.inf)
    while between.max() > _GAIN_TOLERANCE:
        one, other = np.unravel_index(int(np.argmax(between)), between.shape)
        groups[groups == other] = one
        between[one] += between[other]
        between[:, one] += between[:, other]
        between[other] = between[:, other] = -np.inf
        between[one, one] = -np.inf
    return _dense(groups)
