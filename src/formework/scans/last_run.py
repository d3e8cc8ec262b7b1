"""The last run over a book: what it was made from, so that an unchanged book is left alone."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

from formework.book.plain_files import write_whole
from formework.scans.locate.survey_cache import survey_key
from formework.scans.outcome import Outcome
from formework.scans.text.ocr import reader_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.folder import Book
    from formework.scans.acquire.shots import Shot


class LastRun:
    """The last run: what it was made from, and what it said."""

    def __init__(self, book: Book, shots: Sequence[Shot]) -> None:
        self._book = book
        self._path = book.root / ".formework" / "titles.json"
        # Rows a person corrected are in titles.csv, which counts as a whole.
        self._inputs = [reader_name(), *(_state(book, shot) for shot in shots)]

    def outcome(self) -> Outcome | None:
        """The last outcome, if nothing changed since, titles.csv included."""
        try:
            last = json.loads(self._path.read_text("utf-8"))
            if last["made_from"] != self._made_from():
                return None
            failed = tuple((str(name), str(why)) for name, why in last["failed"])
            return Outcome(self._book.read_titles(), tuple(last["doubtful"]), failed, changed=False)
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def keep(self, outcome: Outcome) -> None:
        """Remember an outcome just written."""
        record = {
            "made_from": self._made_from(),
            "doubtful": outcome.doubtful,
            "failed": outcome.failed,
        }
        self._path.parent.mkdir(exist_ok=True)
        write_whole(self._path, json.dumps(record, ensure_ascii=False))

    def _made_from(self) -> str:
        table = (self._book.root / "titles.csv").read_bytes()
        return hashlib.sha256("\n".join(self._inputs).encode() + table).hexdigest()


def _state(book: Book, shot: Shot) -> str:
    path = book.image_path(shot.page.image)
    key = survey_key(path, f"#{shot.half}", "") if path.exists() else "missing"
    return f"{shot} {key}"
