"""ALTO and PAGE files of other tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.errors import FileError, InputError
from formework.scans.marked_titles import match, read_marked
from formework.scans.title_stage import find_titles, import_titles
from tests.scans.press import book_pages, write_book

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
    (page,) = read_marked(f"alto:{tmp_path}")
    (zone,) = page.zones
    assert zone.text == "OF THE PRESS."
    assert page.box(zone, 900, 1300) == Box(300, 70, 290, 40)
    assert page.box(zone, 1800, 2600) == Box(600, 140, 580, 80)  # a larger image of the page


@pytest.mark.parametrize("mark", ['type="header"', 'custom="structure {type:header;}"'])
def test_page_headers_without_the_page_number(mark: str, tmp_path: Path) -> None:
    """A header's lines make the box, the line of the page number left out."""
    (tmp_path / "a.xml").write_text(PAGE.format(mark=mark))
    (page,) = read_marked(f"page:{tmp_path}")
    (zone,) = page.zones
    assert zone.text == "A DISCOURSE"
    assert page.box(zone, 900, 1300) == Box(310, 72, 280, 36)


def test_files_are_matched_by_name_then_by_content_then_by_order(tmp_path: Path) -> None:
    """The file's own name comes first, then the image it names, then its place."""
    for number in (1, 2, 3):
        (tmp_path / f"{number}.xml").write_text(
            ALTO.format(image=f"s{number}.tif", label="RunningTitleZone", width=9, height=9)
        )
    pages = read_marked(f"alto:{tmp_path}")
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


@pytest.mark.parametrize("source", ["alto", "tei:x", "alto:nowhere"])
def test_sources_that_are_none(source: str) -> None:
    """An unknown kind, or a folder without files, is wrong input."""
    with pytest.raises(InputError):
        read_marked(source)


@pytest.mark.slow
def test_imported_titles_outlive_a_later_run(tmp_path: Path) -> None:
    """Imported rows are kept when the rest is located; a correction outlives an import."""
    folder = write_book(tmp_path / "book", book_pages(4))
    marked = tmp_path / "alto"
    marked.mkdir()
    for name in ("p02", "p03"):
        (marked / f"{name}.xml").write_text(
            ALTO.format(image="", label="RunningTitleZone", width=900, height=1300)
        )
    book = open_book(folder)
    imported = import_titles(book, f"alto:{marked}")
    assert [title.origin for title in imported.titles] == [Origin.IMPORTED] * 2
    assert [title.image for title in imported.titles] == ["p02.png", "p03.png"]
    titles = find_titles(book).titles
    assert [title.origin for title in titles[1:3]] == [Origin.IMPORTED] * 2
    assert titles[1].box == Box(300, 70, 290, 40)
    assert titles[0].origin is Origin.NONE
