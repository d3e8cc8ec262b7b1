"""The rows of titles.csv that are not the program's to change.

A row is kept if its origin says so, or if a person edited it: what differs
from what the program last wrote is a correction, whatever the column `origin`
says. Where it is not known what the program wrote, every row is kept.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.model import Origin
from formework.scans.title_outcome import read_outcome, read_written_titles
from formework.scans.title_places import title_places

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.scans.acquire.shots import Shot
    from formework.scans.title_places import PagePlace

# Rows that a person, another tool or a supplier of cut-out titles made.
KEPT_ORIGINS = (Origin.CORRECTED, Origin.IMPORTED, Origin.SUPPLIED)


def shot_place(shot: Shot) -> PagePlace:
    """Return the place of a page as photographed."""
    return shot.page.image, shot.half == 2


def current_titles(book: Book, shots: Sequence[Shot]) -> dict[Shot, RunningTitle]:
    """Return the rows of titles.csv by page, edited rows with origin `corrected`.

    Rows of images that are no longer in the book are left out. Signatures
    follow pages.csv; without one, a row keeps a signature that a person gave it.
    """
    titles = book.read_titles()
    written_titles = read_written_titles(book) or ()
    rows = dict(zip(title_places(titles), titles, strict=True))
    written = dict(zip(title_places(written_titles), written_titles, strict=True))
    for place, undecided in read_outcome(book).undecided.items():
        # A row that was decided, and not edited since, is what it was before the decision.
        if place in rows and place in written and not is_edited(rows[place], written[place]):
            rows[place] = written[place] = replace(undecided, signature=rows[place].signature)
    assigned = (book.root / "pages.csv").exists()
    found = {}
    for shot in shots:
        place = shot_place(shot)
        if place not in rows:
            continue
        title, before = rows[place], written.get(place)
        if before and is_edited(title, before):
            title = replace(title, origin=Origin.CORRECTED)
        if assigned or title.signature in ("", before.signature if before else ""):
            title = replace(title, signature=shot.page.signature)
        found[shot] = title
    return found


def kept_titles(book: Book, shots: Sequence[Shot]) -> dict[Shot, RunningTitle]:
    """Return the rows that a new run must not change."""
    titles = current_titles(book, shots)
    if read_written_titles(book) is None:
        return titles
    return {shot: title for shot, title in titles.items() if title.origin in KEPT_ORIGINS}


def is_edited(title: RunningTitle, written: RunningTitle) -> bool:
    """Whether a person changed a row since the program wrote it.

    A signature alone is no edit: it follows pages.csv. An origin set back to
    `located` or `none`, with nothing else changed, gives the row back to the
    program.
    """
    if (title.box, title.text, title.section) != (written.box, written.text, written.section):
        return True
    return title.origin is not written.origin and title.origin in KEPT_ORIGINS
