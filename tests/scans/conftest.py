"""A small book, located once for all tests of scans."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.scans.title_stage import find_titles
from tests.scans.press import book_pages, write_book

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def located(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bare folder of eight pages, the first without a running title; not to be changed."""
    folder = write_book(tmp_path_factory.mktemp("book") / "press", book_pages())
    find_titles(open_book(folder))
    return folder


@pytest.fixture
def copied(located: Path, tmp_path: Path) -> Path:
    """A copy of the located book with its caches, to be changed."""
    return shutil.copytree(located, tmp_path / "book")
