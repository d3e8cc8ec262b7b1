"""Two estimators of the number of skeletons, for the paper's system.

The authors propose Dirichlet processes on the spectral embedding (§6); the
eigengap is the textbook method (von Luxburg 2007). Both are unreliable.
"""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING

import numpy as np
from scipy.sparse import csgraph
from sklearn.exceptions import ConvergenceWarning
from sklearn.mixture import BayesianGaussianMixture

from formework.settings import Estimator
from formework.skeletons.spectral import NEIGHBOURS, bridge, embed, neighbour_graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_SKELETONS = 30  # more than any book we know of used under one text


def count_skeletons(distances: NDArray[np.float64], estimator: Estimator, *, seed: int) -> int:
    """Estimate the number of skeletons from distances between sides, (n, n)."""
    if len(distances) < 4:
        count = 1  # too few sides to estimate from
    elif estimator is Estimator.EIGENGAP:
        count = _eigengap(distances)
    else:
        count = _dirichlet(distances, seed)
    graph = neighbour_graph(distances, NEIGHBOURS)
    pieces, _ = csgraph.connected_components(graph, directed=False)
    # Sections that cannot be compared share no skeleton.
    return min(max(count, int(pieces)), len(distances))


def _eigengap(distances: NDArray[np.float64]) -> int:
    """The number of eigenvalues before the widest gap."""
    limit = min(_MAX_SKELETONS, len(distances) - 1)
    values = embed(neighbour_graph(distances, NEIGHBOURS), limit + 1).eigenvalues
    return int(np.argmax(np.diff(values))) + 1


def _dirichlet(distances: NDArray[np.float64], seed: int) -> int:
    """The number of clusters of a Dirichlet-process mixture on the embedding.

    The paper gives no details. Sides are projected onto the unit sphere; the
    number of dimensions is a third of the largest number of skeletons. This is
    the best of 48 variants on the development universe; all of them are often
    wrong.
    """
    limit = min(_MAX_SKELETONS, len(distances) // 2)
    dimensions = max(2, limit // 3)
    graph = bridge(neighbour_graph(distances, NEIGHBOURS), distances, dimensions)
    positions = embed(graph, dimensions).positions
    lengths = np.linalg.norm(positions, axis=1, keepdims=True)
    mixture = BayesianGaussianMixture(
        n_components=limit,
        covariance_type="spherical",
        weight_concentration_prior_type="dirichlet_process",
        max_iter=300,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels = mixture.fit_predict(positions / np.maximum(lengths, np.finfo(float).tiny))
    return len(np.unique(labels))
