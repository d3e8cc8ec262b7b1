"""The pictures of a book: pages for browsers; titles cut out, aligned and overlaid."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING

from PIL import Image, ImageOps

from formework.book.fingerprints import fingerprint_scan, fingerprint_text
from formework.book.model import Box, Origin, RunningTitle
from formework.book.plain_files import write_whole
from formework.errors import FileError, InputError
from formework.report.pictures import grey, lay_over, png
from formework.scans.acquire.grey_image import check_size
from formework.scans.crops import read_crops
from formework.workbench.page_records import MAX_SHOWN_COLUMNS, is_derived, page_titles

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np

    from formework.book.folder import Book
    from formework.scans.acquire.shots import Shot
    from formework.workbench.desk import Desk

_DERIVED = ".formework/derived"
_JPEG_QUALITY = 88  # of 100; letters stay sharp, and a page is under 1 MB
# A browser asks for many pictures at a time, and a decoded scan may take 100 MB.
_DECODING = threading.BoundedSemaphore(2)
_KINDS = ("JPEG", "PNG", "TIFF", "JPEG2000", "WEBP")


class NotFoundError(InputError):
    """The page or picture does not exist."""


def find_shot(desk: Desk, name: str) -> Shot:
    """The page with a signature, or in a row counted from 1."""
    shots = desk.shots
    if name.isdecimal() and len(name) < 9 and 1 <= int(name) <= len(shots):
        return shots[int(name) - 1]
    for shot in shots:
        if name and shot.page.signature == name:
            return shot
    raise NotFoundError(
        f"there is no page {name!r} in the book", hint="name a signature, or a row of the pages"
    )


def page_picture(book: Book, shot: Shot, width: int | None) -> Path:
    """The file of a page that a browser can show, reduced if a width in pixels is given."""
    path = book.image_path(shot.page.image)
    if not path.is_file():
        raise NotFoundError(f"{shot.page.image} does not exist", hint="put the file back")
    if width is None and not is_derived(path):
        return path
    columns = width or MAX_SHOWN_COLUMNS
    name = fingerprint_text(shot.page.image, fingerprint_scan(path), columns)
    kept = book.root / _DERIVED / f"{name}.jpg"
    if not kept.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        with _DECODING:
            write_whole(kept, _reduced(path, columns))
    return kept


def _reduced(path: Path, columns: int) -> bytes:
    """A scan as a JPEG, at most `columns` pixels wide."""
    try:
        with Image.open(path, formats=_KINDS) as image:
            check_size(path.name, *image.size)
            image.draft("RGB", (columns, columns))
            upright = ImageOps.exif_transpose(image)
            if upright.mode.startswith(("I", "F")):  # 16 bits: the range used, stretched
                upright = ImageOps.autocontrast(upright.point(lambda v: v / 256).convert("L"))
            shown = upright.convert("L" if upright.mode in ("1", "L") else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise FileError(f"{path.name} cannot be shown: {error}", hint="check the file") from error
    if shown.width > columns:
        shown = shown.resize((columns, max(1, round(shown.height * columns / shown.width))))
    buffer = io.BytesIO()
    shown.save(buffer, "JPEG", quality=_JPEG_QUALITY)
    return buffer.getvalue()


def crop_picture(desk: Desk, shot: Shot, box: Box | None) -> bytes:
    """The running title of a page, or another box of it; for a page without a title, its top."""
    page = shot.page
    title = page_titles(desk).get(shot)
    if box or title is None:
        title = RunningTitle(page.image, page.signature, box, "", "", Origin.NONE)
    with _DECODING:
        crops = read_crops(desk.book, [title], tops=True)
    if crops.images[0] is None:
        raise NotFoundError(crops.failed[0][1], hint="correct the box, or replace the scan")
    return png(crops.images[0])


def strip_picture(desk: Desk, shot: Shot) -> bytes:
    """A title aligned with the others of its text."""
    return png(grey(_strip(desk, shot)))


def overlay_picture(desk: Desk, one: Shot, other: Shot) -> bytes:
    """Two titles overlaid: the first red, the second cyan."""
    strips = [_strip(desk, shot) for shot in (one, other)]
    if strips[0].shape != strips[1].shape:
        raise NotFoundError(
            f"{one.page.signature} and {other.page.signature} have different texts",
            hint="choose two titles of one text",
        )
    return png(lay_over(*strips))


def _strip(desk: Desk, shot: Shot) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    titles, signature = desk.titles, shot.page.signature
    if titles is None or not titles.has(signature):
        raise NotFoundError(
            f"{shot.name}: the title has not been compared yet", hint="run the book first"
        )
    return titles.strip(signature)
