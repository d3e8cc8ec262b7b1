"""Runs the stages on a book folder, one after another; every algorithm is elsewhere."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from formework.book.checks import check_book
from formework.book.file_names import REPORT_HTML
from formework.book.fingerprints import fingerprint_file
from formework.book.folder import open_book
from formework.book.imposition import turned_slots
from formework.book.run_lock import hold_folder
from formework.book.wording import counted, named
from formework.errors import FormeworkError, InputError
from formework.progress import silent
from formework.result_files import read_result, write_result
from formework.scans.acquire.shots import read_shots
from formework.scans.crops import cut_wider, read_crops
from formework.scans.text.ocr import reader_name
from formework.scans.text.same_text import find_texts
from formework.scans.title_outcome import read_outcome
from formework.settings import Settings, System
from formework.sides.book_titles import BookTitles
from formework.stages import GRAPH, StageName, StageRun

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.kernels.title_evidence import TitleEvidence
    from formework.progress import ProgressReport
    from formework.result import Result


@dataclass(frozen=True, slots=True)
class StageOutcome:
    """The outcome of one stage: whether there was anything to do, and a summary of its files."""

    stage: StageName
    done: bool
    summary: str

    def describe(self) -> str:
        """One line about the stage."""
        return f"{self.stage:<10} {self.summary}{'' if self.done else ' (up to date)'}"


@dataclass(frozen=True, slots=True)
class Update:
    """A book folder to be brought up to date, up to a stage.

    Without `settings`, those of the last result are used, or the defaults if
    there is no result. `truth` is a file of known skeletons, plotted in the
    report for comparison. `imported` names a source of titles (`alto:DIR`);
    then titles are imported instead of located.
    """

    book: Book
    goal: StageName
    settings: Settings | None = None
    truth: Path | None = None
    imported: str = ""
    progress: ProgressReport = silent

    def run(self) -> Iterator[StageOutcome]:
        """Carry out what is missing or stale, yielding the outcome of each stage as it ends."""
        if self.goal is not StageName.TITLES:
            self.book.sheet_sides()  # refuses a missing format or collation before any work
        book_warnings(self.book)  # refuses a doubtful assignment before any work
        with hold_folder(self.book.root):
            yield from self._stages()

    def _stages(self) -> Iterator[StageOutcome]:
        for stage in GRAPH[: list(StageName).index(self.goal) + 1]:
            run = StageRun(stage, self.book, self._settings_of(stage.name))
            work = {
                StageName.TITLES: self._locate_titles,
                StageName.SKELETONS: self._cluster,
                StageName.FINDINGS: self._read_findings,
                StageName.REPORT: self._write_report,
            }[stage.name]
            force = bool(self.imported) and stage.name is StageName.TITLES
            done = run.bring_up_to_date(work, force=force)
            yield StageOutcome(stage.name, done, self._summary(stage.name))

    def _settings_of(self, name: StageName) -> tuple[object, ...]:
        if name is StageName.TITLES:
            return (reader_name(),)
        if name is StageName.SKELETONS:
            return (self._asked,)
        if name is StageName.REPORT and self.truth:
            return (fingerprint_file(self.truth),)
        return ()

    @property
    def _asked(self) -> Settings:
        """The settings asked for; else those of the last result; else the defaults."""
        if self.settings is not None:
            return self.settings
        try:
            return read_result(self.book.root).settings
        except FormeworkError:
            return Settings()

    def _locate_titles(self) -> None:
        # Each stage loads what it needs: `compare` on a finished book needs none of it.
        from formework.scans.title_stage import find_titles, import_titles

        if self.imported:
            import_titles(self.book, self.imported, self.progress)
        else:
            find_titles(self.book, self.progress)

    def _cluster(self) -> None:
        from formework.kernels.title_evidence import write_evidence

        asked = self._asked
        number = asked.skeletons if asked.skeletons is not None else self.book.declared.skeletons
        titles = load_titles(self.book, self.progress)
        result, evidence = run_system(self.book, titles, replace(asked, skeletons=number))
        write_evidence(self.book.root, evidence)
        warnings = (*book_warnings(self.book), *_widened_warning(evidence))
        write_result(self.book.root, replace(result, settings=asked, warnings=warnings))

    def _read_findings(self) -> None:
        from formework.findings.account import give_account
        from formework.findings.account_file import write_account
        from formework.findings.book_findings import read_findings
        from formework.findings.findings_file import write_findings
        from formework.findings.recurrence_words import nearest_sides

        declared = self.book.declared
        result, sides = read_result(self.book.root), self.book.sheet_sides()
        texts = {title.signature: title.text for title in self.book.read_titles()}
        findings = read_findings(
            result.pages,
            sides,
            turned_slots=turned_slots(declared.book_format) if declared.book_format else None,
            texts=texts,
        )
        write_findings(self.book.root, findings)
        account = give_account(
            result.pages, sides, findings, nearest=nearest_sides(result), texts=texts
        )
        write_account(self.book.root, account)

    def _write_report(self) -> None:
        # Drawing libraries are slow to load, and only this stage needs them.
        from formework.report.report_files import write_report

        write_report(self.book, truth=self.truth, progress=self.progress)

    def _summary(self, name: StageName) -> str:
        root = self.book.root
        if name is StageName.TITLES:
            outcome = read_outcome(self.book)
            without = counted(outcome.without, "page")
            return f"{counted(outcome.located, 'running title')}, {without} without"
        if name is StageName.SKELETONS:
            result = read_result(root)
            return f"{result.count_words} on {result.units_words}{result.caution_words}"
        if name is StageName.FINDINGS:
            from formework.findings.findings_file import load_findings

            return counted(len(load_findings(root)), "finding")
        return str(root / REPORT_HTML)


def cluster(
    book: Book,
    *,
    kernel: str = "spacing",
    skeletons: int | None = None,
    unit: str = "sheet-sides",
    seed: int = 0,
) -> Result:
    """Find the skeletons of a book, and write its result into the book folder.

    Titles are located first if they are not. `skeletons` is their number;
    without it, the number in book.toml is used, or else it is estimated. A
    result that is up to date is read, not computed again.
    """
    settings = Settings.read(kernel=kernel, skeletons=skeletons, unit=unit, seed=seed)
    list(Update(book, StageName.SKELETONS, settings).run())
    return read_result(book.root)


def locate_titles(book: Book) -> tuple[RunningTitle, ...]:
    """Locate the running titles of a book, write titles.csv, and return its rows."""
    list(Update(book, StageName.TITLES).run())
    return book.read_titles()


def book_warnings(book: Book) -> tuple[str, ...]:
    """Everything about a book folder that a user should know before trusting the result.

    Raises:
        InputError: the assignment of images to pages is in doubt.

    """
    pages = [shot.page for shot in read_shots(book)]
    failed = read_outcome(book).failed
    unread = (f"{page}: {reason}; the page is left out" for page, reason in failed)
    return (*check_book(book, pages), *unread)


def load_titles(book: Book, progress: ProgressReport = silent) -> BookTitles:
    """The cut-out titles of a book, the input of both systems; unreadable scans are left out."""
    rows = [title for title in book.read_titles() if title.box and title.signature]
    crops = read_crops(book, rows, progress)
    read = [
        (title, crop) for title, crop in zip(rows, crops.images, strict=True) if crop is not None
    ]
    if crops.failed and not read:
        page, reason = crops.failed[0]
        raise InputError(
            f"none of {counted(len(crops.failed), 'scan')} can be read; {page}: {reason}",
            hint="check the files, or get the scans again",
        )
    if not read:
        raise InputError(
            f"{book.root.name} has no running title on a page of its collation",
            hint="check titles.csv and pages.csv: a title needs a box and a signature",
        )
    titles = [title for title, _ in read]
    book_format = book.declared.book_format
    return BookTitles(
        signatures=tuple(title.signature for title in titles),
        sections=tuple(title.section for title in titles),
        texts=find_texts(titles),
        words=tuple(title.text for title in titles),
        crops=tuple(crop for _, crop in read),
        sides=book.sheet_sides(),
        turned_slots=turned_slots(book_format) if book_format else None,
    )


def run_system(book: Book, titles: BookTitles, settings: Settings) -> tuple[Result, TitleEvidence]:
    """Find the skeletons by the system that the kernel belongs to."""
    # Clustering libraries are slow to load, and only this stage needs them.
    from formework.decided_book import read_constraints

    constraints = read_constraints(book, settings)
    if settings.kernel.system is System.EVIDENCE:
        from formework.skeletons.evidence_system import run_evidence_system

        return run_evidence_system(titles, settings, partial(_recut, book), constraints)
    from formework.skeletons.paper_system import run_paper_system

    return run_paper_system(titles, settings)


def _recut(book: Book, wider: Mapping[str, tuple[int, int]]) -> dict[str, NDArray[np.uint8]]:
    """Cut titles out again, each wider by a number of pixels on the left and on the right."""
    return {
        title.signature: cut_wider(book, title, *wider[title.signature])
        for title in book.read_titles()
        if title.signature in wider
    }


def _widened_warning(evidence: TitleEvidence) -> tuple[str, ...]:
    if not evidence.widened:
        return ()
    boxes = counted(len(evidence.widened), "box cuts", "boxes cut")
    return (
        f"titles.csv: {boxes} letters off; these titles were cut out wider: "
        f"{named(evidence.widened)}; check them in titles.html",
    )


def open_up_to_date(path: Path, goal: StageName, progress: ProgressReport = silent) -> Book:
    """Open a book folder and bring it up to date, up to a stage."""
    book = open_book(path)
    list(Update(book, goal, progress=progress).run())
    return book
