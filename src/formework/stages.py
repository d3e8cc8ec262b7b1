"""The stages of the work on a book: what each reads and writes, and whether it is up to date.

Only this module decides what is stale. A stage whose inputs are unchanged does
nothing; a stage that was killed is run again, and ends with the same files.
A person's changes are never overwritten.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from formework import __version__
from formework.book.decisions import read_decisions
from formework.book.file_names import (
    ACCOUNT_MD,
    BOOK_TOML,
    EVIDENCE_NPZ,
    FINDINGS_JSON,
    PAGES_CSV,
    REPORT_FILES,
    RESULT_FILES,
    SKELETONS_CSV,
    TITLE_FILES,
    TITLES_CSV,
)
from formework.book.fingerprints import fingerprint_file, fingerprint_scans, fingerprint_text
from formework.book.plain_files import write_whole
from formework.errors import FormeworkError, InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from formework.book.decisions import Decisions
    from formework.book.folder import Book


class StageName(StrEnum):
    """The stages, in the order in which they follow one another."""

    TITLES = "titles"
    SKELETONS = "skeletons"
    FINDINGS = "findings"
    REPORT = "report"


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: the files of the book folder it reads and writes.

    `guarded` files are written and may be corrected by a person: once changed,
    they are not overwritten. A file both read and written holds corrections
    that the stage itself keeps. `decided` is the part of the decisions that the
    stage honours: only a change of that part makes it stale.
    """

    name: StageName
    reads: tuple[str, ...]
    writes: tuple[str, ...]
    guarded: tuple[str, ...] = ()
    reads_scans: bool = False
    decided: Callable[[Decisions], object] = lambda _: ()


def _on_pages(decisions: Decisions) -> object:
    return [(d.do, d.signature, d.image, d.half, d.box, d.text) for d in decisions.on_pages]


def _on_pairs(decisions: Decisions) -> object:
    return sorted((d.do, *sorted(d.pair)) for d in decisions.on_pairs)


GRAPH = (
    Stage(
        StageName.TITLES,
        reads=(BOOK_TOML, PAGES_CSV, TITLES_CSV),
        writes=TITLE_FILES,
        reads_scans=True,
        decided=_on_pages,
    ),
    Stage(
        StageName.SKELETONS,
        reads=(BOOK_TOML, TITLES_CSV),
        writes=(*RESULT_FILES, EVIDENCE_NPZ),
        guarded=(SKELETONS_CSV,),
        reads_scans=True,
        decided=_on_pairs,
    ),
    Stage(
        StageName.FINDINGS,
        reads=(BOOK_TOML, TITLES_CSV, *RESULT_FILES),
        writes=(FINDINGS_JSON, ACCOUNT_MD),
        guarded=(ACCOUNT_MD,),
    ),
    Stage(
        StageName.REPORT,
        reads=(
            BOOK_TOML,
            PAGES_CSV,
            *TITLE_FILES,
            *RESULT_FILES,
            EVIDENCE_NPZ,
            FINDINGS_JSON,
            ACCOUNT_MD,
        ),
        writes=REPORT_FILES,
        decided=lambda decisions: decisions.lines,
    ),
)


@dataclass(frozen=True, slots=True)
class StageRun:
    """A stage on one book; `settings` are what its outcome depends on besides files."""

    stage: Stage
    book: Book
    settings: tuple[object, ...] = ()

    def bring_up_to_date(self, work: Callable[[], object], *, force: bool = False) -> bool:
        """Do the work unless the stage is up to date; return whether there was anything to do."""
        if self.is_fresh() and not force:
            return False
        self._refuse_to_overwrite()
        inputs = self._inputs()
        # From here on the files are not a person's, even if the program is killed.
        self._write_record("", {})
        work()
        outputs = {name: fingerprint_file(self._root / name) for name in self.stage.writes}
        self._write_record(inputs, outputs)
        return True

    def is_fresh(self) -> bool:
        """Whether all its files exist and were made from the current inputs."""
        record = self._read_record()
        outputs = record.get("outputs") or {}
        kept = [name for name in self.stage.reads if name in self.stage.writes]
        return (
            record.get("inputs") == self._inputs()
            and all((self._root / name).exists() for name in self.stage.writes)
            and all(fingerprint_file(self._root / name) == outputs.get(name) for name in kept)
        )

    def _inputs(self) -> str:
        """A fingerprint of everything the stage depends on, except the files it writes."""
        files = [name for name in self.stage.reads if name not in self.stage.writes]
        prints = [(name, fingerprint_file(self._root / name)) for name in files]
        scans = _scans(self.book) if self.stage.reads_scans else ""
        decided = self.stage.decided(read_decisions(self._root))
        return fingerprint_text(__version__, self.settings, prints, scans, decided)

    def _refuse_to_overwrite(self) -> None:
        record = self._read_record()
        for name in self.stage.guarded:
            path = self._root / name
            known = (record.get("outputs") or {}).get(name)
            in_progress = record.get("inputs") == ""
            if path.exists() and not in_progress and fingerprint_file(path) != known:
                changed = "was changed by hand" if known else "was not made by this version"
                raise InputError(
                    f"{path} {changed}, and its inputs have changed since",
                    hint=f"rename {name} to keep it, or delete it, and run again",
                )

    @property
    def _root(self) -> Path:
        return self.book.root

    @property
    def _record_path(self) -> Path:
        return self._root / ".formework" / f"{self.stage.name}.stage.json"

    def _read_record(self) -> dict[str, Any]:
        try:
            record = json.loads(self._record_path.read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return record if isinstance(record, dict) else {}

    def _write_record(self, inputs: str, outputs: dict[str, str]) -> None:
        self._record_path.parent.mkdir(exist_ok=True)
        write_whole(self._record_path, json.dumps({"inputs": inputs, "outputs": outputs}))


def _scans(book: Book) -> str:
    try:
        return fingerprint_scans(book.image_path(page.image) for page in book.read_pages())
    except FormeworkError:
        return ""  # the stage that needs them reports the error
