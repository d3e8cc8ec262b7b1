"""How many skeletons, where nobody says: the two ways the paper's own kernel allows.

The authors propose Dirichlet processes on the spectral embedding (§6); the
eigengap is the textbook's way (von Luxburg 2007). Both are guesses.
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

_MOST_SKELETONS = 30  # more than any book we know of used under one text


def count_skeletons(distances: NDArray[np.float64], estimator: Estimator, *, seed: int) -> int:
    """Estimate the number of skeletons from distances between sides, (n, n)."""
    if len(distances) < 4:
        count = 1  # too few to tell
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
    most = min(_MOST_SKELETONS, len(distances) - 1)
    values = embed(neighbour_graph(distances, NEIGHBOURS), most + 1).eigenvalues
    return int(np.argmax(np.diff(values))) + 1


def _dirichlet(distances: NDArray[np.float64], seed: int) -> int:
    """The clusters a Dirichlet-process mixture makes of the embedding.

    The paper gives no details. Sides are placed on the unit sphere, as few
    dimensions as a third of the most skeletons looked for: chosen among 48
    variants on the development universe, all of which count too many or too few.
    """
    most = min(_MOST_SKELETONS, len(distances) // 2)
    dimensions = max(2, most // 3)
    graph = bridge(neighbour_graph(distances, NEIGHBOURS), distances, dimensions)
    positions = embed(graph, dimensions).positions
    lengths = np.linalg.norm(positions, axis=1, keepdims=True)
    mixture = BayesianGaussianMixture(
        n_components=most,
        covariance_type="spherical",
        weight_concentration_prior_type="dirichlet_process",
        max_iter=300,
        random_state=seed,
    )
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        labels = mixture.fit_predict(positions / np.maximum(lengths, np.finfo(float).tiny))
    return len(np.unique(labels))
