"""Page numbers, folios and chapter references are recognised, also when misread."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.scans.text.page_references import (
    capital_share,
    figures_at_ends,
    is_figure,
    is_reference,
)


@pytest.mark.parametrize("text", ["12", "l2", "1O4", "8s", "#15", "(7)"])
def test_page_numbers_as_ocr_reads_them(text: str) -> None:
    """Worn figures read as letters are still figures."""
    assert is_figure(text)


@pytest.mark.parametrize("text", ["De", "TIMOTH.", "Of", "LIBER", "", "RITHMES"])
def test_words_are_no_page_numbers(text: str) -> None:
    """A word of a title is not taken for a number."""
    assert not is_figure(text)


@given(st.integers(1, 9999))
def test_every_page_number_is_a_figure_and_a_reference(number: int) -> None:
    """Whatever the number, in brackets or with a point, it is recognised."""
    for text in (str(number), f"({number})", f"{number}."):
        assert is_figure(text)
        assert is_reference(text)


@pytest.mark.parametrize("text", ["Cap. 5.", "Chap. XII", "fol. 3", "Lib. II.", "14", "Cap, 1 I."])
def test_references(text: str) -> None:
    """Chapter, book and folio references are distinguished from titles."""
    assert is_reference(text)
    assert not is_reference("De Homine.")


def test_figures_are_separated_from_a_title_read_with_them() -> None:
    """A page number read together with the title is split off; the numeral of a book is not."""
    assert figures_at_ends("TIMOTHEI EPISTOLAM. 47") == ("", "TIMOTHEI EPISTOLAM.", "47")
    assert figures_at_ends("CAP. II.") == ("", "CAP. II.", "")


def test_capitals_are_counted_among_letters_only() -> None:
    """Figures and points are neither capitals nor small letters."""
    assert capital_share("DE LA GAVLE 12.") == 1.0
    assert capital_share("De") == 0.5
    assert capital_share("12.") == 0.0
