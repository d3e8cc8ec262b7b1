"""The titles of all books by printer and text, kept in a temporary database on disk.

Only titles of one block are ever compared, and only one block is in memory.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.book.title_words import SAME_TEXT, comparable, likeness
from formework.corpus.found_again.title_vectors import BookTitle, measure_title
from formework.corpus.temporary_database import temporary_database
from formework.kernels.spacing.letters import Letter

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from numpy.typing import NDArray

_TABLES = """
CREATE TABLE blocks (number INTEGER PRIMARY KEY, printer TEXT, words TEXT, letters BLOB);
CREATE INDEX by_printer ON blocks (printer, words);
CREATE TABLE titles (block INTEGER, book TEXT, numeral TEXT, places BLOB, scatter BLOB);
CREATE INDEX by_block ON titles (block);
"""


@dataclass(frozen=True, slots=True)
class TitleBlock:
    """All titles of one printer and text: the book and numeral of each, and its vector."""

    printer: str
    books: tuple[str, ...]
    numerals: tuple[str, ...]
    places: NDArray[np.float64]
    scatter: NDArray[np.float64]


class TitleBlocks:
    """Collects titles book by book, and returns them block by block."""

    def __init__(self) -> None:
        self._database = temporary_database(self)
        self._database.executescript(_TABLES)

    def add(self, printer: str, letters: Sequence[Letter], titles: Sequence[BookTitle]) -> None:
        """Measure the titles of one text of a book, and keep their vectors.

        The letters of the first book of a block are the reference for the others.
        """
        if not titles:
            return
        block, reference = self._block(printer, comparable(titles[0].words), letters)
        for title in titles:
            vector = measure_title(title, reference)
            self._database.execute(
                "INSERT INTO titles VALUES (?, ?, ?, ?, ?)",
                (block, title.book, title.numeral, vector.places.tobytes(),
                 vector.scatter.tobytes()),
            )  # fmt: skip

    def blocks(self) -> Iterator[TitleBlock]:
        """Every block with titles of at least two books."""
        shared = self._database.execute(
            "SELECT number, printer FROM blocks JOIN titles ON block = number "
            "GROUP BY number HAVING count(DISTINCT book) > 1 ORDER BY number"
        )
        for number, printer in shared:
            rows = self._database.execute(
                "SELECT book, numeral, places, scatter FROM titles WHERE block = ? ORDER BY rowid",
                (number,),
            )
            books, numerals, places, scatter = zip(*rows, strict=True)
            yield TitleBlock(printer, books, numerals, _stack(places), _stack(scatter))

    def _block(
        self, printer: str, words: str, letters: Sequence[Letter]
    ) -> tuple[int, tuple[Letter, ...]]:
        """The number and letters of the block of a text; a new block if no text is similar."""
        found = self._database.execute(
            "SELECT number, letters FROM blocks WHERE printer = ? AND words = ?", (printer, words)
        ).fetchone()
        if found is None:
            found = self._find_similar(printer, words)
        if found is not None:
            return found[0], _unpack(found[1])
        added = self._database.execute(
            "INSERT INTO blocks (printer, words, letters) VALUES (?, ?, ?)",
            (printer, words, _pack(letters)),
        )
        return int(added.lastrowid or 0), tuple(letters)

    def _find_similar(self, printer: str, words: str) -> tuple[int, bytes] | None:
        known = self._database.execute(
            "SELECT words, number, letters FROM blocks WHERE printer = ?", (printer,)
        ).fetchall()
        if not known:
            return None
        shared = likeness([words], [row[0] for row in known])[0]
        best = int(np.argmax(shared))
        return (known[best][1], known[best][2]) if shared[best] >= SAME_TEXT else None


def _stack(blobs: Sequence[bytes]) -> NDArray[np.float64]:
    return np.stack([np.frombuffer(blob) for blob in blobs])


def _pack(letters: Sequence[Letter]) -> bytes:
    arrays: dict[str, Any] = {f"shape{n}": letter.shape for n, letter in enumerate(letters)}
    buffer = io.BytesIO()
    np.savez(
        buffer,
        tops=np.array([letter.top for letter in letters]),
        lefts=np.array([letter.left for letter in letters]),
        names=np.array([letter.name for letter in letters], dtype=np.str_),
        **arrays,
    )
    return buffer.getvalue()


def _unpack(data: bytes) -> tuple[Letter, ...]:
    with np.load(io.BytesIO(data), allow_pickle=False) as saved:
        shapes = [saved[f"shape{number}"] for number in range(len(saved["tops"]))]
        return tuple(
            map(Letter, shapes, saved["tops"].tolist(), saved["lefts"].tolist(),
                saved["names"].tolist())
        )  # fmt: skip
