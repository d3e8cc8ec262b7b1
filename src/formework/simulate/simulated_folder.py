"""A simulated book on disk: an ordinary book folder, with truth.csv."""

from __future__ import annotations

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
from PIL import Image

from formework.book.declaration import Declaration, ImagesAre, write_declaration
from formework.book.folder import PAGES
from formework.book.formula.collation import read_collation
from formework.book.plain_files import write_table, write_whole
from formework.errors import InputError
from formework.simulate.scan import View

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from formework.book.model import Box, Page
    from formework.simulate.simulated_book import SimulatedBook

# The columns of truth.csv.
TRUTH = (
    "signature", "skeleton", "title", "sheet_side", "slot", "section", "text", "turned",
    "image", "x", "y", "width", "height",
)  # fmt: skip
_WORKERS = 2  # threads
_JPEG_QUALITY = 90  # as libraries deliver


@dataclass(frozen=True, slots=True)
class _Shot:
    """An image of the folder: its file name, its page, and the page number."""

    name: str
    page: Page
    number: int


def write_book(
    book: SimulatedBook, root: Path, *, name: str, cut: bool, top: float = 1.0
) -> Iterator[int]:
    """Write a simulated book into a folder, yielding the number of images done.

    `cut` writes only the running titles instead of whole pages, `top` only the
    upper share of each page. An interrupted book is resumed; a folder with
    other content is rejected.
    """
    declaration = _declaration(book, name, cut=cut)
    _claim(root, declaration)
    shots = _shots(book, cut=cut)
    pages = ((shot.name, shot.page.signature, shot.number) for shot in shots)
    write_table(root / "pages.csv", PAGES, pages)
    write_table(root / "truth.csv", TRUTH, _truth(book, shots, cut=cut))
    return _write_images(book, root / "pages", shots, cut=cut, top=top)


def _write_images(
    book: SimulatedBook, folder: Path, shots: list[_Shot], *, cut: bool, top: float
) -> Iterator[int]:
    def make(shot: _Shot) -> None:
        path = folder / shot.name
        if not path.exists():
            signature = shot.page.signature
            image = book.cut_out(signature) if cut else book.page_scan(signature, top).image
            write_whole(path, _encode(image, book.view, cut=cut))

    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)  # pages already run in parallel
    try:
        with ThreadPoolExecutor(_WORKERS) as workers:
            for done, _ in enumerate(workers.map(make, shots), start=1):
                yield done
    finally:
        cv2.setNumThreads(threads)


def count_images(book: SimulatedBook, *, cut: bool) -> int:
    """The number of images in the folder of a book."""
    return len(_shots(book, cut=cut))


def _claim(root: Path, declaration: str) -> None:
    """Write book.toml into a folder that is new, empty, or of the same book."""
    toml = root / "book.toml"
    is_this_book = toml.is_file() and toml.read_text(encoding="utf-8") == declaration
    if root.exists() and not is_this_book and (not root.is_dir() or any(root.iterdir())):
        raise InputError(
            f"{root} already exists and is not this book",
            hint="give a new or empty folder, or the same options to resume",
        )
    (root / "pages").mkdir(parents=True, exist_ok=True)
    write_whole(toml, declaration)


def _shots(book: SimulatedBook, *, cut: bool) -> list[_Shot]:
    with_title = {title.signature for title in book.titles}
    ending = "png" if cut or book.view is View.MICROFILM else "jpg"
    return [
        _Shot(f"{number:04}.{ending}", page, number)
        for number, page in enumerate(book.pages, start=1)
        if not cut or page.signature in with_title
    ]


def _declaration(book: SimulatedBook, name: str, *, cut: bool) -> str:
    shape = book.shape
    present = {title.signature for title in book.titles}
    missing = tuple(page.signature for page in book.pages if page.signature not in present)
    return write_declaration(
        Declaration(
            book_format=shape.format,
            collation=read_collation(shape.collation),
            images_are=ImagesAre.TITLES if cut else ImagesAre.PAGES,
            missing=missing if cut else (),
            described={
                "title": f"{name} (simulated)",
                "notes": f"simulated: shape {shape.name}, universe {book.universe.name}, "
                f"difficulty {book.difficulty.name}, view {book.view}, seed {book.seed}",
            },
        )
    )


def _truth(book: SimulatedBook, shots: list[_Shot], *, cut: bool) -> Iterator[tuple[object, ...]]:
    """One row per page with a running title; the box is in pixels of the written image."""
    names = {shot.page.signature: shot.name for shot in shots}
    for title in book.titles:
        box = _box(book, title.signature, cut=cut)
        yield (
            title.signature, title.skeleton, title.title, title.sheet_side, title.slot + 1,
            title.section, title.text, "yes" if title.turned else "no",
            names[title.signature], box.x, box.y, box.width, box.height,
        )  # fmt: skip


def _box(book: SimulatedBook, signature: str, *, cut: bool) -> Box:
    """The box of the title's ink on the page, or on the cut-out image."""
    return book.press.box_in_cut_out(signature) if cut else book.press.box(signature)


def _encode(image: NDArray[np.uint8], view: View, *, cut: bool) -> bytes:
    """Encode grey pages as JPEG, black-and-white pages and cut-out titles as PNG."""
    buffer = io.BytesIO()
    picture = Image.fromarray(image)
    dpi = (view.dpi, view.dpi)
    if view is View.MICROFILM:
        picture.convert("1", dither=Image.Dither.NONE).save(buffer, "PNG", dpi=dpi)
    elif cut:
        picture.save(buffer, "PNG", dpi=dpi)
    else:
        picture.save(buffer, "JPEG", quality=_JPEG_QUALITY, dpi=dpi)
    return buffer.getvalue()
