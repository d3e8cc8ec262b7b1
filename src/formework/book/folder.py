"""The book folder: book.toml, pages.csv and titles.csv, read, checked and written whole."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from formework.book.assignment import PageImage, assign, natural_order
from formework.book.declaration import Declaration, is_url, read_declaration
from formework.book.file_names import BOOK_TOML, PAGES_CSV, TITLES_CSV
from formework.book.imposition import sheet_sides
from formework.book.model import Box, Origin, RunningTitle, SheetSide
from formework.book.plain_files import Row, inside, read_table, write_table
from formework.errors import FileError, InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

IMAGE_ENDINGS = frozenset(
    {".jpg", ".jpeg", ".png", ".tif", ".tiff", ".jp2", ".j2k", ".jpx", ".webp"}
)
# The columns of pages.csv and titles.csv.
PAGES = ("image", "signature", "page")
TITLES = ("image", "signature", "x", "y", "width", "height", "text", "section", "origin")
_MAX_BOX_PIXELS = 1_000_000  # along one side: no scan is wider
# Files that the program writes: not scans, even where the scans are in the book's root.
_WRITTEN_PICTURES = re.compile(r"montage\.png|staircase\.png|compare-.+\.png")
_WRITTEN_ENDINGS = frozenset({".toml", ".csv", ".json", ".jsonl", ".npz", ".html", ".svg", ".pdf"})
_SYSTEM_FILES = frozenset({"thumbs.db", "desktop.ini"})


@dataclass(frozen=True, slots=True)
class Book:
    """A book folder: its declaration and its files."""

    root: Path
    declared: Declaration

    @property
    def heading(self) -> str:
        """The title of the book; without one, the name of its folder."""
        return self.declared.title or self.root.resolve().name

    @property
    def images(self) -> Path:
        """The folder, PDF or manifest that holds the scans."""
        if is_url(self.declared.images):
            raise InputError(
                f"{self.declared.images}: these images have not been fetched yet",
                hint=f"formework init {self.declared.images} NEW-BOOK",
            )
        return inside(self.root, self.declared.images)

    def image_path(self, image: str) -> Path:
        """The file of an image named in a table, which must be inside the folder."""
        scans = self.images
        return inside(scans if scans.is_dir() else self.root, image)

    def image_names(self) -> list[str]:
        """The image files of the scans folder, in natural order."""
        scans = self.images
        if not scans.is_dir():
            raise FileError(
                f"there is no folder {self.declared.images} in {self.root.name}",
                hint="put the scans there, or name their folder as images in book.toml",
            )
        return natural_order(path.name for path in scans.iterdir() if _is_scan(path, scans))

    @property
    def has_pages_table(self) -> bool:
        """Whether pages.csv says which image is which page."""
        return (self.root / PAGES_CSV).exists()

    def read_pages(self) -> tuple[PageImage, ...]:
        """The images with their signatures: from pages.csv, or in natural order."""
        if not self.has_pages_table:
            return assign(self.image_names(), self.declared).pages
        rows = list(read_table(self.root / PAGES_CSV, PAGES))
        self._check_once(rows)
        self._check_missing(rows)
        return tuple(PageImage(self._image(row), self._signature(row), row["page"]) for row in rows)

    def write_pages(self, pages: Iterable[PageImage]) -> None:
        """Write pages.csv."""
        rows = ((page.image, page.signature, page.page) for page in pages)
        write_table(self.root / PAGES_CSV, PAGES, rows)

    def read_titles(self) -> tuple[RunningTitle, ...]:
        """The running titles of titles.csv; empty if the file does not exist."""
        path = self.root / TITLES_CSV
        if not path.exists():
            return ()
        rows = list(read_table(path, TITLES))
        self._check_once(rows)
        return tuple(
            RunningTitle(
                self._image(row),
                self._signature(row),
                box := _box(row),
                row["text"],
                row["section"],
                _origin(row, box),
            )
            for row in rows
        )

    def write_titles(self, titles: Iterable[RunningTitle]) -> None:
        """Write titles.csv, one row per page."""
        rows = (
            (
                title.image,
                title.signature,
                *((box.x, box.y, box.width, box.height) if (box := title.box) else ("",) * 4),
                title.text,
                title.section,
                title.origin,
            )
            for title in titles
        )
        write_table(self.root / TITLES_CSV, TITLES, rows)

    def sheet_sides(self) -> tuple[SheetSide, ...]:
        """The sheet sides of the book, in book order."""
        declared = self.declared
        if declared.collation is None or declared.book_format is None:
            lacks = "format" if declared.collation else "collation"
            raise InputError(
                f"{self.root / BOOK_TOML} declares no {lacks}",
                hint=f'add {lacks} = "…": it determines which pages were printed together',
            )
        return sheet_sides(declared.collation.gatherings, declared.book_format, declared.imposition)

    def _image(self, row: Row) -> str:
        try:
            self.image_path(row["image"])
        except FileError as error:
            raise row.wrong("image", "is outside the book's folder", error.hint) from error
        if not row["image"]:
            raise row.wrong("image", "is empty", "name the image, or delete the row")
        return row["image"]

    def _signature(self, row: Row) -> str:
        """A signature in the program's spelling, checked against the collation."""
        signature = row["signature"]
        if not signature or self.declared.collation is None:
            return signature
        page = self.declared.collation.page(signature)
        if page is None:
            raise row.wrong(
                "signature",
                f"is not a page of {self.declared.collation.formula}",
                "correct it, or leave it empty for an image outside the collation",
            )
        return page.signature

    def _check_once(self, rows: Sequence[Row]) -> None:
        seen: dict[str, int] = {}
        for row in rows:
            signature = self._signature(row)
            if signature and signature in seen:
                raise row.wrong(
                    "signature",
                    f"is also in line {seen[signature]}",
                    "a page has one image: correct one of the two rows",
                )
            seen[signature] = row.line
        rows_of: Counter[str] = Counter()
        for row in rows:
            rows_of[row["image"]] += 1
            if rows_of[row["image"]] > 2:
                raise row.wrong(
                    "image",
                    "is in three rows",
                    "an image has one row, or two if it shows an opening: delete the others",
                )

    def _check_missing(self, rows: Sequence[Row]) -> None:
        """Refuse a page that book.toml declares missing and pages.csv gives an image."""
        for row in rows:
            signature = self._signature(row)
            if signature and signature in self.declared.missing:
                raise row.wrong(
                    "signature",
                    f"is declared missing in book.toml, but has the image {row['image']}",
                    f"remove {signature} from missing in book.toml, or correct pages.csv "
                    "(without pages.csv, the images are assigned again)",
                )


def open_book(path: str | Path) -> Book:
    """Open a book folder, or a bare folder of images with nothing declared."""
    root = Path(path)
    if not root.is_dir():
        raise InputError(
            f"{path} is not a folder",
            hint="formework init SOURCE BOOK makes a book folder from scans",
        )
    toml = root / BOOK_TOML
    if toml.exists():
        return Book(root, read_declaration(toml))
    has_pages = (root / Declaration().images).is_dir()
    return Book(root, Declaration() if has_pages else Declaration(images="."))


def other_files(folder: Path) -> list[str]:
    """The files of a folder of scans that are not read as images, in natural order.

    Hidden files are not listed, nor in a book's root the files that the program writes.
    """
    is_root = (folder / BOOK_TOML).exists()
    return natural_order(
        path.name
        for path in folder.iterdir()
        if path.is_file()
        and path.suffix.lower() not in IMAGE_ENDINGS
        and not path.name.startswith(".")
        and path.name.lower() not in _SYSTEM_FILES
        and not (is_root and path.suffix.lower() in _WRITTEN_ENDINGS)
    )


def _is_scan(path: Path, folder: Path) -> bool:
    is_image = path.suffix.lower() in IMAGE_ENDINGS and path.is_file()
    is_written = _WRITTEN_PICTURES.fullmatch(path.name) and (folder / BOOK_TOML).exists()
    return is_image and not path.name.startswith(".") and not is_written


def _box(row: Row) -> Box | None:
    """The box of a title; `None` if all four cells are empty."""
    columns = ("x", "y", "width", "height")
    if not any(row[column] for column in columns):
        return None
    numbers = []
    for column in columns:
        try:
            number = float(row[column].replace(",", "."))
        except ValueError:
            number = math.nan
        smallest = 1 if column in ("width", "height") else 0
        if not smallest <= number <= _MAX_BOX_PIXELS:  # also false for NaN
            raise row.wrong(
                column,
                f"is not a number of pixels from {smallest}",
                "correct the box, or empty all four cells and set origin to none",
            )
        numbers.append(round(number))
    return Box(*numbers)


def _origin(row: Row, box: Box | None) -> Origin:
    if row["origin"] not in set(Origin):
        raise row.wrong("origin", "is unknown", f"write one of {', '.join(Origin)}")
    origin = Origin(row["origin"])
    # The program writes `none` only without a box, and other origins only with one; an import
    # may state that a page has no running title. What does not fit was edited by a person.
    may_be_empty = (Origin.NONE, Origin.CORRECTED, Origin.IMPORTED)
    if (box and origin is Origin.NONE) or (box is None and origin not in may_be_empty):
        return Origin.CORRECTED
    return origin
