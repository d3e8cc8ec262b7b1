"""A new book folder, summarised: as lines for people, as a record for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.wording import counted, named

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.assignment import Assignment
    from formework.book.folder import Book


def summarise_founding(
    book: Book, assignment: Assignment, warnings: Sequence[str]
) -> dict[str, object]:
    """The record of a new book folder, with every image."""
    declared = book.declared
    return {
        "book": str(book.root),
        "images": _count_images(assignment),
        "format": declared.book_format.word if declared.book_format else None,
        "collation": declared.collation.formula if declared.collation else None,
        "images_are": str(declared.images_are),
        "pages": [{"image": page.image, "signature": page.signature} for page in assignment.pages],
        "mismatches": list(assignment.mismatches),
        "warnings": list(warnings),
    }


def describe_founding(book: Book, assignment: Assignment) -> str:
    """The summary first, then only what does not fit."""
    declared = book.declared
    images = f"{book.root}: {counted(_count_images(assignment), 'image')}"
    if declared.images_are != "pages":
        images += f" ({declared.images_are})"
    if declared.collation is None:
        add = "collation" if declared.book_format else "format and collation"
        return f"{images}, no collation\nnext: add {add} to {book.root / 'book.toml'}"
    signed = [page for page in assignment.pages if page.signature]
    unsigned = [page.image for page in assignment.pages if not page.signature]
    book_format = declared.book_format.word if declared.book_format else "no format"
    pages = counted(2 * declared.collation.leaves, "page")
    lines = [f"{images}; {pages}, {book_format}, {declared.collation.formula}"]
    if signed:
        first, last = signed[0], signed[-1]
        lines.append(f"{first.image} is {first.signature}, {last.image} is {last.signature}")
    if unsigned:
        outside = list(dict.fromkeys(unsigned))
        lines.append(f"outside the collation: {named(outside)}")
    lines += (f"mismatch: {mismatch}" for mismatch in assignment.mismatches)
    return "\n".join(lines)


def _count_images(assignment: Assignment) -> int:
    return len({page.image for page in assignment.pages})
