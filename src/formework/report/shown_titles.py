"""Reads the titles of a book folder as they are shown, from the stored evidence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.line import EM
from formework.kernels.title_evidence import read_evidence
from formework.progress import silent
from formework.report.title_strips import ShownTitles
from formework.scans.crops import read_crops

if TYPE_CHECKING:
    from formework.book.folder import Book
    from formework.progress import ProgressReport


def show_titles(book: Book, progress: ProgressReport = silent) -> ShownTitles:
    """The titles of a book with their stored evidence."""
    evidence = read_evidence(book.root)
    if all(reading is not None for reading in evidence.readings):
        return ShownTitles(evidence, {})
    rows = [title for title in book.read_titles() if title.signature in evidence.index]
    crops = read_crops(book, rows, progress)
    blank = np.full((EM, EM), 255, dtype=np.uint8)
    return ShownTitles(
        evidence,
        {
            title.signature: blank if crop is None else crop
            for title, crop in zip(rows, crops.images, strict=True)
        },
    )
