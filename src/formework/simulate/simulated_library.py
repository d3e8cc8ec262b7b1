"""A simulated library: small books of several printers, some printed with the same titles.

Each printer prints groups of five books with one pair of running-title texts.
In a group the second book keeps titles of the first standing, and the fourth one
title of the third; the fifth shares none.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PIL import Image

from formework.book.folder import TITLES
from formework.book.plain_files import write_table
from formework.simulate.kept_standing import keep_standing
from formework.simulate.seeds import generator
from formework.simulate.shapes import SHAPES, SectionShape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from formework.simulate.universes import DEVELOPMENT, Universe

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.simulate.simulated_book import SimulatedBook

CATALOGUE = "catalogue.csv"
SHARED = "shared.csv"  # the titles printed in two books
_GROUP = 5
_GROUPS_BY_PRINTER = 2
_SHAPES = ("king-lear", "mayor", "parthenissa", "institution")
_KEPT_STANDING = {1: 4, 3: 1}  # by place in the group: titles kept from the book before
_FIRST_YEAR = 1590


@dataclass(frozen=True, slots=True)
class LibraryBook:
    """One book of the library; `kept` maps its titles to those of the book `earlier`."""

    id: str
    printer: str
    year: int
    book: SimulatedBook
    earlier: str
    kept: dict[int, int]


def simulate_library(
    books: int, *, seed: int = 0, universe: Universe = DEVELOPMENT
) -> Iterator[LibraryBook]:
    """Print books one after another; the same arguments give the same library."""
    earlier, earlier_id = None, ""
    for number in range(books):
        group, place = divmod(number, _GROUP)
        draw = generator(seed, "library", number)
        shape = SHAPES[_SHAPES[group % len(_SHAPES)]]
        gatherings = int(draw.integers(1, 3)) * 8 // shape.leaves
        skeletons = min(int(draw.integers(1, 4)), gatherings)
        letters = "A" if gatherings == 1 else f"A-{'ABCDEFGH'[gatherings - 1]}"
        small = replace(
            shape, collation=f"{letters}^{shape.leaves}",
            sections=(SectionShape(gatherings, skeletons, 2 * gatherings - skeletons + 1),),
        )  # fmt: skip
        book = simulate_book(small, seed=int(draw.integers(1 << 31)), universe=universe)
        kept: dict[int, int] = {}
        if earlier is not None and place in _KEPT_STANDING:
            kept = _choose_kept(earlier, book, _KEPT_STANDING[place])
            book = keep_standing(earlier, book, kept)
        name = f"book-{number + 1:04}"
        printer = f"Printer {1 + group // _GROUPS_BY_PRINTER}"
        year = _FIRST_YEAR + int(draw.integers(60))
        yield LibraryBook(name, printer, year, book, earlier_id if kept else "", kept)
        earlier, earlier_id = book, name


def write_library(
    root: Path, books: int, *, seed: int = 0, universe: Universe = DEVELOPMENT
) -> Iterator[int]:
    """Write a library into a folder, yielding the number of books done.

    Each book is a book folder of cut-out titles with their texts, so that running
    it needs no OCR. `catalogue.csv` is the catalogue for `formework corpus`.
    """
    rows: list[tuple[object, ...]] = []
    shared: list[tuple[object, ...]] = []
    for done, one in enumerate(simulate_library(books, seed=seed, universe=universe), 1):
        folder = root / one.id
        for _ in write_book(one.book, folder, name=one.id, cut=True):
            pass
        _supply_titles(one.book, folder)
        rows.append((one.id, one.id, "", "", one.book.shape.title, one.printer, one.year))
        shared += [(one.earlier, old, one.id, new) for new, old in one.kept.items()]
        yield done
    columns = ("id", "source", "format", "collation", "title", "printer", "date")
    write_table(root / CATALOGUE, columns, rows)
    write_table(root / SHARED, ("earlier", "earlier_title", "later", "later_title"), shared)


def _choose_kept(earlier: SimulatedBook, later: SimulatedBook, number: int) -> dict[int, int]:
    """Titles of the later book, each with the title of the earlier book that takes its place.

    Both have the same text.
    """
    kept: dict[int, int] = {}
    texts = {int(title.title): title.text for title in earlier.titles}
    for title in later.titles:
        fit = [old for old, text in texts.items() if text == title.text]
        free = [old for old in fit if old not in kept.values()]
        if free and int(title.title) not in kept and len(kept) < number:
            kept[int(title.title)] = free[0]
    return kept


def _supply_titles(book: SimulatedBook, folder: Path) -> None:
    """Write titles.csv: each image is a title, its text is known."""
    numbers = {page.signature: number for number, page in enumerate(book.pages, 1)}
    rows = []
    for title in book.titles:
        image = f"{numbers[title.signature]:04}.png"
        with Image.open(folder / "pages" / image) as title_image:
            width, height = title_image.size
        rows.append(
            (image, title.signature, 0, 0, width, height, title.text, title.section, "supplied")
        )
    write_table(folder / "titles.csv", TITLES, rows)
