"""The books of the catalogue, and which of them are finished according to the journal.

Both files are read once, row by row, into a temporary database on disk, so
that memory does not grow with the number of books.
"""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.wording import counted
from formework.corpus.catalogue import CatalogueBook, read_catalogue
from formework.corpus.journal import JOURNAL, Attempt, Status, read_attempts
from formework.corpus.temporary_database import temporary_database
from formework.errors import FileError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TABLE = """
CREATE TABLE books (
    place INTEGER PRIMARY KEY, key TEXT UNIQUE, line INTEGER, row TEXT,
    status TEXT DEFAULT '', attempt TEXT DEFAULT ''
)
"""
_PENDING = """
SELECT row, line FROM books WHERE status = ? AND (place - 1) % ? = ? ORDER BY place
"""
_COUNT_PENDING = "SELECT count(*) FROM books WHERE status = ? AND (place - 1) % ? = ?"
_BATCH = 500  # rows fetched at a time


@dataclass(frozen=True, slots=True)
class Shard:
    """One share of a job array: every `total`-th book, beginning with the `number`-th."""

    number: int = 1
    total: int = 1

    @classmethod
    def read(cls, text: str) -> Shard:
        """A shard as it is given: 3/10."""
        number, _, total = text.partition("/")
        if number.isdecimal() and total.isdecimal() and 1 <= int(number) <= int(total):
            return cls(int(number), int(total))
        raise InputError(
            f"shard {text!r} is not a share", hint="give I/N with I from 1 to N, such as 3/10"
        )


@dataclass(frozen=True, slots=True)
class Counts:
    """How many books there are, and how many are done and failed."""

    books: int
    done: int
    failed: int

    @property
    def left(self) -> int:
        """Books without a finished attempt."""
        return self.books - self.done - self.failed


class Ledger:
    """The books of a catalogue with the last finished attempt at each.

    `warnings` are about lines of the journal that could not be used.
    """

    def __init__(self, catalogue: Path, out: Path) -> None:
        self._database = temporary_database(self)
        self._database.execute(_TABLE)
        self._load_catalogue(catalogue)
        self.warnings = tuple(self._load_journal(out))

    def pending(self, shard: Shard, status: str = "") -> Iterator[CatalogueBook]:
        """The books of a shard with this status; empty means not attempted yet."""
        values = (status, shard.total, shard.number - 1)
        for row, line in self._select(_PENDING, values):
            yield CatalogueBook(**json.loads(row), line=line)

    def count_pending(self, shard: Shard, status: str = "") -> int:
        """How many books `pending` would yield."""
        values = (status, shard.total, shard.number - 1)
        ((number,),) = self._select(_COUNT_PENDING, values)
        return int(number)

    def entries(self) -> Iterator[tuple[CatalogueBook, Attempt | None]]:
        """Every book in the order of the catalogue, with its last finished attempt."""
        for row, line, attempt in self._select("SELECT row, line, attempt FROM books"):
            yield CatalogueBook(**json.loads(row), line=line), Attempt.from_line(attempt)

    def counts(self) -> Counts:
        """Totals over all shards."""
        found = dict(self._select("SELECT status, count(*) FROM books GROUP BY status"))
        done, failed = found.get(Status.DONE, 0), found.get(Status.FAILED, 0)
        return Counts(sum(found.values()), done, failed)

    def _load_catalogue(self, catalogue: Path) -> None:
        with self._database:
            for book in read_catalogue(catalogue):
                row = {"id": book.id, "source": book.source, "format": book.format,
                       "collation": book.collation, "described": book.described}  # fmt: skip
                # On some file systems A and a are the same name.
                values = (book.id.casefold(), book.line, json.dumps(row))
                try:
                    self._database.execute(
                        "INSERT INTO books (key, line, row) VALUES (?, ?, ?)", values
                    )
                except sqlite3.IntegrityError as error:
                    raise self._duplicate(catalogue, book) from error
        if self.counts().books == 0:
            raise FileError(
                f"{catalogue.name} lists no book", hint="add one row per book below the first line"
            )

    def _duplicate(self, catalogue: Path, book: CatalogueBook) -> FileError:
        found = self._database.execute(
            "SELECT line FROM books WHERE key = ?", (book.id.casefold(),)
        )
        return FileError(
            f"{catalogue.name}, line {book.line}: id {book.id!r} is also in line "
            f"{found.fetchone()[0]}",
            hint="give each book its own id; upper and lower case count as the same",
        )

    def _load_journal(self, out: Path) -> Iterator[str]:
        unknown, example = 0, ""
        for line, attempt in read_attempts(out):
            if attempt is None:
                yield f"{JOURNAL}, line {line} is damaged and was skipped"
                continue
            changed = self._database.execute(
                "UPDATE books SET status = ?, attempt = ? WHERE key = ?",
                (attempt.status, attempt.as_line(), attempt.id.casefold()),
            )
            if not changed.rowcount:
                unknown, example = unknown + 1, attempt.id
        if unknown:
            yield (
                f"{JOURNAL} has {counted(unknown, 'attempt')} at books that are not in the "
                f"catalogue, such as {example!r}"
            )
        self._database.commit()

    def _select(self, query: str, values: tuple[object, ...] = ()) -> Iterator[tuple]:  # type: ignore[type-arg]
        cursor = self._database.execute(query, values)
        while rows := cursor.fetchmany(_BATCH):
            yield from rows
