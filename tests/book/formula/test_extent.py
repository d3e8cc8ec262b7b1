"""The extent that a record states, and how it is checked against the gatherings."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.extent import Extent, count_pages, sequences_before


@pytest.mark.parametrize(
    ("text", "leaves", "pages"),
    [
        ("[8], CCLXXXVI leaves", 294, 0),  # 8 + 286
        ("CXIX [recte CXX] leaves", 120, 0),
        ("[8], 82 [i.e. 80] pp.", 0, 88),
        ("[16], 265, [2: errata], [1 blank] pp.", 0, 284),
        ("[14 of 16], 46, [2] pp.", 0, 64),  # 16, as in a complete copy
        ("[4], 95, [1]; [4], 56; [7] leaves", 167, 0),  # 100 + 60 + 7
        ("1401-1526, [2 blank] pp.", 0, 128),
        ("[8]-423-[9] p.", 0, 440),  # hyphens join sequences
    ],
)
def test_sequences_described_and_corrected(text: str, leaves: int, pages: int) -> None:
    """Roman numerals, corrections and words in brackets do not disturb the count."""
    assert sequences_before(text, 0) == Extent(len(text), leaves=leaves, pages=pages)


def test_sequences_without_a_unit() -> None:
    """Numbers that do not say what they count are passed over, but no gatherings are."""
    assert sequences_before("[4], 59, [1]. A2", 0) == Extent(13)
    assert sequences_before("[1], 2-3^{8}", 0) is None
    assert sequences_before("[A]4, B4. C4", 0) is None


def test_an_extent_that_contradicts_is_a_warning() -> None:
    """The extent before the heading is compared with the gatherings."""
    warnings = read_collation("4to. 15, [1 blank] pp. Collation: A4.").warnings
    assert warnings == ("the pagination has 16 pages, the gatherings have 8",)


@pytest.mark.parametrize(
    ("pagination", "pages"),
    [
        ("[i-vi] 1-89 [90]", 96),  # the page after 89, not 90 pages
        ("[1-2] 3-23 [24]", 24),
        ("1-88 [8]", 96),
        ("[8]-423-[9]", 440),  # French: hyphens join sequences
        ("[4]-60", 64),
        ("[1]-60", 60),  # a first page without a number
        ("1-[4]", 4),
    ],
)
def test_pages_are_counted(pagination: str, pages: int) -> None:
    """Brackets around a number mean pages without numbers, or the number of one of them."""
    assert count_pages(pagination) == pages


def test_a_pagination_without_a_unit_is_checked() -> None:
    """Bibliographies leave out "pp." after the gatherings; other numbers are no pagination."""
    assert read_collation("8°: A-E⁴; [1-5] 6-38 [39-40].").warnings == ()
    assert read_collation("A-E⁴; 1-5 6-36 37-38.").warnings != ()
    assert read_collation("1-4⁸; 5-6⁴").leaves == 40
