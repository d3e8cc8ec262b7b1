"""The outcome of the titles stage, and the file that keeps it: `.formework/titles.json`.

The file holds what titles.csv has no column for: which pages are doubtful and
which failed. It also holds the rows as the program last wrote them, so that a
row a person edited since can be recognised.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from formework.book.file_names import TITLES_RECORD
from formework.book.model import Box, Origin, RunningTitle
from formework.book.plain_files import read_text, write_whole
from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from formework.book.folder import Book
    from formework.scans.title_places import PagePlace


@dataclass(frozen=True, slots=True)
class TitleOutcome:
    """The running titles of a book, one row per page.

    `doubtful` names the pages a person should check; `failed` the pages whose
    scan could not be read, with the reason. Names are those of `title_names`.
    `ignored` is what an imported file held and was not taken, each with its place.
    `undecided` are the rows of pages on which something was decided, as they
    would be without it, by place.
    """

    titles: tuple[RunningTitle, ...]
    doubtful: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    undecided: Mapping[PagePlace, RunningTitle] = field(default_factory=dict)

    @property
    def located(self) -> int:
        """The number of pages with a running title."""
        return sum(title.box is not None for title in self.titles)

    @property
    def without(self) -> int:
        """The number of pages without one."""
        return len(self.titles) - self.located


def read_outcome(book: Book) -> TitleOutcome:
    """Return the outcome of the last run, with the titles as titles.csv has them now.

    Without the file nothing is known to be doubtful or failed.

    Raises:
        FileError: the file is damaged.

    """
    record = _read_record(book)
    known = _parse(book, record) if record is not None else _Record()
    return TitleOutcome(
        book.read_titles(), known.doubtful, known.failed, known.ignored, known.undecided
    )


def read_written_titles(book: Book) -> tuple[RunningTitle, ...] | None:
    """Return the rows of titles.csv as the program last wrote them.

    `None` where that is not known: the program has not written any, `.formework`
    was deleted, or version 0.1 wrote them.

    Raises:
        FileError: the file is damaged.

    """
    record = _read_record(book)
    return _parse(book, record).written if record is not None else None


def write_outcome(book: Book, outcome: TitleOutcome, written: Sequence[RunningTitle]) -> None:
    """Write the outcome of a run and the rows it wrote, whole or not at all."""
    record = {
        "doubtful": outcome.doubtful,
        "failed": outcome.failed,
        "ignored": outcome.ignored,
        "written": [_row(title) for title in written],
        "undecided": [
            {"second": second, **_row(title)} for (_, second), title in outcome.undecided.items()
        ],
    }
    path = _path(book)
    path.parent.mkdir(exist_ok=True)
    write_whole(path, json.dumps(record, ensure_ascii=False, indent=0) + "\n")


def _path(book: Book) -> Path:
    return book.root / TITLES_RECORD


def _read_record(book: Book) -> object:
    """Return the content of the file, `None` where there is no file."""
    if not _path(book).exists():
        return None
    try:
        content: object = json.loads(read_text(_path(book)))
    except ValueError as error:
        raise _damaged(str(error)) from error
    return content if content is not None else {}


@dataclass(frozen=True, slots=True)
class _Record:
    """The content of the file; `written` is `None` where it is not known."""

    doubtful: tuple[str, ...] = ()
    failed: tuple[tuple[str, str], ...] = ()
    ignored: tuple[str, ...] = ()
    undecided: Mapping[PagePlace, RunningTitle] = field(default_factory=dict)
    written: tuple[RunningTitle, ...] | None = None


def _parse(book: Book, record: Any) -> _Record:  # noqa: ANN401 (JSON)
    try:
        return _Record(
            doubtful=tuple(_text(name) for name in record["doubtful"]),
            failed=tuple((_text(name), _text(why)) for name, why in record["failed"]),
            ignored=tuple(_text(what) for what in record.get("ignored", ())),
            undecided={
                (_text(row["image"]), bool(row["second"])): _title(row)
                for row in record.get("undecided", ())
            },
            # Version 0.1 kept no rows.
            written=None if "made_from" in record else tuple(map(_title, record["written"])),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise _damaged(f"{book.root.name}: {type(error).__name__} {error}") from error


def _damaged(why: str) -> FileError:
    return FileError(
        f"{TITLES_RECORD} is damaged ({why})",
        hint="set origin to corrected in the rows of titles.csv that you edited, delete "
        f"{TITLES_RECORD}, and run formework titles again",
    )


def _row(title: RunningTitle) -> dict[str, object]:
    box = title.box
    return {
        "image": title.image,
        "signature": title.signature,
        "box": [box.x, box.y, box.width, box.height] if box else None,
        "text": title.text,
        "section": title.section,
        "origin": title.origin,
    }


def _title(row: Any) -> RunningTitle:  # noqa: ANN401 (JSON)
    box = Box(*(_whole_number(value) for value in row["box"])) if row["box"] is not None else None
    image, signature, text, section = (
        _text(row[name]) for name in ("image", "signature", "text", "section")
    )
    return RunningTitle(image, signature, box, text, section, Origin(row["origin"]))


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is not a text")
    return value


def _whole_number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is not a whole number")
    return value
