"""The IIIF canvas of each image: the library's canvas, or a stable URN if it has none."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, unquote

from formework.book.manifest_source import Canvas

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from formework.book.folder import Book

# Mirador compares addresses only after "://": without it, all URNs would look the same.
_URN = "urn:formework:book://"


def book_urn(book: Book, kind: str, name: str = "") -> str:
    """A name for a part of a book that needs no server: a manifest, a canvas, an annotation."""
    parts = [book.root.resolve().name, kind, *([name] if name else [])]
    return _URN + "/".join(quote(part, safe="") for part in parts)


def book_canvases(book: Book, images: Iterable[str]) -> dict[str, Canvas]:
    """The canvas of each image; its size is 0 × 0 where its units are the pixels of the image."""
    declared: Mapping[str, Canvas] = book.declared.iiif.canvases if book.declared.iiif else {}
    return {
        image: declared.get(image) or Canvas(book_urn(book, "canvas", image), 0, 0)
        for image in images
    }


def canvas_key(canvas_id: str) -> str:
    """The key that identifies a canvas: its id, or for our URNs the image, as folders are renamed.

    >>> canvas_key("urn:formework:book://lear/canvas/1.jpg"), canvas_key("https://lib.org/c1")
    ('1.jpg', 'https://lib.org/c1')
    """
    return unquote(canvas_id.rpartition("/")[2]) if canvas_id.startswith(_URN) else canvas_id
