"""The catalogue: a CSV table with one row per book, read row by row.

The ids become folder names, so they are checked: a catalogue may come from
anywhere. Nothing is held in memory beyond one row.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from formework.book.declaration import is_url
from formework.book.plain_files import Row, decode_utf8
from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS = ("id", "source", "format", "collation")
# Names in the output folder that no book may take.
RESERVED_NAMES = frozenset(
    {"corpus.jsonl", "catalogue.csv", "index.html", "found-again.html", "found-again", "tables"}
)
_ID = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,98}[A-Za-z0-9_-])?")
# Windows keeps these names for devices, with any ending.
_DEVICE = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)
_MAX_LINE_BYTES = 2**20


@dataclass(frozen=True, slots=True)
class CatalogueBook:
    """One row of the catalogue: the source of a book, and what else is known of it.

    `described` are the further columns (title, printer, date …); `line` is the
    line of the file.
    """

    id: str
    source: str
    format: str
    collation: str
    described: dict[str, str]
    line: int


def read_catalogue(path: Path) -> Iterator[CatalogueBook]:
    """The books of a catalogue, in order; errors name the line.

    Relative sources are relative to the catalogue's folder. That an id occurs
    only once is checked by the ledger.
    """
    for row in _rows(path):
        for column in ("id", "source"):
            if not row[column]:
                raise row.wrong(column, "is empty", "every book needs an id and a source")
        _check_id(row)
        described = {name: cell for name, cell in row.cells.items() if name not in COLUMNS}
        yield CatalogueBook(
            row["id"], _resolve(path, row["source"]), row["format"], row["collation"], described,
            row.line,
        )  # fmt: skip


def _resolve(catalogue: Path, source: str) -> str:
    return source if is_url(source) else str(catalogue.resolve().parent / Path(source))


def _check_id(row: Row) -> None:
    book = row["id"]
    if not _ID.fullmatch(book):
        raise row.wrong(
            "id",
            "cannot be the name of a folder",
            "use up to 100 letters A-Z, digits, dots, hyphens and underscores",
        )
    if book.casefold() in RESERVED_NAMES or _DEVICE.fullmatch(book):
        raise row.wrong("id", "is a reserved name", "give the book another id")


def _rows(path: Path) -> Iterator[Row]:
    lines = _lines(path)
    header = next(lines, "")
    separator = max(",;\t", key=header.count)
    names = [name.strip().lower() for name in next(csv.reader([header], delimiter=separator), [])]
    _check_header(path, names)
    reader = csv.reader(lines, delimiter=separator, strict=True)
    try:
        for cells in reader:
            line = reader.line_num + 1  # the header was read before
            if len(cells) > len(names):
                raise FileError(
                    f"{path.name}, line {line}: {len(cells)} cells, but {len(names)} columns",
                    hint="put cells that contain the separator in quotation marks",
                )
            if any(cell.strip() for cell in cells):
                padded = [*cells, *[""] * (len(names) - len(cells))]
                yield Row(path.name, line, dict(zip(names, map(str.strip, padded), strict=True)))
    except csv.Error as error:
        raise FileError(
            f"{path.name}, line {reader.line_num + 1}: {error}",
            hint="a quotation mark may not be closed: correct the line, or save the table again",
        ) from error


def _check_header(path: Path, names: list[str]) -> None:
    absent = [column for column in COLUMNS if column not in names]
    twice = sorted({name for name in names if names.count(name) > 1})
    if absent or twice:
        fault = (
            f"there is no column {', '.join(absent)}"
            if absent
            else f"there are two columns {twice[0]!r}"
        )
        raise FileError(
            f"{path.name}, line 1: {fault}",
            hint=f"the first line must begin {','.join(COLUMNS)}; further columns are kept",
        )


def _lines(path: Path) -> Iterator[str]:
    """The lines of a file in UTF-8, with or without the BOM that spreadsheets write."""
    try:
        with path.open("rb") as file:
            for number, line in enumerate(iter(lambda: file.readline(_MAX_LINE_BYTES), b""), 1):
                yield _decoded(path, number, line)
    except OSError as error:
        raise FileError(
            f"{path} cannot be read: {error.strerror}", hint="give the catalogue as a CSV file"
        ) from error


def _decoded(path: Path, number: int, line: bytes) -> str:
    if len(line) == _MAX_LINE_BYTES:
        raise FileError(
            f"{path.name}, line {number} is longer than {_MAX_LINE_BYTES // 2**20} MB",
            hint="a quotation mark may not be closed, or this is not a CSV file",
        )
    return decode_utf8(line, path.name, number)
