"""The finished books together: the tables, the titles found again, and the site."""

from __future__ import annotations

from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.folder import open_book
from formework.corpus.book_summary import summarise_book
from formework.corpus.book_tables import BookTables
from formework.corpus.found_again.found_files import write_found
from formework.corpus.found_again.title_search import find_again
from formework.corpus.journal import JOURNAL, Status
from formework.corpus.site import INDEX_HTML, open_site
from formework.errors import FormeworkError
from formework.progress import silent
from formework.result_files import read_pages

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.corpus.catalogue import CatalogueBook
    from formework.corpus.ledger import Ledger
    from formework.progress import ProgressReport


def is_up_to_date(out: Path) -> bool:
    """Whether the site is newer than the last finished attempt."""
    site, journal = out / INDEX_HTML, out / JOURNAL
    return site.exists() and site.stat().st_mtime >= journal.stat().st_mtime


def write_across_books(
    out: Path, ledger: Ledger, progress: ProgressReport = silent
) -> tuple[str, ...]:
    """Write tables, overlays and site into the output folder; return the warnings.

    A book whose files cannot be read gets a warning, and is shown as failed.
    """
    done = ledger.counts().done
    books = _finished(ledger, done, progress)
    found: Counter[str] = Counter()
    warnings: list[str] = []
    with write_found(out) as add:
        for shared in find_again(out, books, warnings.append):
            add(shared)
            found.update((shared.one.book, shared.other.book))
    with ExitStack() as stack:
        site = stack.enter_context(open_site(out))
        tables: BookTables | None = None
        for number, (book, attempt) in enumerate(ledger.entries(), 1):
            if tables is None:
                tables = stack.enter_context(BookTables.open(out, list(book.described)))
            summary = None
            if attempt is not None and attempt.status is Status.DONE:
                try:
                    book = _declared(out, book)
                    summary = summarise_book(read_pages(out / book.id))
                except FormeworkError as error:
                    warnings.append(f"{book.id}: {error.message}")
            tables.add(book, attempt, summary, found[book.id])
            site.add(book, attempt, summary, found[book.id])
            progress("books summarised", number, ledger.counts().books)
    return tuple(warnings)


def _declared(out: Path, book: CatalogueBook) -> CatalogueBook:
    """A book with the format and collation of its folder, in one spelling for all books."""
    declared = open_book(out / book.id).declared
    return replace(
        book,
        format=declared.book_format.word if declared.book_format else book.format,
        collation=declared.collation.formula if declared.collation else book.collation,
    )


def _finished(ledger: Ledger, total: int, progress: ProgressReport) -> Iterator[tuple[str, str]]:
    """The ids and printers of finished books."""
    number = 0
    for book, attempt in ledger.entries():
        if attempt is not None and attempt.status is Status.DONE:
            yield book.id, book.described.get("printer", "")
            number += 1
            progress("titles measured", number, total)
