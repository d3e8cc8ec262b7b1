"""ALTO and PAGE files of other tools."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.errors import FileError, InputError
from formework.scans.marked_titles import match, read_marked
from formework.scans.title_outcome import read_outcome
from formework.scans.title_stage import find_titles, import_titles

if TYPE_CHECKING:
    from pathlib import Path

ALTO = """<?xml version="1.0"?>
<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#">
 <Description><MeasurementUnit>pixel</MeasurementUnit><sourceImageInformation>
  <fileName>{image}</fileName></sourceImageInformation></Description>
 <Tags><OtherTag ID="BT1" LABEL="MainZone"/><OtherTag ID="BT2" LABEL="{label}"/></Tags>
 <Layout><Page WIDTH="{width}" HEIGHT="{height}"><PrintSpace>
  <TextBlock ID="a" TAGREFS="BT1" HPOS="1" VPOS="2" WIDTH="3" HEIGHT="4"/>
  <TextBlock ID="b" TAGREFS="BT2" HPOS="300.0" VPOS="70.0" WIDTH="290.0" HEIGHT="40.0">
   <TextLine><String CONTENT="OF THE PRESS."/></TextLine></TextBlock>
 </PrintSpace></Page></Layout></alto>"""

PAGE = """<?xml version="1.0"?>
<PcGts xmlns="http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15">
 <Page imageFilename="img/p02.tif" imageWidth="900" imageHeight="1300">
  <TextRegion type="paragraph"><Coords points="1,1 9,9"/></TextRegion>
  <TextRegion {mark}><Coords points="120,70 780,70 780,110 120,110"/>
   <TextLine><Coords points="120,70 150,70 150,110"/>
    <TextEquiv><Unicode>12</Unicode></TextEquiv></TextLine>
   <TextLine><Coords points="310,72 590,72 590,108 310,108"/>
    <TextEquiv><Unicode>A DISCOURSE</Unicode></TextEquiv></TextLine>
  </TextRegion></Page></PcGts>"""


@pytest.mark.parametrize("label", ["RunningTitleZone", "RunningTitle", "RunningTitleZone:verso"])
def test_alto_zones_old_and_new(label: str, tmp_path: Path) -> None:
    """SegmOnto's zone, its older name and its subtypes are running titles; other zones are not."""
    text = ALTO.format(image="x.jpg", label=label, width=900, height=1300)
    (tmp_path / "p02.xml").write_text(text)
    (page,) = read_marked(f"alto:{tmp_path}").pages
    (zone,) = page.zones
    assert zone.text == "OF THE PRESS."
    assert page.box(zone, 900, 1300) == Box(300, 70, 290, 40)
    assert page.box(zone, 1800, 2600) == Box(600, 140, 580, 80)  # a larger image of the page


@pytest.mark.parametrize("mark", ['type="header"', 'custom="structure {type:header;}"'])
def test_page_headers_without_the_page_number(mark: str, tmp_path: Path) -> None:
    """A header's lines make the box, the line of the page number left out."""
    (tmp_path / "a.xml").write_text(PAGE.format(mark=mark))
    (page,) = read_marked(f"page:{tmp_path}").pages
    (zone,) = page.zones
    assert zone.text == "A DISCOURSE"
    assert page.box(zone, 900, 1300) == Box(310, 72, 280, 36)


def test_files_are_matched_by_name_then_by_content_then_by_order(tmp_path: Path) -> None:
    """The file's own name comes first, then the image it names, then its place."""
    for number in (1, 2, 3):
        (tmp_path / f"{number}.xml").write_text(
            ALTO.format(image=f"s{number}.tif", label="RunningTitleZone", width=9, height=9)
        )
    pages = read_marked(f"alto:{tmp_path}").pages
    assert match(pages, ["3.jpg", "1.jpg"])["3.jpg"].file == "3.xml"
    assert match(pages, ["s2.png", "s1.png"])["s2.png"].file == "2.xml"
    assert match(pages, ["a", "b", "c"])["c"].file == "3.xml"
    with pytest.raises(InputError, match="do not match"):
        match(pages, ["a", "b"])


BOMB = """<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "xxxxxxxxxx">
<!ENTITY y "&x;&x;&x;&x;&x;&x;&x;&x;"><!ENTITY z "&y;&y;&y;&y;&y;&y;&y;">]><alto>&z;</alto>"""
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><alto>&x;</alto>'


@pytest.mark.parametrize("content", [BOMB, OUTSIDE, "<alto", "", "no xml"])
def test_xml_is_parsed_safely(content: str, tmp_path: Path) -> None:
    """Entities, inside or outside, and broken files are refused by name."""
    (tmp_path / "p.xml").write_text(content)
    with pytest.raises(FileError, match=r"p\.xml"):
        read_marked(f"alto:{tmp_path}")


@pytest.mark.parametrize("source", ["alto", "tei:x", "iiif:x", "alto:nowhere"])
def test_sources_that_are_none(source: str) -> None:
    """An unknown kind, or a folder without files, is wrong input."""
    with pytest.raises(InputError):
        read_marked(source)


def write_alto(folder: Path, *names: str, width: int = 900) -> str:
    """ALTO files with a running title on each page named; the source to import."""
    folder.mkdir(exist_ok=True)
    for name in names:
        text = ALTO.format(image="", label="RunningTitleZone", width=width, height=1300)
        (folder / f"{name}.xml").write_text(text)
    return f"alto:{folder}"


def test_imported_titles_survive_a_later_run(copied: Path, tmp_path: Path) -> None:
    """Imported rows are kept when the rest is located; all files of the stage are written."""
    book = open_book(copied)
    (copied / "titles.csv").unlink()
    (copied / "titles.html").unlink()
    imported = import_titles(book, write_alto(tmp_path / "alto", "p02", "p03"))
    assert [title.origin for title in imported.titles] == [Origin.IMPORTED] * 2
    assert [title.image for title in imported.titles] == ["p02.png", "p03.png"]
    assert read_outcome(book) == imported
    assert (copied / "titles.html").exists()
    titles = find_titles(book).titles
    assert [title.origin for title in titles[1:3]] == [Origin.IMPORTED] * 2
    assert titles[1].box == Box(300, 70, 290, 40)
    assert titles[0].origin is Origin.NONE


def test_corrections_survive_an_import(copied: Path, tmp_path: Path) -> None:
    """A row edited with origin located, and rows of other pages, are not replaced."""
    book = open_book(copied)
    before = list(book.read_titles())
    before[1] = replace(before[1], box=Box(300, 60, 300, 50))
    book.write_titles(before)
    titles = import_titles(book, write_alto(tmp_path / "alto", "p02", "p03")).titles
    assert titles[1] == replace(before[1], origin=Origin.CORRECTED)
    assert titles[2].origin is Origin.IMPORTED
    assert titles[3:] == tuple(before[3:])


def test_a_marked_box_outside_its_image_fails_and_the_page_keeps_its_row(
    copied: Path, tmp_path: Path
) -> None:
    """A file made for another page size gives no wrong crop: the page is named."""
    book = open_book(copied)
    before = book.read_titles()
    source = write_alto(tmp_path / "alto", "p02")
    source = write_alto(tmp_path / "alto", "p03", width=400)  # 300 + 290 of 400: outside
    outcome = import_titles(book, source)
    assert [name for name, _ in outcome.failed] == ["p03.png"]
    assert "p03.xml" in outcome.failed[0][1]
    assert "900 × 1300" in outcome.failed[0][1]
    assert outcome.titles[2] == before[2]
    assert outcome.titles[1].origin is Origin.IMPORTED
