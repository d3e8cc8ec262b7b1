"""Companies followed through time: one that continues another is the same company.

Titles are replaced one by one, so the first and the last use of a company may
have no title in common. Where one group of sheet sides ends and the next begins
with most of its titles, the two are one company, whatever their distant uses say.
"""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.skeletons.constraints import Bound

_CONTINUED = 5.0  # log-odds of one company that adjoining uses of two groups must reach


def join_chains(
    groups: NDArray[np.intp], kinship: NDArray[np.float64], decided: Bound
) -> NDArray[np.intp]:
    """Join groups of sides where each use that adjoins the other group is akin to it.

    `groups` (sides) numbers the group of each side, sides in order of printing;
    `kinship` (sides, sides) are log-odds of one company. What was `decided` holds.
    """
    joined = groups.copy()
    while True:
        found = [
            (_continuity(joined, kinship, one, other), one, other)
            for one, other in combinations(np.unique(joined).tolist(), 2)
        ]
        allowed = [(worth, one, other) for worth, one, other in found if worth >= _CONTINUED]
        for _, one, other in sorted(allowed, reverse=True):
            tried = np.where(joined == other, one, joined)
            if decided.allows([np.flatnonzero(tried == own).tolist() for own in np.unique(tried)]):
                joined = tried
                break
        else:
            return joined


def _continuity(
    groups: NDArray[np.intp], kinship: NDArray[np.float64], one: int, other: int
) -> float:
    """The least kinship between uses that adjoin, where the uses of two groups are put together."""
    together = np.flatnonzero((groups == one) | (groups == other))
    adjoining = [(a, b) for a, b in pairwise(together) if groups[a] != groups[b]]
    return float(np.nan_to_num([kinship[a, b] for a, b in adjoining], nan=-np.inf).min())
