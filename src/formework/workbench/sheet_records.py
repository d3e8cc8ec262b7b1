"""The sheets of a collation as diagrams: the place of each page on the printed sheet."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from formework.book.sheet_diagram import draw_side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.model import Format, SheetSide


def sheet_records(
    sides: Sequence[SheetSide], book_format: Format | None, limit: int | None = None
) -> dict[str, object]:
    """The gatherings with the sheets of each, at most `limit`; `more` counts the others."""
    gatherings = [(name, list(group)) for name, group in groupby(sides, lambda s: s.gathering)]
    shown = gatherings[:limit]
    return {
        "gatherings": [
            {"signature": name, "sheets": _sheets(group, book_format)} for name, group in shown
        ],
        "more": len(gatherings) - len(shown),
    }


def _sheets(sides: Sequence[SheetSide], book_format: Format | None) -> list[dict[str, object]]:
    return [
        {
            "name": sheet[0].name.partition("(")[0],
            "sides": [_side(side, book_format) for side in sheet],
        }
        for sheet in (list(group) for _, group in groupby(sides, lambda side: side.sheet))
    ]


def _side(side: SheetSide, book_format: Format | None) -> dict[str, object]:
    diagram = draw_side(side, book_format)
    return {
        "name": side.name,
        "forme": str(side.forme),
        "rows": diagram.rows,
        "columns": diagram.columns,
        "cells": [
            {
                "row": cell.row,
                "column": cell.column,
                "slot": cell.slot,
                "signature": cell.signature,
                "upside_down": cell.upside_down,
            }
            for cell in diagram.cells
        ],
    }
