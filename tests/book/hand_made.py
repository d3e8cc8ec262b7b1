"""Book folders made by hand, for the tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.folder import open_book

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.folder import Book


def make(
    root: Path, toml: str = 'format = "quarto"\ncollation = "A-B^4"\n', images: int = 0
) -> Book:
    """A book folder with this number of empty image files."""
    (root / "pages").mkdir()
    for number in range(1, images + 1):
        (root / "pages" / f"{number}.jpg").touch()
    (root / "book.toml").write_text(toml, encoding="utf-8")
    return open_book(root)
