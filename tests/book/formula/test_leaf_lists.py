"""Leaves listed by number after a signature."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.leaf_lists import listed_leaves


@pytest.mark.parametrize(
    ("text", "leaves"),
    [
        ("1,2", [1, 2]),
        ("9.[10]", [9, 10]),
        ("1-3", [1, 2, 3]),
        ("3,1", []),
        ("1,2B", [1]),
        ("x", []),
    ],
)
def test_a_list_counts_upwards(text: str, leaves: list[int]) -> None:
    """Only numbers that count upwards and end there are a list of leaves."""
    assert listed_leaves(text, 0)[0] == leaves


@pytest.mark.parametrize(
    ("formula", "pages"),
    [
        ("M^2 M3", "M1r M1v M2r M2v M2+1r M2+1v"),
        ("χ1 χ2", "χ1r χ1v χ2r χ2v"),
        ("π1,2", "π1r π1v π2r π2v"),
    ],
)
def test_pages_of_listed_leaves(formula: str, pages: str) -> None:
    """A leaf that continues a gathering is added to it; single leaves keep their own numbers."""
    assert " ".join(page.signature for page in read_collation(formula).pages) == pages


def test_an_added_leaf_is_reported() -> None:
    """The reading of M5 as one leaf more is among the notes."""
    assert "M5 added to M" in read_collation("M^4 M5").notes
