"""Words around the gatherings of a formula."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.prose import holds_gatherings, is_prose, prose_after, prose_before
from formework.errors import FormulaError


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Foliatur in mano coeva: A-K^{8}", "Foliatur in mano coeva:"),
        ("[1] en bl. ; Sign.: A-K^{8}", "[1] en bl. ;"),
        ("no formula at all", ""),
        ("AAAA: A-K^{8}", ""),
    ],
)
def test_words_before(text: str, before: str) -> None:
    """They end with a colon, or where a known heading begins."""
    assert prose_before(text, 0) == before


@pytest.mark.parametrize(
    ("text", "after"),
    [
        ("Woodcut initials; A-B^{4}", "Woodcut initials"),
        ("Seconde partie : A-F8", "Seconde partie "),
        ("Index: B^{4}", "Index"),
        ("$ of the two copies", "$ of the two copies"),
        ("$ of B-C8", ""),
        ("AAAA", ""),
    ],
)
def test_words_after(text: str, after: str) -> None:
    """They end with a semicolon, and never hold the gatherings after a colon."""
    assert prose_after(text, 0) == after


def test_what_looks_like_gatherings_is_no_prose() -> None:
    """A remark is guessed only where nothing could be a gathering."""
    assert holds_gatherings("and L-M8")
    assert holds_gatherings("L^{8}")
    assert is_prose("c. K8 bianca")
    assert not is_prose("c. K8")
    assert not is_prose("altra parte L-M8")


@pytest.mark.parametrize(
    ("formula", "remark"),
    [
        ("A-K8 ; c. K8 bianca", "'c. K8 bianca' is read as a remark"),
        ("Foliatur: A-K8", "'Foliatur:' is read as a remark"),
    ],
)
def test_a_remark_that_was_guessed_is_a_warning(formula: str, remark: str) -> None:
    """What is not read as gatherings is said."""
    assert remark in read_collation(formula).warnings


def test_letters_without_a_size_are_still_an_error() -> None:
    """Letters at the end are a remark only with words after them."""
    with pytest.raises(FormulaError, match="the number of leaves after c"):
        read_collation("A-K8 ; c.")
