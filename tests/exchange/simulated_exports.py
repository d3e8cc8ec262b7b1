"""Simulated books with their truth as the result, so that exports need no kernel."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np

from formework.book.folder import open_book
from formework.book.imposition import turned_slots
from formework.book.model import Box, Format, Origin, RunningTitle
from formework.book.plain_files import read_table
from formework.exchange.exported_book import read_exported
from formework.findings.book_findings import read_findings
from formework.findings.findings_file import write_findings
from formework.result import UNSURE, PageResult, Result, UnitResult, Way, group_pages
from formework.result_files import write_result
from formework.settings import Settings
from formework.simulate.shapes import KING_LEAR, SectionShape, Shape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book

if TYPE_CHECKING:
    from pathlib import Path

    from formework.exchange.exported_book import ExportedBook
    from formework.simulate.simulated_book import SimulatedBook

MADE = datetime(2026, 11, 17, 12, 30, tzinfo=UTC)
TITLE = "Lear & <Co> -- 1608"
OCTAVO = replace(
    KING_LEAR, format=Format.OCTAVO, leaves=8, collation="A-B^8",
    sections=(SectionShape(gatherings=2, skeletons=2, largest=2),),
)  # fmt: skip
FOLIO = replace(
    KING_LEAR, format=Format.FOLIO, collation="B-C^4",
    sections=(SectionShape(gatherings=2, skeletons=3, largest=3),),
)  # fmt: skip
QUARTO = replace(
    KING_LEAR, collation="A^4", sections=(SectionShape(gatherings=1, skeletons=2, largest=1),)
)
# The quarto has whole pages, the others only their titles.
BOOKS: dict[str, tuple[Shape, bool]] = {
    "quarto": (QUARTO, False),
    "octavo": (OCTAVO, True),
    "folio": (FOLIO, True),
}


def write_simulated(root: Path, shape: Shape, *, cut: bool) -> ExportedBook:
    """A simulated book in a folder, finished: its titles, skeletons and findings are the truth."""
    printed = simulate_book(shape, seed=5)
    for _ in write_book(printed, root, name=TITLE, cut=cut):
        pass
    toml = root / "book.toml"
    toml.write_text('shelfmark = "C.34 <k> & 18"\ndate = "1608"\n' + toml.read_text("utf-8"))
    book = open_book(root)
    rows = {row["image"]: row for row in read_table(root / "truth.csv", ("image", "x", "text"))}
    titles = []
    for page in book.read_pages():
        row = rows.get(page.image)
        box = Box(*(int(row[name]) for name in ("x", "y", "width", "height"))) if row else None
        text, section = (row["text"], row["section"]) if row else ("", "")
        origin = Origin.LOCATED if row else Origin.NONE
        titles.append(RunningTitle(page.image, page.signature, box, text, section, origin))
    book.write_titles(titles)
    result = true_result(printed)
    write_result(root, result)
    slots = turned_slots(shape.format)
    write_findings(root, read_findings(result.pages, printed.sides, turned_slots=slots))
    return read_exported(open_book(root), MADE)


def true_result(book: SimulatedBook) -> Result:
    """The truth as a result; but the first side has a later state, the last no sure skeleton."""
    pages = [
        PageResult(
            title.signature, title.sheet_side, title.slot + 1, title.section, title.skeleton, 1,
            title.title, 0.9, 0.97,
        )
        for title in book.titles
    ]  # fmt: skip
    first, last = pages[0].sheet_side, pages[-1].sheet_side
    for place, page in enumerate(pages):
        if page.sheet_side == first:
            pages[place] = replace(page, state=2, title=UNSURE, confidence=0.5)
        elif page.sheet_side == last:
            pages[place] = replace(page, skeleton=UNSURE, title=UNSURE, confidence=0.0)
    units = tuple(
        UnitResult(name, own[0].skeleton, own[0].state, own[0].confidence, Way.SAME)
        for name, own in group_pages(pages).items()
    )
    distances = np.full((len(units), len(units)), np.nan)
    np.fill_diagonal(distances, 0)
    return Result("0.1.0", Settings(seed=3), 4, tuple(pages), units, distances)
