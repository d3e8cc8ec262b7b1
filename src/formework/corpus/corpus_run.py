"""A run over a catalogue: unfinished books are run, and every attempt is added to the journal."""

from __future__ import annotations

import filecmp
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.plain_files import copy_whole
from formework.corpus.book_order import make_order
from formework.corpus.journal import JOURNAL, Status, append_attempt
from formework.corpus.ledger import Ledger
from formework.corpus.pace import RunPace
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from formework.corpus.book_order import Limits
    from formework.corpus.journal import Attempt
    from formework.corpus.ledger import Shard
    from formework.corpus.runner import Runner

CATALOGUE = "catalogue.csv"  # the copy in the output folder


@dataclass(frozen=True, slots=True)
class CorpusRun:
    """What is to be run: the books of a shard, those never attempted or those that failed."""

    catalogue: Path
    out: Path
    limits: Limits
    shard: Shard
    only_failed: bool

    def run(self, runner: Runner, report: Callable[[Attempt, RunPace], None]) -> RunPace:
        """Run the books, reporting each attempt once it is in the journal."""
        prepare_folder(self.out)
        ledger = Ledger(self.catalogue, self.out)
        keep_catalogue(self.catalogue, self.out)
        status = Status.FAILED if self.only_failed else ""
        pace = RunPace(ledger.count_pending(self.shard, status))
        books = ledger.pending(self.shard, status)
        for attempt in runner.run(make_order(book, self.out, self.limits) for book in books):
            append_attempt(self.out, attempt)
            if attempt.status is Status.DONE:
                pace.done += 1
            else:
                pace.failed += 1
            report(attempt, pace)
        return pace


def prepare_folder(out: Path) -> None:
    """Make the output folder, or refuse one that holds anything else."""
    is_ours = (out / CATALOGUE).exists() or (out / JOURNAL).exists()
    if out.exists() and not is_ours and (not out.is_dir() or any(out.iterdir())):
        raise InputError(
            f"{out} exists and is not the output of formework corpus",
            hint="give a new or empty folder",
        )
    out.mkdir(parents=True, exist_ok=True)


def keep_catalogue(catalogue: Path, out: Path) -> None:
    """Keep a copy of the catalogue beside the books, for `corpus status` and the site."""
    kept = out / CATALOGUE
    if not kept.exists() or not filecmp.cmp(catalogue, kept, shallow=False):
        copy_whole(catalogue, kept)


def open_corpus(out: Path) -> Ledger:
    """The ledger of an output folder."""
    kept = out / CATALOGUE
    if not kept.exists():
        raise InputError(
            f"{out} is not the output of formework corpus: it has no {CATALOGUE}",
            hint="formework corpus CATALOGUE OUT makes it",
        )
    return Ledger(kept, out)
