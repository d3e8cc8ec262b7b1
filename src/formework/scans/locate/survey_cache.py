"""The surveys of a book's scans, cached so that a new run surveys only scans that changed.

The file `.formework/surveys.jsonl` has one line per survey. It may be deleted
at any time, and is then made again.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from formework.book.model import Box
from formework.scans.locate.page_survey import Survey
from formework.scans.locate.type_lines import Line, Piece

if TYPE_CHECKING:
    from pathlib import Path

# Raised whenever a survey would come out differently: cached ones are then ignored.
SURVEY_VERSION = 5


@dataclass(frozen=True, slots=True)
class SurveyedPage:
    """The survey of a page, and the column of its image at which the page begins."""

    survey: Survey
    start: int


class SurveyCache:
    """The surveys of a book by `survey_key`. Safe to use from several threads."""

    def __init__(self, root: Path) -> None:
        self._path = root / ".formework" / "surveys.jsonl"
        self._known: dict[str, SurveyedPage] = {}
        self._writing = threading.Lock()
        self._cut_short = False
        if self._path.exists():
            text = self._path.read_text("utf-8", errors="replace")
            self._cut_short = not text.endswith("\n")
            for line in text.splitlines():
                self._read(line)

    def get(self, key: str) -> SurveyedPage | None:
        """Return the survey kept under a key."""
        return self._known.get(key)

    def keep(self, key: str, page: SurveyedPage) -> None:
        """Keep a survey, on disk at once: an interrupted run does not lose it."""
        self._known[key] = page
        record = {"key": key, "start": page.start, "survey": asdict(page.survey)}
        with self._writing:
            self._path.parent.mkdir(exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                new_line, self._cut_short = "\n" if self._cut_short else "", False
                file.write(new_line + json.dumps(record, ensure_ascii=False) + "\n")

    def _read(self, line: str) -> None:
        try:
            record = json.loads(line)
            page = SurveyedPage(_survey(record["survey"]), int(record["start"]))
            self._known[record["key"]] = page
        except (ValueError, KeyError, TypeError):
            return  # the line an interrupted run was writing


def survey_key(image: str, scan: str, half: int, reader: str) -> str:
    """Return what a survey depends on: the scan, its half, and the reader.

    A scan is known by its name and its fingerprint: uncompressed scans of one
    size may share the first rows that the fingerprint is made from.
    """
    return f"{SURVEY_VERSION} {reader} {scan} {half} {image}"


def _survey(record: dict[str, Any]) -> Survey:
    lines = tuple(
        Line(tuple(_piece(piece) for piece in line["pieces"])) for line in record["lines"]
    )
    start, stop = record["column"]
    return Survey(**{**record, "column": (start, stop), "lines": lines})


def _piece(record: dict[str, Any]) -> Piece:
    whole = Box(**record["whole"]) if record["whole"] else None
    return Piece(**{**record, "box": Box(**record["box"]), "whole": whole})
