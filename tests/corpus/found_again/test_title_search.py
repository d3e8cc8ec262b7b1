"""Titles planted in two books are found again, and no others."""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.corpus.found_again.found_files import write_found
from formework.corpus.found_again.title_search import find_again
from formework.pipeline import cluster
from formework.simulate.simulated_library import write_library

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_titles_kept_standing_are_found_again(tmp_path: Path) -> None:
    """Of the titles that a second book shares with the first, most are found, and only these."""
    books = 3
    assert list(write_library(tmp_path, books, seed=11)) == [1, 2, 3]
    names = [f"book-{number:04}" for number in range(1, books + 1)]
    for name in names:
        cluster(open_book(tmp_path / name))
    warnings: list[str] = []
    printers = [(name, " The  same Printer") for name in names]
    with write_found(tmp_path) as add:
        for shared in find_again(tmp_path, printers, warnings.append):
            add(shared)
    with (tmp_path / "tables" / "found_again.csv").open(encoding="utf-8") as file:
        found = list(csv.DictReader(file))
    truth = {name: _true_titles(tmp_path / name) for name in names}
    named = {
        (row["book"], truth[row["book"]][row["page"]], row["other_book"],
         truth[row["other_book"]][row["other_page"]])
        for row in found
    }  # fmt: skip
    with (tmp_path / "shared.csv").open(encoding="utf-8") as file:
        planted = {tuple(row.values()) for row in csv.DictReader(file)}
    assert warnings == []
    assert named <= planted
    assert len(named) >= len(planted) - 1
    assert all((tmp_path / row["overlay"]).exists() for row in found)
    assert "found again." in (tmp_path / "found-again.html").read_text("utf-8")


def test_damaged_books_are_left_out_with_a_warning(tmp_path: Path) -> None:
    """A book that cannot be read costs only itself; one without a printer is not read."""
    (tmp_path / "broken").mkdir()
    warnings: list[str] = []
    books = [("broken", "Okes"), ("absent", "")]
    assert list(find_again(tmp_path, books, warnings.append)) == []
    assert len(warnings) == 1
    assert warnings[0].startswith("broken: ")


def _true_titles(book: Path) -> dict[str, str]:
    with (book / "truth.csv").open(encoding="utf-8") as file:
        return {row["signature"]: row["title"] for row in csv.DictReader(file)}
