"""Tables and the whole result: what they hold, escaped for where they go."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest

from formework import __version__
from formework.errors import InputError
from formework.exchange.export_formats import ExportFormat, export_book
from formework.result_files import recurrence_table

if TYPE_CHECKING:
    from pathlib import Path

    from formework.exchange.exported_book import ExportedBook


def test_the_tidy_table(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """One row per page, also those without a title; every column is described beside it."""
    table, about = export_book(books["quarto"], ExportFormat.CSV, tmp_path / "t.csv").files
    with table.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["signature"] for row in rows] == [p.signature for p in books["quarto"].pages]
    titled = next(row for row in rows if row["skeleton"] == "?")
    assert titled["text"]
    assert int(titled["width"]) > 100
    assert titled["canvas"].startswith("urn:formework:book://")
    record = json.loads(about.read_text("utf-8"))
    assert about.name == "t.csv-metadata.json"
    assert record["url"] == "t.csv"
    assert [column["name"] for column in record["tableSchema"]["columns"]] == list(rows[0])


def test_the_whole_result(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Everything in one file; what is not comparable has no distance."""
    (path,) = export_book(books["octavo"], ExportFormat.JSON, tmp_path).files
    record = json.loads(path.read_text("utf-8"))
    assert record["book"]["collation"] == "A-B^8"
    assert record["settings"]["seed"] == "3"
    assert len(record["pages"]) == len(books["octavo"].pages)
    assert record["distances"]["values"][0][:2] == [0.0, None]
    assert record["result"]["units"].keys() == set(record["distances"]["names"])


class Cells(HTMLParser):
    """The cells of a table."""

    def __init__(self) -> None:
        super().__init__()
        self.cells: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        """Begin a cell."""
        if tag in ("td", "th"):
            self.cells.append("")

    def handle_data(self, data: str) -> None:
        """Add to the cell."""
        if self.cells:
            self.cells[-1] += data.strip()


def test_the_table_of_recurrence(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """The same cells as recurrence.csv, in HTML and in LaTeX."""
    exported = books["octavo"]
    page, latex = export_book(exported, ExportFormat.TABLE, tmp_path / "table").files
    parser = Cells()
    parser.feed(page.read_text("utf-8").partition("</table>")[0])
    assert exported.result is not None
    _, rows = recurrence_table(exported.result)
    assert parser.cells[11:] == [str(cell) for row in rows for cell in row]
    text = latex.read_text("utf-8")
    assert r"Lear \& <Co>" in text
    assert text.count(r" \\") == len(rows) + 1
    assert all(line.count(" & ") == 10 for line in text.splitlines() if line.endswith(r" \\"))
    (only,) = export_book(exported, ExportFormat.TABLE, tmp_path / "only.tex").files
    assert only.read_text("utf-8") == text


def test_every_export_says_how_it_was_made(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Version, kernel, seed, date and how to cite, in some file of each format."""
    for to in ExportFormat:
        place = tmp_path / to
        place.mkdir()
        for file in export_book(books["folio"], to, place).files:
            if file.name == "pages.csv":
                continue  # its description is beside it
            text = file.read_text("utf-8")
            for what in (
                f"Formework {__version__}, analysis",
                "2026-11-17",
                "spacing",
                "ICDAR 2024",
            ):
                assert what in text, (to, file.name, what)
            assert any(number in text for number in ("skeletons 4", '"skeletons": "4"'))
            assert any(seed in text for seed in ("seed 3", '"seed": "3"')), (to, file.name)


def test_the_books_own_files_are_safe(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Nothing is written over a file of the book, or among its scans."""
    exported = books["quarto"]
    root = exported.book.root
    for to, name in (("csv", "titles.csv"), ("page", "pages"), ("json", "."), ("tei", "new.xml")):
        with pytest.raises(InputError, match="among the files of the book"):
            export_book(exported, ExportFormat(to), root / name)
    assert export_book(exported, ExportFormat.CSV).files[0] == root / "export" / "pages.csv"
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        export_book(exported, ExportFormat.IIIF, tmp_path / "file")


def test_two_images_of_one_name(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """1.jpg and 1.tif would be described by one file: both are named."""
    image = books["quarto"].images[0]
    double = replace(books["quarto"], images=(image, replace(image, name="0001.tif")))
    with pytest.raises(InputError, match=r"0001\.tif and another image"):
        export_book(double, ExportFormat.ALTO, tmp_path)
    warnings = export_book(double, ExportFormat.IIIF, tmp_path).warnings
    assert warnings == ("browsers do not show these images: 0001.tif",)


def test_formats_are_named() -> None:
    """An unknown format is answered with those there are."""
    with pytest.raises(InputError, match="there is no format 'docx'") as raised:
        ExportFormat.read("docx")
    assert "vceditor" in raised.value.hint
