"""Making a book folder from scans, without touching anything a person made."""

from __future__ import annotations

import os
import shutil
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.assignment import Assignment, assign
from formework.book.declaration import Declaration, write_declaration
from formework.book.folder import Book
from formework.book.plain_files import write_whole
from formework.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


def found_book(scans: Path, root: Path, declaration: Declaration) -> Assignment:
    """Make a book folder at `root` from a folder of images; say which image is which page.

    Scans outside the new folder are brought in as `pages`. Images come first and
    book.toml last, so that a run cut short can simply be started again.
    """
    for made in ("book.toml", "pages.csv"):
        if (root / made).exists():
            raise InputError(
                f"{root / made} is there already and is not overwritten",
                hint="edit it by hand, or give another folder for the new book",
            )
    names = Book(scans, Declaration(images=".")).image_names()
    if not names:
        raise InputError(
            f"{scans} holds no images", hint="give a folder of JPEG, PNG, TIFF, JPEG 2000 or WebP"
        )
    declaration = replace(declaration, images=_bring_in(scans, names, root))
    assignment = assign(names, declaration)
    book = Book(root, declaration)
    book.write_pages(assignment.pages)
    write_whole(root / "book.toml", write_declaration(declaration))
    return assignment


def _bring_in(scans: Path, names: list[str], root: Path) -> str:
    """Put the scans inside the book's folder, unless they are; return their folder's name."""
    root.mkdir(parents=True, exist_ok=True)
    if scans.resolve().is_relative_to(root.resolve()):
        return scans.resolve().relative_to(root.resolve()).as_posix()
    pages = root / Declaration().images
    pages.mkdir(exist_ok=True)
    for name in names:
        target = pages / name
        if target.exists():
            continue
        try:
            os.link(scans / name, target)  # no second copy where the disk allows it
        except OSError:
            beside = target.with_name(f".{name}.part")
            shutil.copyfile(scans / name, beside)
            beside.replace(target)
    return pages.name
