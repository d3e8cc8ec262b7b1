"""The printed sheet, unfolded: where each page of a sheet side is, and which way up.

Type is set in mirror image, so the printed sheet shows the pages of the imposing
stone from right to left. Pages meet head to head: every other row is upside
down. In duodecimo the off-cut is drawn upright; printers imposed it both ways.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from formework.book.imposition import forme_table, stone_rows

if TYPE_CHECKING:
    from formework.book.model import Format, SheetSide


@dataclass(frozen=True, slots=True)
class Cell:
    """A page on the printed sheet; rows and columns count from 0, slots from 1."""

    row: int
    column: int
    slot: int
    signature: str | None
    upside_down: bool


@dataclass(frozen=True, slots=True)
class SheetDiagram:
    """The pages of one sheet side in rows and columns."""

    rows: int
    columns: int
    cells: tuple[Cell, ...]


def draw_side(side: SheetSide, book_format: Format | None) -> SheetDiagram:
    """The diagram of a sheet side; an imposition without a known layout is drawn as one row."""
    pages = [page.signature if page else None for page in side.pages]
    places = _places(book_format) if book_format else {}
    if len(places) != len(pages):
        cells = tuple(Cell(0, place, place + 1, page, False) for place, page in enumerate(pages))
        return SheetDiagram(1, len(pages), cells)
    cells = tuple(
        Cell(row, column, slot + 1, pages[slot], upside_down)
        for slot, (row, column, upside_down) in sorted(places.items(), key=lambda item: item[1])
    )
    return SheetDiagram(
        1 + max(cell.row for cell in cells), 1 + max(cell.column for cell in cells), cells
    )


@cache
def _places(book_format: Format) -> dict[int, tuple[int, int, bool]]:
    """Row, column and whether it is upside down, for each slot from 0; empty without a table."""
    rows = stone_rows(book_format)
    slots = forme_table(book_format).outer if rows else ()
    places = {}
    for number, row in enumerate(rows):
        upside_down = (len(rows) - 1 - number) % 2 == 1
        for column, page in enumerate(reversed(row)):
            places[slots.index(page)] = (number, column, upside_down)
    return places
