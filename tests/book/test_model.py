"""The parts of a book: formats, pages, gatherings."""

from __future__ import annotations

import pytest

from formework.book.model import Face, Format, Forme, Gathering, Insertion, Page, SheetSide
from formework.errors import InputError


@pytest.mark.parametrize(
    ("text", "book_format"),
    [
        ("quarto", Format.QUARTO),
        ("4°", Format.QUARTO),
        ("in-8°", Format.OCTAVO),
        ("12mo", Format.DUODECIMO),
        ("FO.", Format.FOLIO),
        ("vicesimo-quarto", Format.VICESIMO_QUARTO),
    ],
)
def test_formats_in_any_spelling(text: str, book_format: Format) -> None:
    """Words, figures and abbreviations name the same format."""
    assert Format.read(text) is book_format
    assert Format.read(book_format.word) is Format.read(book_format.sign) is book_format


@pytest.mark.parametrize("text", ["", "5°", "huge", "4to4"])
def test_unknown_formats(text: str) -> None:
    """The value is named, with the spellings to use."""
    with pytest.raises(InputError, match="is unknown") as caught:
        Format.read(text)
    assert "quarto" in caught.value.hint


def test_numbered_gatherings_need_a_point() -> None:
    """Leaf 2 of gathering 11 is 11.2, not 112."""
    assert Page("11", 2, Face.VERSO).signature == "11.2v"


def test_leaves_present() -> None:
    """Missing leaves are not counted, insertions are, cancels are."""
    inserted = (Insertion(1, Gathering("χ", 2)),)
    gathering = Gathering("A", 4, missing=(4,), cancelled=(2,), inserted=inserted)
    assert gathering.leaves_present == 5
    assert len(gathering.pages) == 10


def test_names_of_sheet_sides() -> None:
    """A nested sheet has its number; empty slots have no signature."""
    page = Page("B", 1, Face.RECTO)
    assert SheetSide("B", 0, Forme.OUTER, (page,)).name == "B(o)"
    nested = SheetSide("B", 2, Forme.INNER, (None, page))
    assert (nested.name, nested.signatures) == ("B2(i)", ("B1r",))
