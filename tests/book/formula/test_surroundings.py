"""Statements around a formula, and sizes within it."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.extent import count_pages, read_number
from formework.book.formula.sizes import NAMELESS, SIZE, leaves_of
from formework.book.formula.surroundings import Surroundings
from formework.book.model import Format


@pytest.mark.parametrize(
    ("pagination", "pages"),
    [("[8] 1-205 [3]", 216), ("xvi, 205, [3]", 224), ("1-8", 8), ("nonsense", None)],
)
def test_pagination(pagination: str, pages: int | None) -> None:
    """Numbered and unnumbered pages are counted."""
    assert count_pages(pagination) == pages


@pytest.mark.parametrize(("numeral", "value"), [("12", 12), ("xiv", 14), ("MC", 1100), ("q", None)])
def test_numerals(numeral: str, value: int | None) -> None:
    """Arabic and roman numerals have a value, other letters none."""
    assert read_number(numeral) == value


def test_statements_after_a_formula() -> None:
    """Leaf count, pagination and notes are read, each up to its end."""
    around = Surroundings()
    for statement in ("108 leaves", "pp. [2] 1-14", "E4 blank"):
        assert around.take(statement, 0, {"E"}) == len(statement)
    assert (around.leaves, around.pages, around.notes) == (108, 16, ["E4 blank"])
    assert around.take("A^{4}", 0, set()) == 0


def test_a_format_before_a_formula() -> None:
    """The format is read, and the formula begins after it."""
    around = Surroundings()
    assert around.take_format("8vo: A^{4}", 0) == 4
    assert around.book_format is Format.OCTAVO


@pytest.mark.parametrize(
    ("text", "leaves"), [("^{8/4} B", "8/4"), ("]4", "4"), (" (6)", "6"), (" 8, B", "8")]
)
def test_sizes(text: str, leaves: str) -> None:
    """A size is read in every notation."""
    size = SIZE.match(text)
    assert size
    assert leaves_of(size) == leaves


def test_what_is_not_a_size() -> None:
    """Leaf counts and formats are not sizes; a lone superscript lost its signature."""
    assert not SIZE.match(" 8 leaves")
    assert not SIZE.match("4°")
    lost = NAMELESS.match("^{8} A")
    assert lost
    assert lost[1] == "8"


@pytest.mark.parametrize(
    "note", ["lacking final blank D8", "D8 missing", "-D8 in some copies", "wants D8"]
)
def test_leaves_missing_from_one_copy_are_counted_with_a_warning(note: str) -> None:
    """A note on one copy does not describe the edition, and the reader says so."""
    book = read_collation(f"A-D^8 ({note})")
    assert book.leaves == 32
    assert any("one copy" in warning for warning in book.warnings)
