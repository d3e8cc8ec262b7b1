"""Brackets of formulas: content, end, and partners."""

import pytest

from formework.book.formula.brackets import (
    round_brackets,
    square_brackets,
    unpaired_brackets,
    warn_of_brackets,
)
from formework.book.formula.notation import plain


def test_round_brackets_hold_nested_ones() -> None:
    """The content ends at the bracket that closes the first one."""
    assert round_brackets("A(B1+χ(-χ2)) C", 1, inverted=False) == ("B1+χ(-χ2)", 12)


def test_inverted_brackets_are_a_signature() -> None:
    """In a book with the signature ):( it neither opens nor closes, with a series too."""
    assert round_brackets("(-):(4) A", 0, inverted=True) == ("-):(4", 7)
    assert round_brackets("(-^{2})(4) A", 0, inverted=True) == ("-^{2})(4", 10)


def test_an_unclosed_bracket_holds_the_rest() -> None:
    """Everything after it is its content."""
    assert round_brackets("A(-A4 B", 1, inverted=False) == ("-A4 B", 7)
    assert square_brackets("[A", 0) == ("", 0)
    assert square_brackets("[A] B", 0) == ("A", 3)


@pytest.mark.parametrize(
    ("text", "unpaired"),
    [
        ("A(-A4)", []),
        (")(^4", []),
        ("[A]^4 ):(^2(-):(2)", []),
        ("A(", [1]),
        ("A)", [1]),
        ("(A [B", [0, 3]),
        ("(" * 100, [0, 1, 2]),
    ],
)
def test_brackets_without_a_partner(text: str, unpaired: list[int]) -> None:
    """The first of them are found by position."""
    assert unpaired_brackets(text) == unpaired


def test_the_warning_quotes_the_place() -> None:
    """It quotes the formula from the bracket on and counts characters from 1."""
    formula = "A–F⁴(-F4 and more"
    assert list(warn_of_brackets(formula, plain(formula))) == [
        "'(-F4 and' at character 5: this bracket is never closed"
    ]
