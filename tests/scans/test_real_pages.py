"""Real pages of the sixteenth and seventeenth centuries, where they are at hand."""

from __future__ import annotations

import csv
import shutil
from pathlib import Path

import pytest

from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.scans.acquire.grey_image import read_grey
from formework.scans.locate.locator import locate
from formework.scans.marked_titles import match, read_marked
from formework.scans.title_stage import find_titles, import_titles

DATA = Path(__file__).parents[3] / "shared" / "data"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not DATA.is_dir(), reason="no real pages here: ../shared/data is missing"),
]


def labels(folder: str) -> dict[str, Box | None]:
    """The boxes people drew, by image."""
    with (DATA / folder / "headlines.csv").open(encoding="utf-8") as file:
        return {
            row["image"]: Box(*(int(row[k]) for k in ("x", "y", "width", "height")))
            if row["x"]
            else None
            for row in csv.DictReader(file)
        }


def overlap(first: Box, second: Box) -> float:
    """Columns two boxes share, of those either has."""
    right = min(first.x + first.width, second.x + second.width)
    shared = max(0, right - max(first.x, second.x))
    return shared / (first.width + second.width - shared)


def book_of(folder: str, images: list[str], root: Path) -> Path:
    """A folder with some pages of a real book."""
    root.mkdir()
    for image in images:
        shutil.copyfile(DATA / folder / "pages" / image, root / image)
    return root


def test_verse_photographed_with_a_strip_of_the_facing_page(tmp_path: Path) -> None:
    """Rymes, 1546: titles found from A6r on, none on the pages before, on rectos and versos."""
    truth = labels("rithmes-1546")
    images = sorted(truth)[4:28]
    titles = find_titles(open_book(book_of("rithmes-1546", images, tmp_path / "rithmes"))).titles
    for title in titles:
        box = truth[title.image]
        assert (title.box is None) == (box is None), title.image
        if box and title.box:
            assert overlap(title.box, box) > 0.6, title.image


def test_chapter_references_stay_outside_and_a_new_part_is_a_new_section(tmp_path: Path) -> None:
    """Leviathan, 1668: De Homine., then De Civitate.; Cap. 16. and the page number are left out."""
    images = [f"{number:04d}.tif" for number in range(82, 100)]
    root = book_of("leviathan-1668", images, tmp_path / "leviathan")
    titles = {title.image: title for title in find_titles(open_book(root)).titles}
    assert titles["0091.tif"].box is None
    for image, title in titles.items():
        if image != "0091.tif":
            assert title.box is not None
            assert 300 < title.box.width < 420
            assert title.text.startswith("De H" if image < "0091.tif" else "De C")
            assert title.section == ("1" if image < "0091.tif" else "2")


@pytest.mark.parametrize(
    "image",
    [
        "bullinger-1-tim-001-c2_7325981.jpeg",
        "hyperius-1-tim-001-c2_16892668.jpg",
        "daneau-1-tim_488_6c491_default.jpg",
        "crrpv02-seconde-union_323_0a9eb_default.jpg",
        "crrs01-chanson-spirituel_79_7e8bd_default.jpg",
    ],
)
def test_a_page_without_its_book(image: str) -> None:
    """Roman, italic and blackletter titles are found on a page alone."""
    box = labels("headline-pages")[image]
    found = locate(read_grey(DATA / "headline-pages" / "pages" / image))
    assert found is not None
    assert box is not None
    assert overlap(found.box, box) > 0.6


def test_alto_of_a_whole_book() -> None:
    """La Gaule, 1574: its ALTO zones are the published boxes, page by page."""
    truth = labels("la-gaule-1574")
    marked = match(read_marked(f"alto:{DATA / 'la-gaule-1574' / 'alto'}").pages, sorted(truth))
    assert len(marked) == 253
    assert sum(bool(page.zones) for page in marked.values()) == 212
    for image, page in marked.items():
        box = truth[image]
        assert bool(page.zones) == (box is not None)
        if box:
            got = page.box(page.zones[0], int(page.width), int(page.height))
            assert overlap(got, box) > 0.95


def test_page_xml_is_imported(tmp_path: Path) -> None:
    """Headers of PAGE files become titles, at the top of their pages and left of the number."""
    scans, marks = tmp_path / "scans", tmp_path / "marks"
    scans.mkdir()
    marks.mkdir()
    for path in (DATA / "page-xml").iterdir():
        shutil.copyfile(path, (marks if path.suffix == ".xml" else scans) / path.name)
    titles = import_titles(open_book(scans), f"page:{marks}").titles
    assert [title.origin for title in titles] == [Origin.IMPORTED] * 5
    for title in titles:
        assert title.box is not None
        assert title.box.y < 350
        found = locate(read_grey(scans / title.image))
        assert found is not None
        assert overlap(found.box, title.box) > 0.5
