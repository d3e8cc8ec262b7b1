"""Which titles of one text may be the same setting: nearest neighbours among their vectors.

Vectors are whitened by the noise of one setting; what shift and stretch of the
paper explain is removed. A k-d tree on their principal components finds the
neighbours of all n titles in about n log n steps; a projection only shortens
distances, so that no neighbour is lost by it. Nearness in all letters is then
checked on those pairs alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from formework.corpus.found_again.title_vectors import known_median

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# em: what the places of letters in two books differ by when the setting is the same, beyond
# the scatter within a book. Set, like the next, on development books: benchmarks/corpus.py.
_FLOOR_EM = 0.004
_NEAR = 2.0  # root mean square difference, in standard deviations, of possibly one setting
_OUTLIER = 8.0  # standard deviations: a misplaced letter counts no more than this
_COMPONENTS = 6  # of the projection: settings differ in a few gaps
_NEIGHBOURS = 4  # looked at for each title
_MAD_TO_DEVIATION = 1.4826  # for Gaussian scatter


def near_pairs(
    places: NDArray[np.float64], scatter: NDArray[np.float64], books: Sequence[str]
) -> tuple[NDArray[np.intp], NDArray[np.float64]]:
    """Pairs of titles of different books that may be one setting, and their distances.

    `places` and `scatter` (n, k) are in em, with NaN where nothing is known. The
    pairs (m, 2) are in order of distance, nearest first, the smaller number first.
    """
    if len(places) < 2:
        return np.zeros((0, 2), dtype=np.intp), np.zeros(0)
    vectors = whiten(places, scatter)
    projected = _project(vectors)
    radius = _NEAR * np.sqrt(vectors.shape[1])
    _, neighbours = cKDTree(projected).query(
        projected, k=min(_NEIGHBOURS + 1, len(places)), distance_upper_bound=radius
    )
    one, column = np.nonzero(neighbours < len(places))
    other = neighbours[one, column]
    _, codes = np.unique(np.asarray(books), return_inverse=True)
    # Nearness is mutual, but a title may be among the nearest of another and not the reverse.
    pairs = np.sort(np.column_stack((one, other)), axis=1)[codes[one] != codes[other]]
    pairs = np.unique(pairs, axis=0).reshape(-1, 2)
    apart = vectors[pairs[:, 0]] - vectors[pairs[:, 1]]
    distances = np.sqrt(np.mean(apart**2, axis=1))
    order = np.argsort(distances, kind="stable")
    order = order[distances[order] <= _NEAR]
    return pairs[order], distances[order]


def whiten(places: NDArray[np.float64], scatter: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places in standard deviations of one setting about the usual, without shift and stretch.

    A letter that was not found is taken to stand where it usually does.
    """
    usual = _middle(places, otherwise=0.0)
    noise = np.hypot(_FLOOR_EM, _MAD_TO_DEVIATION * _middle(scatter, otherwise=0.0))
    off = np.where(np.isnan(places), 0.0, places - usual) / noise
    common = np.column_stack((np.ones(len(usual)), usual)) / noise[:, None]
    basis, _ = np.linalg.qr(common)
    return np.asarray(np.clip(off - (off @ basis) @ basis.T, -_OUTLIER, _OUTLIER))


def _project(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    return np.asarray(centred @ axes[:, -_COMPONENTS:])


def _middle(values: NDArray[np.float64], otherwise: float) -> NDArray[np.float64]:
    """The median of each column, whatever is known in it."""
    return np.nan_to_num(known_median(values, axis=0), nan=otherwise)
