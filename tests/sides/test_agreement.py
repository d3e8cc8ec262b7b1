"""Evidence combined over slots, on tables written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.special import expit

from formework.sides.agreement import same_sets, slot_maps
from formework.sides.arrangement import NO_TITLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

YES, NO = 8.0, -8.0
TURNED = (2, 3, 0, 1)  # a quarto
TEXTS = ("r", "v", "r", "v")


def table(*pairs: tuple[int, int], titles: int = 8) -> NDArray[np.float64]:
    """Evidence between titles of two quarto sides: only these pairs are the same setting."""
    evidence = np.full((titles, titles), NO)
    for one, other in pairs:
        evidence[one, other] = evidence[other, one] = YES
    for one in range(titles):
        for other in range(titles):
            if (one - other) % 2:
                evidence[one, other] = np.nan  # rectos and versos have different texts
    np.fill_diagonal(evidence, 20.0)
    return evidence


PLACES = np.array([[0, 1, 2, 3], [4, 5, 6, 7]])
MAPS = slot_maps(TEXTS, TURNED)


def test_four_titles_kept() -> None:
    """All titles the same, the same way round: the same set."""
    assert same_sets(table((0, 4), (1, 5), (2, 6), (3, 7)), PLACES, MAPS)[0, 1] > 8


def test_one_title_replaced_makes_another_set() -> None:
    """Three of four titles kept: not the same set."""
    assert same_sets(table((0, 4), (1, 5), (2, 6)), PLACES, MAPS)[0, 1] < 0


def test_a_turned_chase_is_found() -> None:
    """The same titles half way round are the same set, where chases can be turned."""
    evidence = table((0, 6), (1, 7), (2, 4), (3, 5))
    assert same_sets(evidence, PLACES, MAPS)[0, 1] > 8
    assert same_sets(evidence, PLACES, MAPS[:1])[0, 1] < -20


def test_two_titles_exchanged() -> None:
    """Two titles that changed places make no other set."""
    assert same_sets(table((0, 6), (1, 5), (2, 4), (3, 7)), PLACES, MAPS)[0, 1] > 8


def test_a_missing_title_lowers_the_confidence() -> None:
    """A side that lacks one title still agrees, with less confidence."""
    evidence = table((0, 4), (1, 5), (2, 6), (3, 7))
    whole = same_sets(evidence, PLACES, MAPS)[0, 1]
    lacking = np.array([[0, 1, 2, NO_TITLE], [4, 5, 6, 7]])
    less = same_sets(evidence, lacking, MAPS)[0, 1]
    assert 0 < less < whole


def test_sides_without_common_texts_are_not_comparable() -> None:
    """Sides of two sections have no comparable titles, so all values are NaN."""
    evidence = table()
    evidence[:4, 4:] = evidence[4:, :4] = np.nan
    assert np.isnan(same_sets(evidence, PLACES, MAPS)[0, 1])


def test_one_slot_is_plain_odds() -> None:
    """With a single slot the probability is the evidence combined with the priors."""
    evidence = np.array([[20.0, 2.0], [2.0, 20.0]])
    odds = same_sets(evidence, np.array([[0], [1]]), slot_maps(("r",), None))
    assert expit(odds[0, 1]) == pytest.approx(
        0.15 * np.exp(2) / (0.15 * np.exp(2) + 0.1 + 0.75), rel=0.01
    )


def test_agreement_is_symmetric() -> None:
    """Agreement does not depend on the order of two sides."""
    draw = np.random.default_rng(5)
    evidence = draw.normal(0, 4, (12, 12))
    evidence = evidence + evidence.T
    odds = same_sets(evidence, np.arange(12).reshape(3, 4), MAPS)
    assert np.allclose(odds, odds.T)
