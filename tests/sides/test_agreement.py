"""Evidence combined over slots, on tables written by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from scipy.special import expit

from formework.result import Way
from formework.sides.agreement import agree, slot_maps
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
    """All titles are the same and in the same slots: the same set."""
    agreement = agree(table((0, 4), (1, 5), (2, 6), (3, 7)), PLACES, MAPS)
    assert agreement.same_set[0, 1] > 8
    assert MAPS[agreement.ways[0, 1]].way is Way.SAME
    assert agreement.kept[0, 1] == pytest.approx(1.0, abs=0.01)


def test_one_replaced_title_leaves_the_others() -> None:
    """With three of four titles kept, the set is new but each kept title is recognised."""
    agreement = agree(table((0, 4), (1, 5), (2, 6)), PLACES, MAPS)
    assert agreement.same_set[0, 1] < 0
    assert agreement.kept[0, 1] == pytest.approx(0.75, abs=0.02)
    assert agreement.same_title[0, 4] > 0.99
    assert agreement.same_title[3, 7] < 0.05


def test_a_turned_chase_is_found() -> None:
    """The same titles turned by 180 degrees are the same set, and the way is recorded."""
    agreement = agree(table((0, 6), (1, 7), (2, 4), (3, 5)), PLACES, MAPS)
    assert agreement.same_set[0, 1] > 8
    assert MAPS[agreement.ways[0, 1]].way is Way.TURNED
    assert agree(table((0, 6), (1, 7), (2, 4), (3, 5)), PLACES, MAPS[:1]).same_set[0, 1] < -20


def test_two_titles_exchanged() -> None:
    """Two titles that exchange slots do not make a new set."""
    agreement = agree(table((0, 6), (1, 5), (2, 4), (3, 7)), PLACES, MAPS)
    assert agreement.same_set[0, 1] > 8
    assert MAPS[agreement.ways[0, 1]].way is Way.EXCHANGED


def test_a_missing_title_lowers_the_confidence() -> None:
    """A side that lacks one title still agrees, with less confidence."""
    evidence = table((0, 4), (1, 5), (2, 6), (3, 7))
    whole = agree(evidence, PLACES, MAPS).same_set[0, 1]
    lacking = np.array([[0, 1, 2, NO_TITLE], [4, 5, 6, 7]])
    less = agree(evidence, lacking, MAPS).same_set[0, 1]
    assert 0 < less < whole


def test_sides_without_common_texts_are_not_comparable() -> None:
    """Sides of two sections have no comparable titles, so all values are NaN."""
    evidence = table()
    evidence[:4, 4:] = evidence[4:, :4] = np.nan
    agreement = agree(evidence, PLACES, MAPS)
    assert np.isnan(agreement.same_set[0, 1])
    assert np.isnan(agreement.same_title[0, 4])


def test_one_slot_is_plain_odds() -> None:
    """With a single slot the probability is the evidence combined with the priors."""
    evidence = np.array([[20.0, 2.0], [2.0, 20.0]])
    agreement = agree(evidence, np.array([[0], [1]]), slot_maps(("r",), None))
    assert expit(agreement.same_set[0, 1]) == pytest.approx(
        0.15 * np.exp(2) / (0.15 * np.exp(2) + 0.1 + 0.75), rel=0.01
    )


def test_agreement_is_symmetric() -> None:
    """Agreement does not depend on the order of two sides."""
    draw = np.random.default_rng(5)
    evidence = draw.normal(0, 4, (12, 12))
    evidence = evidence + evidence.T
    agreement = agree(evidence, np.arange(12).reshape(3, 4), MAPS)
    assert np.allclose(agreement.same_set, agreement.same_set.T)
    assert np.allclose(agreement.same_title, agreement.same_title.T)
