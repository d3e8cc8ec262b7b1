"""Spectral clustering on matrices one can check by eye, and where it is hard."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.cluster import SpectralClustering

from formework.errors import InputError
from formework.settings import Estimator
from formework.skeletons.count_estimators import count_skeletons
from formework.skeletons.spectral import cluster_spectral, neighbour_graph
from tests.oracles import same_partition

# Three sides of one skeleton, then four of another.
BLOCKS = np.array(
    [
        [0, 1, 2, 9, 8, 9, 9],
        [1, 0, 1, 8, 9, 9, 8],
        [2, 1, 0, 9, 9, 8, 9],
        [9, 8, 9, 0, 1, 2, 1],
        [8, 9, 9, 1, 0, 1, 2],
        [9, 9, 8, 2, 1, 0, 1],
        [9, 8, 9, 1, 2, 1, 0],
    ],
    dtype=float,
)
TRUTH = [0, 0, 0, 1, 1, 1, 1]


def scattered(sizes: list[int], seed: int, noise: float = 0.8) -> tuple[np.ndarray, list[int]]:
    """Distances of points around far centres, with their true clusters."""
    rng = np.random.default_rng(seed)
    labels = [cluster for cluster, size in enumerate(sizes) for _ in range(size)]
    centres = rng.normal(size=(len(sizes), 6)) * 6
    points = centres[labels] + rng.normal(size=(len(labels), 6)) * noise
    return np.linalg.norm(points[:, None] - points, axis=2), labels


def test_two_blocks_by_eye() -> None:
    """A matrix of two plain blocks falls into them."""
    assert same_partition(cluster_spectral(BLOCKS, 2, seed=0, neighbours=3).tolist(), TRUTH)


@given(st.permutations(range(7)))
@settings(max_examples=20)
def test_order_does_not_matter(order: list[int]) -> None:
    """Sides given in another order are parted the same."""
    shuffled = BLOCKS[np.ix_(order, order)]
    labels = cluster_spectral(shuffled, 2, seed=0, neighbours=3).tolist()
    assert same_partition(labels, [TRUTH[place] for place in order])


@pytest.mark.parametrize("seed", range(6))
def test_agrees_with_scikit_learn_on_connected_graphs(seed: int) -> None:
    """Where the graph is in one piece, the partition is scikit-learn's."""
    distances, _ = scattered([9, 8, 10], seed, noise=4.5)
    theirs = SpectralClustering(
        3, affinity="precomputed_nearest_neighbors", n_neighbors=8, random_state=0
    ).fit_predict(distances)
    ours = cluster_spectral(distances, 3, seed=0, neighbours=8)
    assert same_partition(ours.tolist(), theirs.tolist())


def test_a_graph_in_pieces() -> None:
    """Clusters too far apart to be neighbours are still told apart, exactly."""
    distances, truth = scattered([7, 6, 8, 9], seed=1)
    labels = cluster_spectral(distances, 4, seed=0)
    assert same_partition(labels.tolist(), truth)


def test_fewer_clusters_than_pieces() -> None:
    """With fewer skeletons than pieces the nearest pieces are joined, none is cut."""
    distances, truth = scattered([7, 6, 8, 9], seed=1)
    labels = cluster_spectral(distances, 2, seed=0).tolist()
    assert len(set(labels)) == 2
    for cluster in range(4):
        assert (
            len({label for label, true in zip(labels, truth, strict=True) if true == cluster}) == 1
        )


def test_sections_never_mix() -> None:
    """Sides that cannot be compared never share a skeleton, though k is given for the book."""
    one, truth_one = scattered([7, 7], seed=3)
    two, truth_two = scattered([8, 8], seed=4)
    distances = np.full((30, 30), np.nan)
    distances[:14, :14], distances[14:, 14:] = one, two
    labels = cluster_spectral(distances, 4, seed=0).tolist()
    assert same_partition(labels, truth_one + [2 + label for label in truth_two])


def test_a_side_comparable_with_none() -> None:
    """A side with no comparable slot stands alone."""
    distances = np.full((8, 8), np.nan)
    distances[:7, :7] = BLOCKS
    distances[7, 7] = 0
    labels = cluster_spectral(distances, 3, seed=0, neighbours=3).tolist()
    assert same_partition(labels, [*TRUTH, 2])


@pytest.mark.parametrize("clusters", [0, -1, 8])
def test_impossible_numbers(clusters: int) -> None:
    """No skeleton, or more than there are sides, is refused."""
    with pytest.raises(InputError, match=f"{clusters} skeletons for 7 sheet sides"):
        cluster_spectral(BLOCKS, clusters, seed=0)


def test_smallest_and_largest_numbers() -> None:
    """One skeleton is all sides, as many as sides is each alone; one side is one skeleton."""
    assert set(cluster_spectral(BLOCKS, 1, seed=0).tolist()) == {0}
    assert sorted(cluster_spectral(BLOCKS, 7, seed=0).tolist()) == list(range(7))
    assert cluster_spectral(np.zeros((1, 1)), 1, seed=0).tolist() == [0]


def test_titles_all_identical() -> None:
    """Where nothing differs the answer is some partition, without warning or failure."""
    labels = cluster_spectral(np.zeros((9, 9)), 3, seed=0)
    assert len(labels) == 9


def test_neighbours_count_the_side_itself() -> None:
    """As in scikit-learn, a side is the first of its own neighbours."""
    graph = neighbour_graph(BLOCKS, 2)
    assert graph.diagonal().tolist() == [1.0] * 7
    assert graph[0].tolist() == [1, 1, 0, 0, 0, 0, 0]
    assert graph[2].tolist() == [0, 0.5, 1, 0, 0, 0, 0]


def test_counting_well_parted_skeletons() -> None:
    """Where skeletons are far apart the eigengap counts them, the mixture within twice."""
    distances, _ = scattered([9, 10, 8, 9], seed=5)
    assert count_skeletons(distances, Estimator.EIGENGAP, seed=0) == 4
    assert 2 <= count_skeletons(distances, Estimator.DIRICHLET, seed=0) <= 8


@pytest.mark.parametrize("estimator", Estimator)
def test_counting_tiny_books(estimator: Estimator) -> None:
    """One, two or three sides are counted without failing."""
    for size in (1, 2, 3):
        count = count_skeletons(BLOCKS[:size, :size], estimator, seed=0)
        assert 1 <= count <= size
