"""Texts made comparable, and grouped."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.scans.text.title_text import (
    comparable,
    figures_at_ends,
    group,
    is_figure,
    is_reference,
)


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


@given(st.lists(st.sampled_from(["De Homine.", "De Hominc.", "De Civitate.", "FRANCOISE."])))
def test_groups_follow_the_text_whatever_the_order(texts: list[str]) -> None:
    """Slips of one letter stay in the group of their title; other titles are other groups."""
    numbers = dict(zip(texts, group(texts), strict=True))
    if {"De Homine.", "De Hominc."} <= numbers.keys():
        assert numbers["De Homine."] == numbers["De Hominc."]
    others = [
        numbers[text] for text in ("De Homine.", "De Civitate.", "FRANCOISE.") if text in numbers
    ]
    assert len(set(others)) == len(others)


def test_nothing_read_is_no_group() -> None:
    """Pages whose title could not be read are not one text."""
    assert group(["", "", "A TITLE"]) == (-1, -1, 0)


@pytest.mark.parametrize("text", ["12", "l2", "1O4", "8s", "#15", "(7)"])
def test_page_numbers_as_ocr_reads_them(text: str) -> None:
    """Worn figures read as letters are still figures."""
    assert is_figure(text)


@pytest.mark.parametrize("text", ["De", "TIMOTH.", "Of", "LIBER", "", "RITHMES"])
def test_words_are_no_page_numbers(text: str) -> None:
    """A word of a title is not taken for a number."""
    assert not is_figure(text)


@pytest.mark.parametrize("text", ["Cap. 5.", "Chap. XII", "fol. 3", "Lib. II.", "14", "Cap, 1 I."])
def test_references(text: str) -> None:
    """Chapter, book and folio references are told from titles."""
    assert is_reference(text)
    assert not is_reference("De Homine.")


def test_figures_are_parted_from_a_title_read_as_one() -> None:
    """A number read in one breath with the title is told apart, the numeral of a book is not."""
    assert figures_at_ends("TIMOTHEI EPISTOLAM. 47") == ("", "TIMOTHEI EPISTOLAM.", "47")
    assert figures_at_ends("CAP. II.") == ("", "CAP. II.", "")
