"""The paper's clustering: spectral, on a graph of nearest neighbours (§3.2).

Each side is joined to its nearest; the graph's first eigenvectors place the
sides in as few dimensions as there are skeletons; k-means parts them there.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg import eigh
from scipy.sparse import csgraph
from sklearn.cluster import KMeans
from sklearn.exceptions import ConvergenceWarning

from formework.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

NEIGHBOURS = 5  # the paper's, each side counted among its own


@dataclass(frozen=True, slots=True)
class Embedding:
    """Sides placed by the eigenvectors of the normalised Laplacian, smallest eigenvalue first."""

    eigenvalues: NDArray[np.float64]
    positions: NDArray[np.float64]


def cluster_spectral(
    distances: NDArray[np.float64], clusters: int, *, seed: int, neighbours: int = NEIGHBOURS
) -> NDArray[np.intp]:
    """Part sides into so many clusters; returns a label for each, (n,).

    `distances` is symmetric (n, n), 0 for the same, NaN for not comparable.
    """
    count = len(distances)
    if not 1 <= clusters <= count:
        raise InputError(
            f"{clusters} skeletons for {count} sheet sides",
            hint=f"give a number from 1 to {count}, or none and it is estimated",
        )
    if clusters in (1, count):
        return np.arange(count) if clusters == count else np.zeros(count, dtype=np.intp)
    graph = bridge(neighbour_graph(distances, neighbours), distances, clusters)
    positions = embed(graph, clusters).positions
    means = KMeans(clusters, n_init=10, random_state=seed)
    with warnings.catch_warnings():
        # Titles that are all alike have fewer places than clusters: then fewer are found.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return np.asarray(means.fit_predict(positions), dtype=np.intp)


def neighbour_graph(distances: NDArray[np.float64], neighbours: int) -> NDArray[np.float64]:
    """Join each side with its nearest; weight 1 where both choose each other, else ½."""
    count = len(distances)
    nearness = np.where(np.isnan(distances), np.inf, distances)
    np.fill_diagonal(nearness, -1.0)  # itself first, also among titles all alike
    nearest = np.argsort(nearness, axis=1, kind="stable")[:, : min(neighbours, count)]
    chosen = np.zeros((count, count))
    np.put_along_axis(chosen, nearest, 1.0, axis=1)
    chosen[np.isinf(nearness)] = 0.0  # not comparable is not near
    return np.asarray((chosen + chosen.T) / 2)


def bridge(
    graph: NDArray[np.float64], distances: NDArray[np.float64], pieces: int
) -> NDArray[np.float64]:
    """Join a graph that falls into more than so many pieces, nearest pieces first.

    Up to as many pieces as clusters are no harm: each is a cluster, or several.
    With more, the eigenvectors could not tell them apart and would part them at
    random. Pieces that cannot be compared at all are joined last.
    """
    graph = graph.copy()
    far = np.nanmax(distances, initial=1.0) * 2
    between = np.where(np.isnan(distances), far, distances)
    while True:
        count, piece = csgraph.connected_components(graph, directed=False)
        if count <= pieces:
            return graph
        apart = np.where(piece[:, None] == piece, np.inf, between)
        one, other = np.unravel_index(int(np.argmin(apart)), apart.shape)
        graph[one, other] = graph[other, one] = 0.5


def embed(graph: NDArray[np.float64], dimensions: int) -> Embedding:
    """Place sides by the first eigenvectors of their graph.

    Solved whole, not by iteration, so that a graph in several pieces, whose
    smallest eigenvalue comes several times, is placed exactly.
    """
    laplacian, root_degrees = csgraph.laplacian(graph, normed=True, return_diag=True)
    values, vectors = eigh(laplacian, subset_by_index=(0, dimensions - 1))
    return Embedding(values, vectors / root_degrees[:, None])
