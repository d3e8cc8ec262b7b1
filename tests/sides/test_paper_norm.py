"""The paper's norm over slots, against brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.errors import InputError
from formework.sides.arrangement import NO_TITLE
from formework.sides.paper_norm import combine
from tests.oracles import brute_force_norm


@st.composite
def books(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Random title distances, some of them NaN, and sides with some empty slots."""
    titles = draw(st.integers(1, 8))
    values = draw(
        st.lists(
            st.one_of(st.floats(0, 50), st.just(math.nan)), min_size=titles**2, max_size=titles**2
        )
    )
    distances = np.array(values).reshape(titles, titles)
    distances = np.triu(distances, 1)
    distances = distances + distances.T
    sides, slots = draw(st.integers(1, 5)), draw(st.sampled_from([1, 2, 4]))
    place = st.integers(NO_TITLE, titles - 1)
    places = draw(st.lists(place, min_size=sides * slots, max_size=sides * slots))
    return distances, np.array(places, dtype=np.intp).reshape(sides, slots)


@given(books(), st.sampled_from([1.0, 2.0, 4.0, 7.5, math.inf]))
def test_agrees_with_brute_force(book: tuple[np.ndarray, np.ndarray], order: float) -> None:
    """Every cell is the norm over the slots that both sides have."""
    distances, places = book
    slow = [
        [brute_force_norm(distances.tolist(), ours, theirs, order) for theirs in places.tolist()]
        for ours in places.tolist()
    ]
    assert np.allclose(combine(distances, places, order=order), slow, equal_nan=True)


@given(books())
def test_turned_takes_the_smaller_distance(book: tuple[np.ndarray, np.ndarray]) -> None:
    """With turning, a distance is the smaller of both ways, and the matrix is symmetric."""
    distances, places = book
    slots = places.shape[1]
    turned = [*range(slots // 2, slots), *range(slots // 2)]
    same = combine(distances, places, order=4)
    either = combine(distances, places, order=4, turned=turned)
    assert np.allclose(either, either.T, equal_nan=True)
    assert np.all((either <= same) | np.isnan(same))
    for one, ours in enumerate(places.tolist()):
        for other, theirs in enumerate(places.tolist()):
            ways = [
                brute_force_norm(distances.tolist(), ours, theirs, 4),
                brute_force_norm(distances.tolist(), ours, [theirs[t] for t in turned], 4),
                brute_force_norm(distances.tolist(), [ours[t] for t in turned], theirs, 4),
            ]
            assert np.isclose(either[one, other], np.fmin.reduce(ways), equal_nan=True)


def test_a_missing_title_does_not_reduce_the_distance() -> None:
    """The norm is a mean over the slots that both sides have."""
    distances = np.array([[0.0, 8.0], [8.0, 0.0]])
    full = combine(distances, np.array([[0, 0], [1, 1]]), order=4)
    lacking = combine(distances, np.array([[0, 0], [1, NO_TITLE]]), order=4)
    assert full[0, 1] == lacking[0, 1] == 8


def test_no_common_slot_is_not_comparable() -> None:
    """The distance of two sides without a common slot is NaN."""
    distances = np.zeros((2, 2))
    sides = combine(distances, np.array([[0, NO_TITLE], [NO_TITLE, 1]]), order=4)
    assert np.isnan(sides[0, 1])
    assert sides[0, 0] == 0


@pytest.mark.parametrize("order", [0.5, 0.0, -1.0, math.nan])
def test_an_order_below_one_is_rejected(order: float) -> None:
    """A norm needs an order of at least 1."""
    with pytest.raises(InputError, match="order of a norm"):
        combine(np.zeros((1, 1)), np.array([[0]]), order=order)
