"""The open book: its folder, its decisions, and what was read from its files.

A file is read again when it has changed, because other programs and people
write the files too.
"""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from formework.book.decided_pages import follow_pages
from formework.book.decision_lines import DecisionError, read_decision
from formework.book.decisions import Decisions, append_decisions, read_decisions
from formework.book.file_names import (
    ACCOUNT_MD,
    BOOK_TOML,
    DECISIONS_JSONL,
    EVIDENCE_NPZ,
    FINDINGS_JSON,
    PAGES_CSV,
    REPORT_HTML,
    RESULT_FILES,
    TITLES_CSV,
    TITLES_RECORD,
)
from formework.book.fingerprints import fingerprint_text
from formework.book.folder import open_book
from formework.decided_book import check_decisions, refuse_unable
from formework.errors import FormeworkError
from formework.report.shown_titles import show_titles
from formework.result_files import read_result
from formework.scans.acquire.grey_image import image_size
from formework.scans.acquire.shots import read_shots, undecided_pages
from formework.workbench.pair_records import doubtful_pairs
from formework.workbench.reruns import Reruns

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path
    from typing import Any

    from formework.book.assignment import PageImage
    from formework.book.decided_pages import FollowedPages
    from formework.book.decision_lines import Decision
    from formework.book.folder import Book
    from formework.book.model import Box, SheetSide
    from formework.report.title_strips import ShownTitles
    from formework.result import Result
    from formework.scans.acquire.shots import Shot

Kept = TypeVar("Kept")

_SHOWN_FILES = (
    BOOK_TOML, PAGES_CSV, TITLES_CSV, TITLES_RECORD, *RESULT_FILES, EVIDENCE_NPZ, FINDINGS_JSON,
    ACCOUNT_MD, REPORT_HTML,
)  # fmt: skip


class StaleError(Exception):
    """A decision was made without knowledge of the latest ones."""


class Desk:
    """An open book folder; safe to use from several threads."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.reruns = Reruns(root)
        self._guard = threading.RLock()
        self._kept: dict[str, tuple[str, Any]] = {}

    @property
    def book(self) -> Book:
        """The book as its folder is now."""
        return self.keep("book", (BOOK_TOML,), lambda: open_book(self.root))

    @property
    def decisions(self) -> Decisions:
        """The decisions as the file has them now."""
        return self.keep("decisions", (DECISIONS_JSONL,), lambda: read_decisions(self.root))

    @property
    def shots(self) -> tuple[Shot, ...]:
        """The pages of the book in order, with their decided signatures."""
        files = (BOOK_TOML, PAGES_CSV)
        return self.keep("shots", files, lambda: read_shots(self.book), self.decisions.on_pages)

    @property
    def followed(self) -> FollowedPages:
        """What was decided on each page, and on titles by their current signatures."""
        return follow_pages(self.decisions, self._undecided_pages)

    @property
    def _undecided_pages(self) -> tuple[PageImage, ...]:
        """The pages as they are in the files, without decisions."""
        return self.keep("pages", (BOOK_TOML, PAGES_CSV), lambda: undecided_pages(self.book))

    @property
    def sides(self) -> tuple[SheetSide, ...]:
        """The sheet sides of the collation; empty before it is declared."""
        if not self.is_declared:
            return ()
        return self.keep("sides", (BOOK_TOML,), lambda: self.book.sheet_sides())

    @property
    def result(self) -> Result | None:
        """The last result; `None` before the first run."""
        return self.keep("result", RESULT_FILES, lambda: _or_none(lambda: read_result(self.root)))

    @property
    def titles(self) -> ShownTitles | None:
        """The aligned titles with their evidence; `None` before the first run."""
        return self.keep(
            "titles", (EVIDENCE_NPZ,), lambda: _or_none(lambda: show_titles(self.book))
        )

    @property
    def doubtful(self) -> list[tuple[str, str]]:
        """Pairs of titles, the most useful to decide first."""
        files = (EVIDENCE_NPZ, DECISIONS_JSONL, BOOK_TOML, PAGES_CSV, *RESULT_FILES)
        return self.keep("doubtful", files, lambda: doubtful_pairs(self))

    @property
    def is_declared(self) -> bool:
        """Whether format and collation are known."""
        declared = self.book.declared
        return declared.collation is not None and declared.book_format is not None

    @property
    def revision(self) -> str:
        """A fingerprint that changes whenever a file changes that the screens show."""
        return self.stamp(*_SHOWN_FILES)[:12]

    def stamp(self, *names: str) -> str:
        """A fingerprint of the sizes and times of files."""
        return fingerprint_text([_state(self.root / name) for name in names])

    def decide(self, records: Sequence[object], known: int) -> tuple[Decision, ...]:
        """Add decisions, given as records, all or none; run the affected stages again.

        `known` is the number of the last decision that the sender knows.

        Raises:
            StaleError: there are later decisions.
            InputError: a decision is wrong, contradicts earlier ones, or is impossible.

        """
        with self._guard:
            before = self.decisions
            if known != before.last:
                raise StaleError
            made = [read_decision(record, before.last + 1) for record in records]
            self._check(before, made)
            grown = append_decisions(self.root, before, made)
            if made and self.is_declared and self.result is not None:
                self.reruns.start()
            return grown.after(known)

    def _check(self, before: Decisions, made: Sequence[Decision]) -> None:
        """Refuse decisions on pages and sheet sides that do not exist, and impossible ones."""
        grown = before
        for decision in made:
            grown = grown.extended(replace(decision, number=grown.last + 1))
        followed = follow_pages(grown, self._undecided_pages)
        if self.is_declared:
            check_decisions(grown, followed, self.sides)
        if self.result:
            refuse_unable(grown, self.result.settings)
        for (image, _), correction in followed.corrections.items():
            if correction.box and correction.number > before.last:
                _check_box(self.book.image_path(image), correction.box)

    def keep(
        self, name: str, files: Sequence[str], read: Callable[[], Kept], also: object = ()
    ) -> Kept:
        """What was read from files, kept until these change, or what it `also` depends on does."""
        stamp = fingerprint_text(self.stamp(*files), also)
        with self._guard:
            if name not in self._kept or self._kept[name][0] != stamp:
                now = read()
                # While files are being written they are inconsistent: keep what was read before.
                if now is None and name in self._kept and self.reruns.progress.running:
                    stamp, now = "", self._kept[name][1]
                self._kept[name] = stamp, now
            found: Kept = self._kept[name][1]
            return found


def _check_box(path: Path, box: Box) -> None:
    width, height = image_size(path)
    if box.x + box.width > width or box.y + box.height > height:
        raise DecisionError(
            f"box {box.x}, {box.y}, {box.width} × {box.height} is outside {path.name}, which "
            f"is {width} × {height} pixels",
            field="box",
            hint="draw it inside the image",
        )


def _state(path: Path) -> tuple[int, int]:
    try:
        stat = path.stat()
    except OSError:
        return (0, 0)
    return stat.st_size, stat.st_mtime_ns


def _or_none(read: Callable[[], Kept]) -> Kept | None:
    try:
        return read()
    except FormeworkError:
        return None
