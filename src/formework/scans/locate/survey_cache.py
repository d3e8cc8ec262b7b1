"""What was seen of each scan, kept beside the book so that a re-run does only what changed.

The file `.formework/surveys.jsonl` holds one line a page; it may be deleted
at any time, and is then made again.
"""

from __future__ import annotations

import json
import threading
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from formework.book.model import Box
from formework.scans.locate.page_survey import Survey
from formework.scans.locate.type_lines import Line, Piece

if TYPE_CHECKING:
    from pathlib import Path

# Raised whenever a survey would come out differently: old ones are then forgotten.
SURVEY_VERSION = 1


class Memory:
    """The surveys of a book by page and by the state of the scan they were made from."""

    def __init__(self, root: Path) -> None:
        self._path = root / ".formework" / "surveys.jsonl"
        self._known: dict[str, tuple[Survey, int]] = {}
        self._writing = threading.Lock()
        self._cut_short = False
        if self._path.exists():
            text = self._path.read_text("utf-8")
            self._cut_short = not text.endswith("\n")
            for line in text.splitlines():
                self._recall(line)

    def get(self, key: str) -> tuple[Survey, int] | None:
        """Return the survey kept under a key, and the column its page begins at."""
        return self._known.get(key)

    def keep(self, key: str, survey: Survey, start: int) -> tuple[Survey, int]:
        """Keep a survey, at once: a run cut short need not make it again."""
        self._known[key] = survey, start
        record = {"key": key, "start": start, "survey": asdict(survey)}
        with self._writing:
            self._path.parent.mkdir(exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                start_anew, self._cut_short = "\n" if self._cut_short else "", False
                file.write(start_anew + json.dumps(record, ensure_ascii=False) + "\n")
        return survey, start

    def _recall(self, line: str) -> None:
        try:
            record = json.loads(line)
            self._known[record["key"]] = _survey(record["survey"]), int(record["start"])
        except (ValueError, KeyError, TypeError):
            return  # the line a killed run was writing


def survey_key(path: Path, half: str, reader: str) -> str:
    """Return what a survey depends on: the scan as it is now, the half of it, and the reader."""
    state = path.stat()
    return f"{SURVEY_VERSION} {reader} {path.name}{half} {state.st_size} {state.st_mtime_ns}"


def _survey(record: dict[str, Any]) -> Survey:
    lines = tuple(
        Line(tuple(Piece(**{**piece, "box": Box(**piece["box"])}) for piece in line["pieces"]))
        for line in record["lines"]
    )
    start, stop = record["column"]
    return Survey(**{**record, "column": (start, stop), "lines": lines})
