"""Unpacking a PDF of scans: each page as the image it contains, unchanged if possible."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pypdfium2 as pdfium
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE

from formework.book.plain_files import write_whole
from formework.errors import FileError, WorkError
from formework.scans.acquire.grey_image import MAX_PIXELS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

# Pages that are drawn, not scanned, are rendered at a scanner's resolution.
RENDERED_DPI = 300
_POINTS_PER_INCH = 72
_MAX_PAGES = 20_000


def unpack_pdf(path: Path, pages: Path) -> Iterator[int]:
    """Write the pages of a PDF as image files; yield the number of pages after each.

    Existing files are kept, so that an interrupted run resumes.
    """
    with _opened(path) as document:
        for number in range(len(document)):
            stem = f"{number + 1:04d}"
            if not any(pages.glob(f"{stem}.*")):
                ending, content = _page_image(path, document, number)
                write_whole(pages / f"{stem}.{ending}", content)
            yield len(document)


@contextmanager
def _opened(path: Path) -> Iterator[pdfium.PdfDocument]:
    try:
        document = pdfium.PdfDocument(path)
    except pdfium.PdfiumError as error:
        locked = "password" in str(error).lower()
        raise FileError(
            f"{path.name} is {'encrypted' if locked else 'not a PDF that can be opened'}",
            hint="save it without a password" if locked else "check the file, or save it again",
        ) from error
    try:
        if len(document) > _MAX_PAGES:
            raise FileError(
                f"{path.name} has {len(document)} pages", hint="split it: no book has that many"
            )
        yield document
    finally:
        document.close()


def _page_image(path: Path, document: pdfium.PdfDocument, number: int) -> tuple[str, bytes]:
    """The file ending and the bytes of one page's image."""
    try:
        page = document[number]
        scan = _only_scan(page)
        if scan is not None:
            return _extracted(scan)
        return "png", _rendered(page)
    except (pdfium.PdfiumError, OSError, ValueError) as error:
        raise WorkError(
            f"{path.name}, page {number + 1}: {error}",
            hint="save the PDF again, or give its scans as a folder of images",
        ) from error


def _only_scan(page: pdfium.PdfPage) -> pdfium.PdfImage | None:
    """The image that fills the page upright; `None` if there is no such image, or several."""
    images = list(page.get_objects(filter=[FPDF_PAGEOBJ_IMAGE]))
    if len(images) != 1 or page.get_rotation():
        return None
    left, bottom, right, top = images[0].get_bounds()
    width, height = page.get_size()
    matrix = images[0].get_matrix()
    upright = matrix.a > 0 and matrix.d > 0 and abs(matrix.b) + abs(matrix.c) < 1e-3 * matrix.a
    covers = (right - left) * (top - bottom) > 0.8 * width * height
    return images[0] if upright and covers else None


def _extracted(scan: pdfium.PdfImage) -> tuple[str, bytes]:
    """The image at its own resolution, in its own encoding if it is JPEG or JPEG 2000."""
    direct = scan.get_filters()[-1:] or [""]
    buffer = io.BytesIO()
    scan.extract(buffer, fb_format="png")
    return {"DCTDecode": "jpg", "JPXDecode": "jp2"}.get(direct[0], "png"), buffer.getvalue()


def _rendered(page: pdfium.PdfPage) -> bytes:
    width, height = page.get_size()
    scale = RENDERED_DPI / _POINTS_PER_INCH
    if width * height * scale**2 > MAX_PIXELS:
        scale = (MAX_PIXELS / (width * height)) ** 0.5
    buffer = io.BytesIO()
    page.render(scale=scale, grayscale=True).to_pil().save(buffer, format="PNG")
    return buffer.getvalue()
