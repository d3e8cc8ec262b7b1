"""Calibrated confidence of sheet sides and of pairs of them.

The tables say how often a given amount of evidence was right on simulated
books of the development universe. `benchmarks/skeletons.py` prints the same
counts for the test universes, as a check.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Log-odds that two sides have the same titles, and the share of such pairs that had.
_PAIR_EVIDENCE = (-12.0, -9.0, -6.0, -3.0, 0.0, 6.0, 9.0, 11.0, 13.0, 15.0, 17.0)
_PAIR_SHARES_RIGHT = (0.003, 0.083, 0.291, 0.609, 0.75, 0.80, 0.919, 0.973, 0.983, 0.989, 0.993)
# By how much a side is more akin to its own skeleton than to the next (log-odds, see `margins`),
# and the share of such sides in the right skeleton, states aside.
_SIDE_MARGINS = (0.0, 1.0, 3.0, 5.0, 7.0, 10.0, 16.0)
_SIDE_SHARES_RIGHT = (0.65, 0.70, 0.90, 0.95, 0.985, 0.99, 0.995)
_EVIDENCE_LIMIT = 12.0  # log-odds; stronger evidence does not make a side more certain


def pair_chances(evidence: NDArray[np.float64]) -> NDArray[np.float64]:
    """The probability that two sides have the same titles; NaN where they are not comparable."""
    chances = np.interp(evidence, _PAIR_EVIDENCE, _PAIR_SHARES_RIGHT)
    return np.asarray(np.where(np.isnan(evidence), np.nan, chances))


def side_confidence(kinship: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """The confidence of each side's skeleton, its state aside, 0 to 1, (n)."""
    return np.asarray(np.interp(margins(kinship, groups), _SIDE_MARGINS, _SIDE_SHARES_RIGHT))


def margins(evidence: NDArray[np.float64], groups: NDArray[np.intp]) -> NDArray[np.float64]:
    """The mean evidence of each side for its own group, minus that for the next best, (n).

    For a side alone in its group, the first term is 0.
    """
    known = np.nan_to_num(evidence, nan=-_EVIDENCE_LIMIT).clip(-_EVIDENCE_LIMIT, _EVIDENCE_LIMIT)
    np.fill_diagonal(known, 0.0)
    names = np.unique(groups)
    member_of = groups[:, None] == names
    sums = known @ member_of
    sizes = member_of.sum(axis=0) - member_of  # a side does not count as its own company
    means = np.where(sizes > 0, sums / np.maximum(sizes, 1), -np.inf)
    own = np.where((sizes * member_of).sum(axis=1) > 0,
                   np.where(member_of, means, -np.inf).max(axis=1), 0.0)  # fmt: skip
    others = np.where(member_of, -np.inf, means).max(axis=1)
    return np.asarray(own - np.clip(others, -_EVIDENCE_LIMIT, _EVIDENCE_LIMIT))
