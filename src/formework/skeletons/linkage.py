"""Average linkage on evidence: groups are merged in order of their mean evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import squareform

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEVER = -1e3  # log-odds of members that cannot be in one group, or cannot be compared


def link(
    evidence: NDArray[np.float64], *, groups: int | None = None, threshold: float | None = None
) -> NDArray[np.intp]:
    """Group members by evidence (n, n), into `groups` groups or down to a `threshold`.

    With `threshold`, groups are merged while their mean evidence is above it.
    Returns the group of each member, (n), from 0.
    """
    if len(evidence) < 2:
        return np.zeros(len(evidence), dtype=np.intp)
    known = np.where(np.isnan(evidence), NEVER, np.maximum(evidence, NEVER))
    highest = float(known.max())
    apart = highest - (known + known.T) / 2
    np.fill_diagonal(apart, 0.0)
    tree = linkage(squareform(apart, checks=False), "average")
    if groups is not None:
        found = fcluster(tree, groups, "maxclust")
    else:
        found = fcluster(tree, highest - (threshold or 0.0), "distance")
    return np.asarray(found - 1, dtype=np.intp)
