"""Which titles of one text may be the same setting: near neighbours among their vectors.

Vectors are whitened by the noise of one setting, and what shift and stretch of
the paper explain is removed. A k-d tree puts all n titles into an order in which
neighbours mostly follow one another; each title is compared only with the next
few, in several such orders of randomly rotated vectors. The cost is that of
sorting: n log n. A pair is missed only if every order separates it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.spatial import cKDTree

from formework.corpus.found_again.title_vectors import known_median

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

# em: how much the places of letters of one setting differ between books, beyond the scatter
# within a book. Set, like the next value, on development books: benchmarks/corpus.py.
_FLOOR_EM = 0.004
_NEAR = 2.0  # root mean square difference, in standard deviations, up to which two may be one
_OUTLIER = 8.0  # standard deviations: a misplaced letter counts no more than this
_COMPONENTS = 6  # principal components that the orders use: settings differ in a few gaps
_ORDERS = 8  # each separates other pairs
_FOLLOWING = 16  # titles that follow in an order, with which each is compared
_CHUNK = 2048  # titles compared at once, so that they stay in the processor's cache
_MAX_CANDIDATES = 4  # the nearest of each title
_SEED = 0  # of the rotations, so that the same titles give the same pairs
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
    _, codes = np.unique(np.asarray(books), return_inverse=True)
    found = [_following_pairs(vectors, codes, order) for order in _orders(vectors)]
    pairs = np.column_stack(np.divmod(np.unique(np.concatenate(found)), len(places)))
    distances = np.sqrt(np.mean((vectors[pairs[:, 0]] - vectors[pairs[:, 1]]) ** 2, axis=1))
    nearest = np.argsort(distances, kind="stable")
    kept = nearest[_few_of_each(pairs[nearest])]
    return pairs[kept], distances[kept]


def _orders(vectors: NDArray[np.float64]) -> Iterator[NDArray[np.intp]]:
    """Orders of the titles in which those near each other mostly follow one another."""
    draw = np.random.default_rng(_SEED)
    centred = vectors - vectors.mean(axis=0)
    _, axes = np.linalg.eigh(centred.T @ centred)
    projected = centred @ axes[:, -_COMPONENTS:]
    for _ in range(_ORDERS):
        rotation, _ = np.linalg.qr(draw.standard_normal((projected.shape[1],) * 2))
        yield cKDTree(projected @ rotation, leafsize=_FOLLOWING, compact_nodes=False).indices


def _following_pairs(
    vectors: NDArray[np.float64], codes: NDArray[np.intp], order: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Near pairs of different books that are close in an order, as smaller × n + larger number."""
    limit = _NEAR**2 * vectors.shape[1]
    found = [np.zeros(0, dtype=np.int64)]
    for start in range(0, len(order), _CHUNK):
        chunk = order[start : start + _CHUNK + _FOLLOWING]
        ordered = vectors[chunk].astype(np.float32)
        for step in range(1, min(_FOLLOWING + 1, len(chunk))):
            first = slice(0, min(_CHUNK, len(chunk) - step))
            apart = ordered[step : step + first.stop] - ordered[first]
            one, other = chunk[first], chunk[step : step + first.stop]
            near = np.einsum("ij,ij->i", apart, apart) <= limit
            near &= codes[one] != codes[other]
            smaller, larger = np.minimum(one, other)[near], np.maximum(one, other)[near]
            found.append(smaller.astype(np.int64) * len(order) + larger)
    return np.concatenate(found)


def _few_of_each(pairs: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Which pairs, sorted nearest first, are among the nearest few of at least one title."""
    titles = pairs.T.ravel()
    by_title = np.argsort(np.tile(np.arange(len(pairs)), 2), kind="stable")
    by_title = by_title[np.argsort(titles[by_title], kind="stable")]
    starts = np.searchsorted(titles[by_title], titles[by_title])
    rank = np.empty(len(titles), dtype=np.intp)
    rank[by_title] = np.arange(len(titles)) - starts
    return np.asarray((rank < _MAX_CANDIDATES).reshape(2, -1).any(axis=0))


def whiten(places: NDArray[np.float64], scatter: NDArray[np.float64]) -> NDArray[np.float64]:
    """Places as deviations from the usual ones, in standard deviations of one setting.

    Shift and stretch are removed. A letter that was not found is assumed to be
    at its usual place.
    """
    usual = _column_medians(places)
    noise = np.hypot(_FLOOR_EM, _MAD_TO_DEVIATION * _column_medians(scatter))
    off = np.where(np.isnan(places), 0.0, places - usual) / noise
    common = np.column_stack((np.ones(len(usual)), usual)) / noise[:, None]
    basis, _ = np.linalg.qr(common)
    return np.asarray(np.clip(off - (off @ basis) @ basis.T, -_OUTLIER, _OUTLIER))


def _column_medians(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The median of the known values of each column; 0 if none is known."""
    return np.nan_to_num(known_median(values, axis=0), nan=0.0)
