"""The pages of a book as photographed: one per image, or two per opening."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.assignment import PageImage, assign
from formework.book.checks import refuse_doubtful
from formework.book.decided_pages import follow_pages
from formework.book.decisions import read_decisions
from formework.book.declaration import ImagesAre
from formework.book.model import Face
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.openings import halves
from formework.scans.acquire.sources import collect, declare_scans, image_files, show_openings

if TYPE_CHECKING:
    from formework.book.decided_pages import FollowedPages
    from formework.book.folder import Book
    from formework.scans.page_ink import Grey


@dataclass(frozen=True, slots=True)
class Shot:
    """One page as photographed: its row of pages.csv, and which half of an opening it is.

    `half` is 0 for a whole image, 1 for the left and 2 for the right of an opening.
    """

    page: PageImage
    half: int

    @property
    def name(self) -> str:
        """The page's name in messages: its signature, or its image."""
        side = ("", " (left)", " (right)")[self.half]
        return self.page.signature or f"{self.page.image}{side}"

    def face(self, place: int) -> Face:
        """Recto or verso: by signature, by half of an opening, or by `place` in the book."""
        signature = self.page.signature
        if signature:
            return Face(signature[-1])
        is_recto = self.half == 2 if self.half else place % 2 == 0
        return Face.RECTO if is_recto else Face.VERSO


def read_shots(book: Book) -> tuple[Shot, ...]:
    """Return the pages of a book in order, with the signatures that were decided."""
    pages = follow_book(book).pages
    often = Counter(page.image for page in pages)
    seen: Counter[str] = Counter()
    shots = []
    for page in pages:
        seen[page.image] += 1
        shots.append(Shot(page, min(2, seen[page.image]) if often[page.image] > 1 else 0))
    return tuple(shots)


def follow_book(book: Book) -> FollowedPages:
    """Return the pages of a book in order, and what was decided on each."""
    return follow_pages(read_decisions(book.root), undecided_pages(book))


def undecided_pages(book: Book) -> tuple[PageImage, ...]:
    """Return the pages of a book in order, before any decision on them.

    Openings that neither book.toml nor pages.csv declares are recognised by
    their shape; a PDF or manifest that book.toml names is unpacked first.
    """
    if not book.has_pages_table and book.images.is_file():
        _unpack(book)
    pages = book.read_pages()
    if not book.has_pages_table:
        names = book.image_names()
        if show_openings(book.images, names, book.declared):
            pages = assign(names, replace(book.declared, images_are=ImagesAre.OPENINGS)).pages
    return pages


def _unpack(book: Book) -> None:
    """Unpack a PDF, TIFF or manifest into the book's folder, and write pages.csv."""
    scans = collect(str(book.images), book.root / "pages")
    names = [f"pages/{path.name}" for path in image_files(scans.folder)]
    pages = assign(names, declare_scans(scans, book.declared)).pages
    refuse_doubtful(book, pages)
    book.write_pages(pages)


def read_shot(book: Book, shot: Shot) -> tuple[Grey, int]:
    """Return the pixels of a page, and the column of its image at which it begins."""
    image = read_grey(book.image_path(shot.page.image))
    if not shot.half:
        return image, 0
    start, stop = halves(image)[shot.half - 1]
    return np.ascontiguousarray(image[:, start:stop]), start
