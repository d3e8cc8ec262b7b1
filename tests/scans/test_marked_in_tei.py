"""Running titles marked in TEI facsimiles of other people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.model import Box
from formework.errors import FileError
from formework.scans.marked_titles import read_marked

if TYPE_CHECKING:
    from pathlib import Path

TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><facsimile>
<surface ulx="100" uly="50" lrx="1100" lry="1550"><graphic url="img/p%201.jpg"/>
 <zone xml:id="z1" type="header" ulx="400" uly="150" lrx="700" lry="190"/>
 <zone type="main" ulx="0" uly="0" lrx="9" lry="9"/></surface>
<surface><graphic url="p2.jpg" width="1000px" height="1500px"/>
 <zone subtype="RunningTitleZone" points="300,100 600,95 600,140 300,140"/>
 <zone xml:id="z3" type="header"/></surface>
<surface><graphic url="p3.jpg"/></surface>
</facsimile><text><body><ab><fw type="header" facs="#z1">OF THE <hi>PRESS</hi>.</fw></ab></body>
</text></TEI>"""


def test_zones_by_corners_and_by_points(tmp_path: Path) -> None:
    """The origin of the surface is taken off; a zone without a place is named."""
    path = tmp_path / "press.xml"
    path.write_text(TEI)
    marked = read_marked(f"tei:{path}")
    first, second = marked.pages
    assert (first.image, first.width, first.height) == ("img/p 1.jpg", 1000, 1500)
    assert first.zones[0].text == "OF THE PRESS."
    assert first.box(first.zones[0], 2000, 3000) == Box(600, 200, 600, 80)
    assert (second.width, second.box(second.zones[0], 1000, 1500)) == (1000, Box(300, 95, 300, 45))
    assert marked.ignored == ("press.xml: zone z3 has no corners or points; left out",)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("<alto/>", "the root element is alto, not TEI"),
        ("<TEI><facsimile/></TEI>", 'has no zone of type "header"'),
        ('<!DOCTYPE TEI [<!ENTITY x "y">]><TEI>&x;</TEI>', "declares entities"),
    ],
)
def test_files_that_mark_nothing(text: str, why: str, tmp_path: Path) -> None:
    """Each is refused by name."""
    path = tmp_path / "press.xml"
    path.write_text(text)
    with pytest.raises(FileError, match=why) as raised:
        read_marked(f"tei:{path}")
    assert "press.xml" in raised.value.message


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """It cannot be read, which is not the same as not being XML."""
    with pytest.raises(FileError, match=r"none\.xml cannot be read"):
        read_marked(f"tei:{tmp_path / 'none.xml'}")
