"""The index of title vectors, against a comparison of all pairs."""

from __future__ import annotations

import numpy as np
import pytest

from formework.corpus.found_again.spacing_index import near_pairs, whiten


def simulated(
    titles: int, letters: int, seed: int, impression_noise: float = 0.004
) -> tuple[np.ndarray, np.ndarray, list[str], set[tuple[int, int]]]:  # type: ignore[type-arg]
    """Titles with gaps drawn as compositors do; each tenth is also in the next book."""
    draw = np.random.default_rng(seed)
    usual = np.cumsum(draw.uniform(0.4, 0.9, letters))
    scraps = draw.choice((0.0, 0.0, 0.03, 0.06, 0.12), (titles, letters))
    shared = {(number, number + 1) for number in range(0, titles - 1, 10)}
    for one, other in shared:
        scraps[other] = scraps[one]
    places = usual + np.cumsum(scraps, axis=1)
    stretch = 1 + 0.01 * draw.standard_normal((titles, 1))
    places = stretch * places + draw.normal(0, impression_noise, places.shape)
    scatter = np.full(places.shape, impression_noise / 1.4826)
    return places, scatter, [f"b{number}" for number in range(titles)], shared


@pytest.mark.parametrize("seed", range(3))
def test_shared_titles_are_near(seed: int) -> None:
    """Every title that is in two books is among the pairs, and few others are."""
    places, scatter, books, shared = simulated(400, 14, seed)
    pairs, distances = near_pairs(places, scatter, books)
    found = {(int(one), int(other)) for one, other in pairs}
    assert shared <= found
    assert len(found) < 3 * len(shared)
    assert list(distances) == sorted(distances)


def test_index_agrees_with_all_pairs() -> None:
    """The nearest pair of each title is what comparing all pairs gives."""
    places, scatter, books, _ = simulated(150, 10, seed=5)
    vectors = whiten(places, scatter)
    apart = np.sqrt(np.mean((vectors[:, None] - vectors) ** 2, axis=-1))
    np.fill_diagonal(apart, np.inf)
    pairs, distances = near_pairs(places, scatter, books)
    found = {(int(one), int(other)): d for (one, other), d in zip(pairs, distances, strict=True)}
    for title, nearest in enumerate(apart.argmin(axis=1).tolist()):
        if apart[title, nearest] <= 1.0:
            pair = (min(title, nearest), max(title, nearest))
            assert found[pair] == pytest.approx(apart[pair])


def test_titles_of_one_book_are_not_compared() -> None:
    """Two titles of one book are never a pair, however near."""
    places, scatter, _, _ = simulated(60, 10, seed=1)
    pairs, _ = near_pairs(places, scatter, ["one"] * 60)
    assert len(pairs) == 0


def test_shift_and_stretch_do_not_matter() -> None:
    """A title moved and stretched as paper is stays where it was."""
    places, scatter, _, _ = simulated(50, 12, seed=2)
    moved = places.copy()
    moved[7] = 1.004 * moved[7] + 3.0
    before, after = whiten(places, scatter)[7], whiten(moved, scatter)[7]
    assert np.abs(before - after).max() < 0.5


def test_missing_letters_are_taken_as_usual() -> None:
    """Letters that were not found, in one title or in all, leave no gap in the vectors."""
    places, scatter, books, shared = simulated(100, 12, seed=3)
    places[0, 5] = np.nan
    places[:, 3] = np.nan
    scatter[:, 4] = np.nan
    assert np.isfinite(whiten(places, scatter)).all()
    pairs, _ = near_pairs(places, scatter, books)
    assert len(shared & {(int(one), int(other)) for one, other in pairs}) >= len(shared) - 1


@pytest.mark.parametrize("titles", [0, 1, 2])
def test_few_titles(titles: int) -> None:
    """Nothing, or one title, has no pair; two may be one."""
    places, scatter, books, _ = simulated(max(titles, 2), 8, seed=4)
    pairs, _ = near_pairs(places[:titles], scatter[:titles], books[:titles])
    assert len(pairs) == (1 if titles == 2 else 0)
