"""Making a book folder from scans, without changing anything that exists."""

from __future__ import annotations

import filecmp
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.assignment import Assignment, assign
from formework.book.declaration import Declaration, write_declaration
from formework.book.file_names import BOOK_TOML, PAGES_CSV
from formework.book.folder import Book
from formework.book.plain_files import copy_whole, write_whole
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def refuse_existing(root: Path) -> None:
    """Refuse a folder that is a book folder already."""
    for name in (BOOK_TOML, PAGES_CSV):
        if (root / name).exists():
            raise InputError(
                f"{root / name} exists and is not overwritten",
                hint="edit it by hand, or name another folder for the new book",
            )


def found_book(
    scans: Path,
    root: Path,
    declaration: Declaration,
    *,
    skip_first: int = 0,
    skip_last: int = 0,
    progress: Callable[[str, int, int], object] = lambda *_: None,
) -> tuple[Book, Assignment]:
    """Make a book folder at `root` from a folder of images.

    Scans outside the new folder are copied into it. Images come first and
    book.toml last, so that an interrupted run can be started again.
    """
    refuse_existing(root)
    names = Book(scans, Declaration(images=".")).image_names()
    if not names:
        raise InputError(
            f"{scans} holds no images", hint="give a folder of JPEG, PNG, TIFF, JPEG 2000 or WebP"
        )
    assignment = assign(names, declaration, skip_first=skip_first, skip_last=skip_last)
    book = Book(root, replace(declaration, images=_bring_in(scans, names, root, progress)))
    book.write_pages(assignment.pages)
    write_whole(root / BOOK_TOML, write_declaration(book.declared))
    return book, assignment


def _bring_in(
    scans: Path, names: Sequence[str], root: Path, progress: Callable[[str, int, int], object]
) -> str:
    """Copy the scans into the book's folder unless they are in it; return the name of their folder.

    Copies, never links: editing a file of the book must not change the original.
    """
    root.mkdir(parents=True, exist_ok=True)
    if scans.resolve().is_relative_to(root.resolve()):
        return scans.resolve().relative_to(root.resolve()).as_posix()
    pages = root / Declaration().images
    pages.mkdir(exist_ok=True)
    for done, name in enumerate(names, start=1):
        target = pages / name
        if not target.exists():
            copy_whole(scans / name, target)
        elif not filecmp.cmp(scans / name, target, shallow=False):
            raise InputError(
                f"{target} exists and differs from {scans / name}",
                hint="name another folder for the new book, or move the file away",
            )
        progress("copied", done, len(names))
    return pages.name
