"""The report stage: writes report.html, the staircase and the montage into the book folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.book.decisions import read_decisions
from formework.book.file_names import MONTAGE_PNG, REPORT_HTML, STAIRCASE
from formework.book.plain_files import read_table, write_whole
from formework.findings.account_file import read_account
from formework.findings.findings_file import load_findings
from formework.progress import silent
from formework.report.matrix import draw_matrix
from formework.report.montage import draw_montage
from formework.report.pictures import png
from formework.report.report_contents import Contents
from formework.report.report_page import render_page
from formework.report.shown_titles import show_titles
from formework.report.staircase import Staircase, draw_staircase
from formework.result_files import read_result
from formework.scans.title_outcome import read_outcome

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.folder import Book
    from formework.progress import ProgressReport


def write_report(
    book: Book, *, truth: Path | None = None, progress: ProgressReport = silent
) -> None:
    """Write the report of a book from its titles, result, evidence and findings.

    `truth` is a file of known skeletons, plotted for comparison.
    """
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
        write_whole(book.root / f"{STAIRCASE}.{kind}", picture)
    montage = draw_montage(contents.groups, contents.titles)
    write_whole(book.root / MONTAGE_PNG, png(np.asarray(montage)))
    page = render_page(contents, stairs["svg"], draw_matrix(contents.result))
    write_whole(book.root / REPORT_HTML, page)


def _contents(book: Book, truth: Path | None, progress: ProgressReport) -> Contents:
    return Contents(
        book,
        book.sheet_sides(),
        read_result(book.root),
        load_findings(book.root),
        read_account(book.root),
        read_outcome(book),
        show_titles(book, progress),
        read_decisions(book.root),
        _truth(truth) if truth else {},
    )


def _truth(path: Path) -> dict[str, str]:
    rows = read_table(path, ("signature", "skeleton"))
    return {row["signature"]: row["skeleton"] for row in rows}
