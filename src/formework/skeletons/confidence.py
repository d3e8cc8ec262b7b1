"""Confidence a reader may trust, for sheet sides and for pairs of them.

How often evidence of so much was right was counted on simulated books of the
development universe, and is checked on others by `benchmarks/skeletons.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Evidence that two sides have the same titles, and the share of such pairs that had.
_PAIRS = (-12.0, -9.0, -6.0, -3.0, 0.0, 6.0, 9.0, 11.0, 13.0, 15.0, 17.0)
_PAIRS_RIGHT = (0.003, 0.083, 0.291, 0.609, 0.75, 0.80, 0.919, 0.973, 0.983, 0.989, 0.993)
# By how much a side is more akin to its own skeleton than to the next, and the share of such
# sides in the right skeleton, states aside.
_MARGINS = (0.0, 1.0, 3.0, 5.0, 7.0, 10.0, 16.0)
_MARGINS_RIGHT = (0.65, 0.70, 0.90, 0.95, 0.985, 0.99, 0.995)
_FARTHEST = 12.0  # evidence beyond this makes nothing surer


def pair_chances(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that two sides have the same titles, NaN where they cannot be compared."""
    chances = np.interp(evidence, _PAIRS, _PAIRS_RIGHT)
    return np.asarray(np.where(np.isnan(evidence), np.nan, chances))


def side_confidence(kinship: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """How sure the skeleton of each side is, its state aside, 0 to 1, (n)."""
    return np.asarray(np.interp(margins(kinship, groups), _MARGINS, _MARGINS_RIGHT))


def margins(evidence: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """By how much each side agrees better with its own group than with the next best, (n).

    A side alone is set against its best group: by how much it disagrees.
    """
    known = np.clip(np.nan_to_num(evidence, nan=-_FARTHEST), -_FARTHEST, _FARTHEST)
    np.fill_diagonal(known, 0.0)
    names = np.unique(groups)
    member_of = groups[:, None] == names
    sums = known @ member_of
    sizes = member_of.sum(axis=0) - member_of  # a side is no company for itself
    means = np.where(sizes > 0, sums / np.maximum(sizes, 1), -np.inf)
    own = np.where((sizes * member_of).sum(axis=1) > 0,
                   np.where(member_of, means, -np.inf).max(axis=1), 0.0)  # fmt: skip
    others = np.where(member_of, -np.inf, means).max(axis=1)
    return np.asarray(own - np.clip(others, -_FARTHEST, _FARTHEST))
