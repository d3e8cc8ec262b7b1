"""The book as it is exported: each image with its canvas, and its pages with title and skeleton."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from formework.book.canvases import book_canvases
from formework.book.file_names import RESULT_JSON
from formework.book.manifest_source import Canvas
from formework.exchange.provenance import Provenance, trace_provenance
from formework.findings.findings_file import load_findings
from formework.result_files import read_result
from formework.scans.acquire.grey_image import image_size
from formework.scans.acquire.shots import read_shots
from formework.scans.title_places import title_places

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from formework.book.assignment import PageImage
    from formework.book.folder import Book
    from formework.book.model import Box, RunningTitle
    from formework.findings.finding import Finding
    from formework.result import PageResult, Result


@dataclass(frozen=True, slots=True)
class ExportedPage:
    """A page: its title as in titles.csv, and its skeleton if it has one.

    `number` counts the pages of the book from 1, those outside the collation too.
    """

    number: int
    signature: str
    printed: str
    title: RunningTitle | None
    found: PageResult | None

    @property
    def name(self) -> str:
        """The signature; for a page outside the collation, its number."""
        return self.signature or f"image-{self.number}"

    @property
    def box(self) -> Box | None:
        """The box of the running title; `None` if the page has none."""
        return self.title.box if self.title else None

    @property
    def text(self) -> str:
        """The text of the running title."""
        return self.title.text if self.title else ""


@dataclass(frozen=True, slots=True)
class ExportedImage:
    """An image, its size in pixels, its canvas, and the page on it, or the two of an opening."""

    name: str
    width: int
    height: int
    canvas: Canvas
    pages: tuple[ExportedPage, ...]

    def on_canvas(self, box: Box) -> tuple[int, int, int, int]:
        """A box in canvas units: x, y, width, height."""
        across, down = self.canvas.width / self.width, self.canvas.height / self.height
        left, right = round(box.x * across), round((box.x + box.width) * across)
        top, bottom = round(box.y * down), round((box.y + box.height) * down)
        return left, top, max(1, right - left), max(1, bottom - top)


@dataclass(frozen=True)
class ExportedBook:
    """A book with everything that is known of it; `result` is `None` before skeletons are found."""

    book: Book
    images: tuple[ExportedImage, ...]
    result: Result | None
    findings: tuple[Finding, ...]
    provenance: Provenance

    @property
    def title(self) -> str:
        """The book's title; without one, the name of its folder."""
        return self.book.heading

    @cached_property
    def pages(self) -> tuple[ExportedPage, ...]:
        """Every page, in the order of the images."""
        return tuple(page for image in self.images for page in image.pages)


def read_exported(book: Book, made: datetime) -> ExportedBook:
    """Read everything that is known of a book from its folder."""
    declared = book.declared
    # Without format and collation, skeletons found earlier no longer apply.
    is_declared = declared.collation is not None and declared.book_format is not None
    has_result = is_declared and (book.root / RESULT_JSON).exists()
    result = read_result(book.root) if has_result else None
    return ExportedBook(
        book=book,
        images=_read_images(book, result.pages if result else ()),
        result=result,
        findings=load_findings(book.root) if result else (),
        provenance=trace_provenance(book, result, made),
    )


def _read_images(book: Book, found: Iterable[PageResult]) -> tuple[ExportedImage, ...]:
    titles = book.read_titles()
    title_at = dict(zip(title_places(titles), titles, strict=True))
    found_at = {page.signature: page for page in found}
    rows: dict[str, list[PageImage]] = {}
    for shot in read_shots(book):
        rows.setdefault(shot.page.image, []).append(shot.page)
    canvases = book_canvases(book, rows)
    images: list[ExportedImage] = []
    count = 0
    for name, shown in rows.items():
        pages = tuple(
            ExportedPage(
                count + place + 1,
                row.signature,
                row.page,
                title_at.get((name, place > 0)),
                found_at.get(row.signature),
            )
            for place, row in enumerate(shown)
        )
        count += len(pages)
        width, height = image_size(book.image_path(name))
        canvas = canvases[name]
        if not canvas.width:
            canvas = Canvas(canvas.id, width, height)
        images.append(ExportedImage(name, width, height, canvas, pages))
    return tuple(images)


def xml_name(*parts: object) -> str:
    """A valid XML identifier, different for different parts.

    >>> xml_name("t", "A1r"), xml_name("side", "B(o)"), xml_name("p", "*2v")
    ('t-A1r', 'side-B_28_o_29_', 'p-_2a_2v')
    """
    words = (re.sub(r"[^A-Za-z0-9.]", lambda s: f"_{ord(s[0]):x}_", str(p)) for p in parts)
    return "-".join(words)


def image_place(folder: str, image: str) -> str:
    """The path of an image inside the book folder; images of a PDF are named with their folder.

    >>> image_place("scans", "1.jpg"), image_place("a.pdf", "pages/1.jpg")
    ('scans/1.jpg', 'pages/1.jpg')
    """
    return image if folder == "." or "/" in image else f"{folder}/{image}"
