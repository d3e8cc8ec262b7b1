"""The one rule for the same text: spellings and misreadings of one title are the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.book.title_words import (
    comparable,
    group_texts,
    is_other_text,
    is_same_text,
    text_likeness,
)

WORDS = st.text(st.characters(codec="utf-8"), max_size=30)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("De la Gaule", "DE LA GAVLE."),
        ("Confeſſion", "confession"),
        ("Iuſtice", "justice"),
        ("Épître", "EPITRE"),
    ],
)
def test_spellings_of_one_title_compare_equal(first: str, second: str) -> None:
    """Case, accents, points, long s, u/v and i/j make no difference."""
    assert comparable(first) == comparable(second)


@given(WORDS)
def test_the_comparable_form_is_final(text: str) -> None:
    """What is comparable already is not changed again."""
    once = comparable(text)
    assert comparable(once) == once


@given(WORDS, WORDS)
def test_likeness_is_symmetric_and_never_both_same_and_other(one: str, other: str) -> None:
    """The order of two texts does not matter; same and other exclude each other."""
    assert text_likeness(one, other) == text_likeness(other, one)
    assert 0.0 <= text_likeness(one, other) <= 100.0
    assert not (is_same_text(one, other) and is_other_text(one, other))
    assert is_same_text(one, one)


@pytest.mark.parametrize(
    ("one", "other", "same", "different"),
    [
        ("FRANCOISE.", "FRANCOlSE", True, False),
        ("RITHMES", "DE D. P. DV GVILLET.", False, True),
        ("The Hiſtory of", "King Lear", False, True),
        ("De Homine.", "Homin", False, False),
    ],
)
def test_same_other_or_too_badly_read(one: str, other: str, same: bool, different: bool) -> None:
    """Between the same text and another there are readings too bad to be called either."""
    assert (is_same_text(one, other), is_other_text(one, other)) == (same, different)


@given(st.lists(st.sampled_from(["De Homine.", "De Hominc.", "De Civitate.", "FRANCOISE."])))
def test_groups_follow_the_text_whatever_the_order(texts: list[str]) -> None:
    """A misread letter does not make a new group; another title does."""
    numbers = dict(zip(texts, group_texts(texts), strict=True))
    if {"De Homine.", "De Hominc."} <= numbers.keys():
        assert numbers["De Homine."] == numbers["De Hominc."]
    others = [
        numbers[text] for text in ("De Homine.", "De Civitate.", "FRANCOISE.") if text in numbers
    ]
    assert len(set(others)) == len(others)


def test_nothing_read_is_no_group() -> None:
    """Pages whose title could not be read are not one text."""
    assert group_texts(["", "", "A TITLE"]) == (-1, -1, 0)
