"""The tables across books: one row per book, per sheet side and per title."""

from __future__ import annotations

from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.corpus.streamed_table import can_write_parquet, streamed_table, write_parquet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from formework.corpus.book_summary import BookSummary
    from formework.corpus.catalogue import CatalogueBook
    from formework.corpus.journal import Attempt

TABLES = "tables"
BOOK_COLUMNS: dict[str, type] = {
    "status": str, "cause": str, "seconds": float, "cpu_seconds": float, "peak_mb": int,
    "pages": int, "sheet_sides": int, "skeletons": int, "states": int,
    "skeletons_per_sheet": float, "two_skeleton_sheets": float, "turns": str,
    "sole_appearances": float, "titles": int, "median_title_sheets": float,
    "titles_found_again": int,
}  # fmt: skip
SIDE_COLUMNS: dict[str, type] = {
    "id": str, "sheet_side": str, "skeleton": str, "state": int, "confidence": float,
}  # fmt: skip
TITLE_COLUMNS: dict[str, type] = {
    "id": str, "title": str, "section": str, "first": str, "last": str, "uses": int, "sheets": int,
}  # fmt: skip
_FIRST = ("id", "format", "collation")


@dataclass(frozen=True, slots=True)
class BookTables:
    """The open tables; each takes one row at a time."""

    described: tuple[str, ...]
    book: Callable[[Sequence[object]], object]
    side: Callable[[Sequence[object]], object]
    title: Callable[[Sequence[object]], object]

    @classmethod
    @contextmanager
    def open(cls, out: Path, described: Sequence[str]) -> Iterator[BookTables]:
        """Open the tables in a folder; they are complete when the block ends.

        Then they are also written as Parquet, if that is installed. `described` are
        the further columns of the catalogue; one that has the name of another
        column is kept as `catalogue_NAME`.
        """
        folder = out / TABLES
        folder.mkdir(exist_ok=True)
        kept = [f"catalogue_{name}" if name in BOOK_COLUMNS else name for name in described]
        with ExitStack() as stack:
            books = stack.enter_context(
                streamed_table(folder / "books.csv", (*_FIRST, *kept, *BOOK_COLUMNS))
            )
            sides = stack.enter_context(
                streamed_table(folder / "sheet_sides.csv", tuple(SIDE_COLUMNS))
            )
            titles = stack.enter_context(
                streamed_table(folder / "titles.csv", tuple(TITLE_COLUMNS))
            )
            yield cls(tuple(described), books, sides, titles)
        if can_write_parquet():
            write_parquet(folder / "books.csv", BOOK_COLUMNS)
            write_parquet(folder / "sheet_sides.csv", SIDE_COLUMNS)
            write_parquet(folder / "titles.csv", TITLE_COLUMNS)

    def add(
        self, book: CatalogueBook, attempt: Attempt | None, summary: BookSummary | None, found: int
    ) -> None:
        """Add a book; `found` is how many of its titles were found again in others."""
        catalogue = (book.id, book.format, book.collation)
        described = (book.described.get(name, "") for name in self.described)
        tried = (
            ("", "", None, None, None)
            if attempt is None
            else (attempt.status, attempt.cause, attempt.seconds, attempt.cpu_seconds,
                  attempt.peak_mb)
        )  # fmt: skip
        self.book((*catalogue, *described, *tried, *_figures(summary, found)))
        for side in summary.sides if summary else ():
            self.side((book.id, side.name, side.skeleton, side.state, f"{side.confidence:.3f}"))
        for title in summary.titles if summary else ():
            self.title(
                (book.id, title.numeral, title.section, title.first, title.last, title.uses,
                 title.sheets)
            )  # fmt: skip


def _figures(summary: BookSummary | None, found: int) -> tuple[object, ...]:
    if summary is None:
        return (None,) * 11
    return (
        summary.pages, len(summary.sides), summary.skeletons, summary.states,
        _rounded(summary.skeletons_per_sheet), _rounded(summary.two_skeleton_sheets),
        summary.turns, _rounded(summary.sole_appearances), len(summary.titles),
        summary.median_title_sheets, found,
    )  # fmt: skip


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 4)
