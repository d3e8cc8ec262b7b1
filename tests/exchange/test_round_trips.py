"""Exported and imported again, a book is the same: its collation, and the boxes of its titles."""

from __future__ import annotations

import json
import shutil
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from PIL import Image

from formework.book.assignment import PageImage
from formework.book.declaration import Declaration
from formework.book.folder import Book, open_book
from formework.book.formula.collation import read_collation
from formework.book.manifest_source import Canvas, ManifestSource
from formework.book.model import Box, Format, Origin, RunningTitle
from formework.exchange.collation_import import import_collation
from formework.exchange.export_formats import ExportFormat, export_book
from formework.exchange.exported_book import ExportedBook, ExportedImage, read_exported
from formework.exchange.provenance import trace_provenance
from formework.exchange.vceditor_export import write_vceditor
from formework.exchange.viscoll_export import write_viscoll
from formework.scans.title_outcome import read_outcome
from formework.scans.title_stage import import_titles
from tests.book.formula.test_collation import formulas
from tests.book.hand_made import make
from tests.exchange.simulated_exports import MADE

BOTH = (
    ("viscoll.xml", write_viscoll),
    ("viscoll-2.2.xml", lambda exported: write_viscoll(exported, with_skeletons=True)),
    ("vceditor.json", write_vceditor),
)


@settings(max_examples=40, deadline=None)
@given(formulas(), st.sampled_from(list(Format)))
@example("π^1 A^4(-A4)(A2+χ^2)(A3+1) 2#A-B^4 ²*^2 11^4", Format.QUARTO)
@example(")(^8 (A)^4 πA^4(±A2) 3-5^8", Format.FOLIO)
def test_the_same_collation_and_format(formula: str, book_format: Format) -> None:
    """Whatever a formula can say, both kinds of diagrams keep."""
    collation = read_collation(formula)
    declared = Declaration(book_format, collation, described={"title": "Lear <&>", "date": "1608"})
    with tempfile.TemporaryDirectory() as folder:
        book = Book(Path(folder), declared)
        exported = ExportedBook(book, (), None, (), trace_provenance(book, None, MADE))
        for name, write in BOTH:
            path = Path(folder) / name
            path.write_text(write(exported), encoding="utf-8")
            read = import_collation(path)
            assert read_collation(read.formula).gatherings == collation.gatherings, name
            assert read.book_format is book_format
            assert read.described == declared.described
            understood = [w for w in read.warnings if "named apart" not in w]
            assert understood == [], name


def copy_book(exported: ExportedBook, root: Path) -> Book:
    """A copy of a finished book, to be changed."""
    return open_book(shutil.copytree(exported.book.root, root))


def boxes(titles: tuple[RunningTitle, ...]) -> dict[str, tuple[Box | None, str]]:
    """Box and text of each page's title."""
    return {title.signature: (title.box, title.text) for title in titles}


def source_of(to: ExportFormat, out: Path) -> str:
    """An export as a source of `titles --from`."""
    if to is ExportFormat.IIIF:
        return f"iiif:{out / 'annotations.json'}"
    return f"tei:{out / 'tei.xml'}" if to is ExportFormat.TEI else f"{to}:{out}"


TITLED = (ExportFormat.ALTO, ExportFormat.PAGE, ExportFormat.TEI, ExportFormat.IIIF)


@pytest.mark.parametrize("to", TITLED)
def test_the_same_boxes(to: ExportFormat, books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Every box and text comes back as it was; nothing is left out."""
    out = tmp_path / "out"
    out.mkdir()
    export_book(books["quarto"], to, out)
    book = copy_book(books["quarto"], tmp_path / "copy")
    before = boxes(book.read_titles())
    outcome = import_titles(book, source_of(to, out))
    assert boxes(outcome.titles) == before
    assert outcome.ignored == ()
    assert {title.origin for title in outcome.titles if title.box} == {Origin.IMPORTED}


@pytest.mark.parametrize("to", TITLED)
def test_a_moved_box_arrives_as_a_correction(
    to: ExportFormat, books: dict[str, ExportedBook], tmp_path: Path
) -> None:
    """The box moved in the exported file is the one of titles.csv, which no later run changes."""
    out = tmp_path / "out"
    out.mkdir()
    export_book(books["quarto"], to, out)
    book = copy_book(books["quarto"], tmp_path / "copy")
    first = next(title for title in book.read_titles() if title.box)
    old = first.box
    assert old is not None
    moved = Box(old.x + 7, old.y + 3, old.width - 10, old.height + 1)
    own = {Path(first.image).with_suffix(".xml").name, "tei.xml", "annotations.json"}
    for path in (one for one in out.iterdir() if one.name in own):
        text = path.read_text("utf-8")
        for was, now in changed_places(to, old, moved):
            assert was in text
            text = text.replace(was, now)
        path.write_text(text, "utf-8")
    titles = {title.signature: title for title in import_titles(book, source_of(to, out)).titles}
    assert titles[first.signature].box == moved
    assert titles[first.signature].origin is Origin.IMPORTED
    others = {k: v for k, v in boxes(book.read_titles()).items() if k != first.signature}
    assert (
        others.items()
        <= boxes(copy_book(books["quarto"], tmp_path / "third").read_titles()).items()
    )


def changed_places(to: ExportFormat, old: Box, new: Box) -> list[tuple[str, str]]:
    """What a person changes in a file to move a box."""
    return list(zip(written_places(to, old), written_places(to, new), strict=True))


def written_places(to: ExportFormat, box: Box) -> list[str]:
    """A box as each format writes it."""
    if to is ExportFormat.ALTO:
        places = {"HPOS": box.x, "VPOS": box.y, "WIDTH": box.width, "HEIGHT": box.height}
        return [f'{name}="{value}"' for name, value in places.items()]
    if to is ExportFormat.PAGE:
        return [points(box)]
    if to is ExportFormat.IIIF:
        return [f'"xywh={box.x},{box.y},{box.width},{box.height}"']
    right, bottom = box.x + box.width, box.y + box.height
    return [f'ulx="{box.x}" uly="{box.y}" lrx="{right}" lry="{bottom}"']


def points(box: Box) -> str:
    """The corners of a box as PAGE writes them."""
    right, bottom = box.x + box.width, box.y + box.height
    return f"{box.x},{box.y} {right},{box.y} {right},{bottom} {box.x},{bottom}"


def test_a_row_corrected_here_is_kept_and_that_is_said(
    books: dict[str, ExportedBook], tmp_path: Path
) -> None:
    """What a person corrected in titles.csv wins over an import."""
    out = tmp_path / "out"
    export_book(books["quarto"], ExportFormat.ALTO, out)
    book = copy_book(books["quarto"], tmp_path / "copy")
    titles = list(book.read_titles())
    place = next(n for n, title in enumerate(titles) if title.box)
    titles[place] = replace(titles[place], text="THE TRVE TEXT", origin=Origin.CORRECTED)
    book.write_titles(titles)
    outcome = import_titles(book, f"alto:{out}")
    assert outcome.titles[place].text == "THE TRVE TEXT"
    assert read_outcome(book).ignored == outcome.ignored  # what `titles` prints as warnings
    assert outcome.ignored == (
        f"{titles[place].signature}: the row was corrected here and is kept",
    )


def test_the_librarys_canvases(books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Annotations point at the library's canvases, in their units, and come back in pixels."""
    book = copy_book(books["quarto"], tmp_path / "copy")
    canvases = {
        image.name: Canvas(f"https://library.org/c/{n}", 2 * image.width, 2 * image.height)
        for n, image in enumerate(books["quarto"].images)
    }
    manifest = ManifestSource("https://library.org/m.json", "Lear", "The Library", canvases)
    book = Book(book.root, replace(book.declared, iiif=manifest))
    exported = read_exported(book, MADE)
    files = export_book(exported, ExportFormat.IIIF, tmp_path / "iiif").files
    page = json.loads(files[1].read_text("utf-8"))
    image = next(image for image in exported.images if image.pages[0].box)
    box = image.pages[0].box
    assert box is not None
    target = page["items"][0]["target"]
    assert target["source"] == canvases[image.name].id
    assert target["selector"]["value"] == (
        f"xywh={2 * box.x},{2 * box.y},{2 * box.width},{2 * box.height}"
    )
    assert "The Library" in files[0].read_text("utf-8")
    before = boxes(book.read_titles())
    for file in files:  # the manifest has the annotations inside
        assert boxes(import_titles(book, f"iiif:{file}").titles) == before


@given(
    x=st.integers(0, 3000), y=st.integers(0, 500),
    width=st.integers(1, 2500), height=st.integers(1, 300), scale=st.floats(1, 4),
)  # fmt: skip
def test_boxes_survive_larger_canvases(
    x: int, y: int, width: int, height: int, scale: float
) -> None:
    """On a canvas at least as large as the image, rounding moves a box by one pixel at most."""
    canvas = Canvas("c", round(6000 * scale), round(8000 * scale))
    image = ExportedImage("i", 6000, 8000, canvas, ())
    left, top, across, down = image.on_canvas(Box(x, y, width, height))
    back = (
        round(left * 6000 / canvas.width), round(top * 8000 / canvas.height),
        round(across * 6000 / canvas.width), round(down * 8000 / canvas.height),
    )  # fmt: skip
    assert (
        max(abs(one - other) for one, other in zip(back, (x, y, width, height), strict=True)) <= 1
    )


def test_openings(tmp_path: Path) -> None:
    """Two pages on one image: their titles go out in one file and come back to their halves."""
    book = make(tmp_path, 'format = "folio"\ncollation = "A^2"\nimages_are = "openings"\n')
    for name in ("1.png", "2.png"):
        Image.new("L", (2000, 900), 255).save(tmp_path / "pages" / name)
    pages = [("1.png", "A1r"), ("1.png", "A1v"), ("2.png", "A2r"), ("2.png", "A2v")]
    book.write_pages(PageImage(image, signature) for image, signature in pages)
    places = (Box(300, 50, 400, 40), None, Box(310, 52, 390, 40), Box(1310, 55, 380, 42))
    book.write_titles(
        RunningTitle(
            *page, box, "TITLE" if box else "", "1", Origin.LOCATED if box else Origin.NONE
        )
        for page, box in zip(pages, places, strict=True)
    )
    exported = read_exported(book, MADE)
    assert [len(image.pages) for image in exported.images] == [2, 2]
    for to in TITLED:
        out = tmp_path.parent / f"{tmp_path.name}-{to}"
        out.mkdir()
        export_book(exported, to, out)
        assert (
            tuple(title.box for title in import_titles(book, source_of(to, out)).titles) == places
        )
