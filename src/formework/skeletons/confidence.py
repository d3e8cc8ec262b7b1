"""Confidence a reader may trust, for sheet sides and for pairs of them.

How evidence translates into being right was settled on simulated books of the
development universe (`benchmarks/confidence.py`), and checked on others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Log-odds of being right = slope x evidence + level.
_PAIR_SLOPE, _PAIR_LEVEL = 1.0, 0.0
_SIDE_SLOPE, _SIDE_LEVEL = 0.5, 0.0
_FARTHEST = 12.0  # evidence beyond this makes nothing surer


def pair_chances(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """The chance that two sides have the same titles, by the evidence between them."""
    return np.asarray(expit(_PAIR_SLOPE * evidence + _PAIR_LEVEL))


def side_confidence(
    evidence: NDArray[np.float64], groups: NDArray[np.intp]
) -> NDArray[np.float64]:
    """How sure the skeleton of each side is, 0 to 1, (n)."""
    return np.asarray(expit(_SIDE_SLOPE * margins(evidence, groups) + _SIDE_LEVEL))


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
