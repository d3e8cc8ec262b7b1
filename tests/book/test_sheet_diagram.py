"""Sheet diagrams as the manuals print them."""

from __future__ import annotations

import pytest

from formework.book.imposition import sheet_sides
from formework.book.model import Format, Gathering
from formework.book.sheet_diagram import draw_side


def rows(book_format: Format, leaves: int, side: int) -> list[list[str | None]]:
    """The signatures of a printed sheet side, row by row."""
    diagram = draw_side(sheet_sides([Gathering("B", leaves)], book_format)[side], book_format)
    return [
        [cell.signature for cell in diagram.cells if cell.row == row] for row in range(diagram.rows)
    ]


def test_printed_sheets() -> None:
    """Folio, quarto and octavo, outer and inner, by hand: the first page is at the lower right."""
    assert rows(Format.FOLIO, 2, 0) == [["B2v", "B1r"]]
    assert rows(Format.FOLIO, 2, 1) == [["B1v", "B2r"]]
    assert rows(Format.QUARTO, 4, 0) == [["B3r", "B2v"], ["B4v", "B1r"]]
    assert rows(Format.QUARTO, 4, 1) == [["B2r", "B3v"], ["B1v", "B4r"]]
    assert rows(Format.OCTAVO, 8, 0) == [
        ["B3r", "B6v", "B5r", "B4v"],
        ["B2v", "B7r", "B8v", "B1r"],
    ]


@pytest.mark.parametrize("book_format", [f for f in Format if f.leaves in (2, 4, 8, 12, 16)])
def test_the_leaves_lie_back_to_back(book_format: Format) -> None:
    """Turned over, each page of the outer side has the other page of its leaf behind it."""
    outer, inner = (rows(book_format, book_format.leaves, side) for side in (0, 1))
    for front, back in zip(outer, inner, strict=True):
        for one, other in zip(front, reversed(back), strict=True):
            assert one is not None
            assert other is not None
            assert one[:-1] == other[:-1]
            assert one[-1] != other[-1]


def test_a_format_without_a_table_is_one_row() -> None:
    """The slots of a scholar's own imposition are drawn side by side."""
    side = sheet_sides([Gathering("B", 4)], Format.QUARTO)[0]
    diagram = draw_side(side, Format.OCTODECIMO)
    assert (diagram.rows, diagram.columns) == (1, 4)
    assert not any(cell.upside_down for cell in diagram.cells)
