"""Faults of a book folder that would otherwise pass in silence.

Every check names the file, signature or value at fault and says what to do next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.assignment import expected_pages
from formework.book.declaration import ImagesAre
from formework.book.folder import other_files
from formework.book.wording import counted, named, spans
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from formework.book.assignment import PageImage
    from formework.book.declaration import Declaration
    from formework.book.folder import Book


def check_book(book: Book, pages: Sequence[PageImage]) -> tuple[str, ...]:
    """Return every warning about a book folder.

    `pages` are the pages as photographed, one entry per page: openings count
    twice, whether they are declared or recognised by their shape.

    Raises:
        InputError: the images do not fit the collation, and no pages.csv says
            which image is which page.

    """
    if not book.has_pages_table:
        refuse_doubtful(book, pages)
    warnings = list(check_formula(book.declared))
    if book.has_pages_table:
        warnings += _check_images(book, pages)
        warnings += _check_pages(book.declared, pages)
    if book.images.is_dir() and book.declared.collation:
        warnings += check_files(book.images)
    return tuple(warnings)


def check_source(source: Path, declaration: Declaration) -> tuple[str, ...]:
    """Return every warning about what a book folder is made from."""
    files = check_files(source) if source.is_dir() else ()
    return (*check_formula(declaration), *files)


def check_formula(declaration: Declaration) -> Iterator[str]:
    """The warnings of the collation formula."""
    for warning in declaration.collation.warnings if declaration.collation else ():
        yield f"collation: {warning} (check the formula: formework collate)"


def check_files(scans: Path) -> Iterator[str]:
    """A warning about files among the scans that are not images the program reads."""
    others = other_files(scans)
    if others:
        yield (
            f"{scans.name}: {counted(len(others), 'file is', 'files are')} not read as images: "
            f"{named(others)}; convert scans to JPEG, PNG or TIFF, or move other files away"
        )


def refuse_doubtful(book: Book, pages: Sequence[PageImage]) -> None:
    """Refuse images that do not fit the collation: any page could be any image."""
    collation, wanted = book.declared.collation, expected_pages(book.declared)
    if collation is None or len(pages) == len(wanted):
        return
    per_image = len(pages) / max(1, len({page.image for page in pages}))
    images = counted(len(pages), "image") if per_image <= 1 else f"openings of {len(pages)} pages"
    others = other_files(book.images) if book.images.is_dir() else []
    unread = f" (not read as images: {named(others)})" if others else ""
    raise InputError(
        f"{book.declared.images}: {images} for {counted(len(wanted), 'page')} of "
        f"{collation.formula}{unread}, and no pages.csv says which image is which page",
        hint=f"run formework init {book.root / book.declared.images} NEW-BOOK (--skip-first, "
        "--skip-last for covers) and correct its pages.csv; or declare missing, or first, "
        "in book.toml",
    )


def _check_images(book: Book, pages: Sequence[PageImage]) -> Iterator[str]:
    """Compare the images that pages.csv names with those that are there."""
    signatures: dict[str, list[str]] = {}
    for page in pages:
        signatures.setdefault(page.image, []).append(page.signature or "no signature")
    absent = [
        f"{image} ({', '.join(signatures[image])})"
        for image in signatures
        if not book.image_path(image).is_file()
    ]
    if absent:
        yield (
            f"pages.csv: {counted(len(absent), 'image is', 'images are')} not in "
            f"{book.declared.images}: {named(absent)}; put the files there, or delete the rows"
        )
    names = book.image_names() if book.images.is_dir() else []
    unlisted = [name for name in names if name not in signatures]
    if unlisted:
        yield (
            f"{book.declared.images}: {counted(len(unlisted), 'image is', 'images are')} not in "
            f"pages.csv and left out: {named(unlisted)}; add rows (a cover or plate has an empty "
            "signature), or move the files away"
        )


def _check_pages(declaration: Declaration, pages: Sequence[PageImage]) -> Iterator[str]:
    """Warn of pages of the collation without an image that are not declared missing."""
    if declaration.images_are is ImagesAre.TITLES:
        return  # a page without a running title has no image
    wanted = expected_pages(declaration)
    without = set(wanted) - {page.signature for page in pages}
    if without:
        yield (
            f"{spans(without, wanted)}: {counted(len(without), 'page has', 'pages have')} no image "
            "in pages.csv; declare missing in book.toml, or add the images"
        )
