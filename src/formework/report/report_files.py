"""The report stage: report.html, the staircase and the montage, written into the book's folder."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from formework.book.plain_files import read_table, write_whole
from formework.findings.book_findings import FILE as FINDINGS
from formework.findings.book_findings import load_findings
from formework.pipeline import tell_findings
from formework.progress import silent
from formework.report.matrix import draw_matrix
from formework.report.montage import draw_montage
from formework.report.pictures import png
from formework.report.report_page import Contents, render_page
from formework.report.staircase import Staircase, draw_staircase
from formework.report.title_strips import gather_evidence
from formework.result import read_clustering

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.folder import Book
    from formework.progress import ProgressReport

REPORT_FILES = ("staircase.svg", "staircase.png", "staircase.pdf", "montage.png", "report.html")


def write_report(
    book: Book, *, truth: Path | None = None, progress: ProgressReport = silent
) -> Path:
    """Write the report of a book, and return its path; what it needs is made first."""
    if not (book.root / FINDINGS).exists():
        tell_findings(book)
    contents = _contents(book, truth, progress)
    stairs = draw_staircase(
        Staircase(
            contents.sides,
            contents.sections,
            contents.findings,
            contents.truth,
            contents.section_texts,
        )
    )
    for kind, picture in stairs.items():
        write_whole(book.root / f"staircase.{kind}", picture)
    montage = draw_montage(contents.groups, contents.evidence)
    write_whole(book.root / "montage.png", png(np.asarray(montage)))
    page = render_page(contents, stairs["svg"], draw_matrix(contents.clustering))
    path = book.root / "report.html"
    write_whole(path, page)
    return path


def _contents(book: Book, truth: Path | None, progress: ProgressReport) -> Contents:
    clustering = read_clustering(book.root)
    clustered = {page.signature for page in clustering.pages}
    titles = book.read_titles()
    shown = [title for title in titles if title.signature in clustered]
    return Contents(
        book,
        book.sheet_sides(),
        clustering,
        load_findings(book.root),
        titles,
        _doubtful(book.root),
        gather_evidence(book, shown, progress),
        _truth(truth) if truth else {},
    )


def _truth(path: Path) -> dict[str, str]:
    rows = read_table(path, ("signature", "skeleton"))
    return {row["signature"]: row["skeleton"] for row in rows}


def _doubtful(root: Path) -> tuple[str, ...]:
    """The pages whose box the locator was not sure of, as it remembered them."""
    try:
        record = json.loads((root / ".formework" / "titles.json").read_text("utf-8"))
        return tuple(str(name) for name in record["doubtful"])
    except (OSError, ValueError, KeyError, TypeError):
        return ()
