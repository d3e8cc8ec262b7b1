"""The paper's clustering: spectral, on a graph of nearest neighbours (§3.2).

Each side is joined to its nearest neighbours. The first eigenvectors of the
graph give each side a position, in as many dimensions as there are skeletons;
k-means clusters these positions.
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

NEIGHBOURS = 5  # the paper's number; each side counts as its own first neighbour


@dataclass(frozen=True, slots=True)
class Embedding:
    """Positions from the eigenvectors of the normalised Laplacian, smallest eigenvalue first."""

    eigenvalues: NDArray[np.float64]
    positions: NDArray[np.float64]


def cluster_spectral(
    distances: NDArray[np.float64], clusters: int, *, seed: int, neighbours: int = NEIGHBOURS
) -> NDArray[np.intp]:
    """Cluster sides into `clusters` clusters; return the label of each, (n,).

    `distances` is symmetric (n, n), 0 for the same, NaN for not comparable.
    """
    count = len(distances)
    if not 1 <= clusters <= count:
        raise InputError(
            f"{clusters} skeletons for {count} sheet sides",
            hint=f"give a number from 1 to {count}, or leave it out to have it estimated",
        )
    if clusters in (1, count):
        return np.arange(count) if clusters == count else np.zeros(count, dtype=np.intp)
    graph = bridge(neighbour_graph(distances, neighbours), distances, clusters)
    positions = embed(graph, clusters).positions
    means = KMeans(clusters, n_init=10, random_state=seed)
    with warnings.catch_warnings():
        # Identical titles have fewer positions than clusters: then fewer clusters are found.
        warnings.simplefilter("ignore", ConvergenceWarning)
        return np.asarray(means.fit_predict(positions), dtype=np.intp)


def neighbour_graph(distances: NDArray[np.float64], neighbours: int) -> NDArray[np.float64]:
    """Join each side to its nearest neighbours: weight 1 if the choice is mutual, else ½."""
    count = len(distances)
    nearness = np.where(np.isnan(distances), np.inf, distances)
    np.fill_diagonal(nearness, -1.0)  # itself first, even among identical titles
    nearest = np.argsort(nearness, axis=1, kind="stable")[:, : min(neighbours, count)]
    chosen = np.zeros((count, count))
    np.put_along_axis(chosen, nearest, 1.0, axis=1)
    chosen[np.isinf(nearness)] = 0.0  # not comparable is not near
    return np.asarray((chosen + chosen.T) / 2)


def bridge(
    graph: NDArray[np.float64], distances: NDArray[np.float64], pieces: int
) -> NDArray[np.float64]:
    """Join connected components, nearest first, until at most `pieces` are left.

    With as many components as clusters or fewer, each component is one cluster
    or several. With more, the eigenvectors could not separate them, and the
    clusters would be random. Components that cannot be compared are joined last.
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
    """Compute the positions of sides from the first eigenvectors of their graph.

    Uses a direct solver, not an iterative one: a graph of several components
    has a repeated smallest eigenvalue, which iteration resolves badly.
    """
    laplacian, root_degrees = csgraph.laplacian(graph, normed=True, return_diag=True)
    values, vectors = eigh(laplacian, subset_by_index=(0, dimensions - 1))
    return Embedding(values, vectors / root_degrees[:, None])
