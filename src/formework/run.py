"""The main job: from pages to report, doing only what is missing or stale."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework import __version__
from formework.book.folder import open_book
from formework.errors import FormeworkError
from formework.findings.book_findings import FILE as FINDINGS
from formework.findings.book_findings import load_findings
from formework.pipeline import cluster, tell_findings
from formework.progress import silent
from formework.report.report_files import REPORT_FILES, write_report
from formework.result import UNSURE, read_clustering
from formework.scans.title_stage import find_titles
from formework.stages import Stage, fingerprint, state_of_images

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.book.folder import Book
    from formework.progress import ProgressReport

_CLUSTERED = ("skeletons.csv", "recurrence.csv", "distances.npz")


def run_book(
    root: Path,
    *,
    skeletons: int | None = None,
    seed: int = 0,
    truth: Path | None = None,
    progress: ProgressReport = silent,
) -> Iterator[str]:
    """Bring a book folder up to date, yielding a line about each stage as it ends."""
    book = open_book(root)
    outcome = find_titles(book, progress)
    found = f"{outcome.located} running titles, {outcome.without} pages without"
    yield _line("titles", found, True)
    progress("skeletons", 0, 1)
    done = _clustering(book, skeletons, seed).do(
        lambda: cluster(book, skeletons=skeletons, seed=seed)
    )
    pages = read_clustering(root).pages
    sides = len({page.sheet_side for page in pages})
    skeletons_found = {page.skeleton for page in pages} - {UNSURE}
    found = f"{len(skeletons_found)} skeletons on {sides} sheet sides"
    yield _line("skeletons", found, done)
    done = _reading(book).do(lambda: tell_findings(book))
    yield _line("findings", f"{len(load_findings(root))} findings", done)
    done = _reporting(book, truth).do(lambda: write_report(book, truth=truth, progress=progress))
    yield _line("report", str(root / "report.html"), done)


def _line(stage: str, found: str, done: bool) -> str:
    return f"{stage:<10} {found}{'' if done else ' (as before)'}"


def _clustering(book: Book, skeletons: int | None, seed: int) -> Stage:
    settings = (__version__, skeletons, seed, _scans(book))
    sources = (book.root / "book.toml", book.root / "titles.csv")
    inputs = fingerprint(*sources, settings=settings)
    return Stage("skeletons", book.root, _CLUSTERED, inputs, ("skeletons.csv",), sources)


def _reading(book: Book) -> Stage:
    inputs = fingerprint(
        *(book.root / name for name in ("book.toml", "titles.csv", "skeletons.csv")),
        settings=(__version__,),
    )
    return Stage("findings", book.root, (FINDINGS,), inputs)


def _reporting(book: Book, truth: Path | None) -> Stage:
    made = ("book.toml", "pages.csv", "titles.csv", *_CLUSTERED, FINDINGS)
    paths = [book.root / name for name in made] + ([truth] if truth else [])
    inputs = fingerprint(*paths, settings=(__version__, _scans(book)))
    return Stage("report", book.root, REPORT_FILES, inputs)


def _scans(book: Book) -> str:
    try:
        return state_of_images([book.image_path(page.image) for page in book.read_pages()])
    except FormeworkError:
        return ""  # told of by the stage that needs them
