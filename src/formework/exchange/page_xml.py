"""PAGE-XML 2019, one file per image, with running titles only: for Transkribus and OCR-D."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.exchange.exported_book import xml_name
from formework.exchange.xml_writing import add, xml_root, xml_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from formework.exchange.exported_book import ExportedImage, ExportedPage
    from formework.exchange.provenance import Provenance

_NAMESPACE = "http://schema.primaresearch.org/PAGE/gts/pagecontent/2019-07-15"


def write_page_xml(image: ExportedImage, provenance: Provenance) -> str:
    """The PAGE file of an image: a region of type header for each running title."""
    root = xml_root("PcGts", _NAMESPACE)
    about = add(root, "Metadata")
    add(about, "Creator", provenance.program)
    add(about, "Created", provenance.time)
    add(about, "LastChange", provenance.time)
    add(about, "Comments", " ".join(provenance.lines))
    page = add(
        root, "Page", imageFilename=image.name, imageWidth=image.width, imageHeight=image.height
    )
    for one in image.pages:
        _add_title(page, one)
    return xml_text(root)


def _add_title(page: Element, one: ExportedPage) -> None:
    box = one.box
    if box is None:
        return
    custom = "structure {type:RunningTitleZone;}"
    if one.found:
        custom += f" skeleton {{name:{_plain(one.found.label)};}}"
        custom += f" title {{name:{_plain(one.found.title)};}}" if one.found.title else ""
    name = xml_name("title", one.name)
    region = add(page, "TextRegion", id=name, type="header", custom=custom)
    right, bottom = box.x + box.width, box.y + box.height
    points = f"{box.x},{box.y} {right},{box.y} {right},{bottom} {box.x},{bottom}"
    add(region, "Coords", points=points)
    if one.found:
        attributes = add(region, "UserDefined")
        add(attributes, "UserAttribute", name="skeleton", value=one.found.label)
        add(attributes, "UserAttribute", name="title", value=one.found.title)
        add(attributes, "UserAttribute", name="signature", value=one.signature)
    line = add(region, "TextLine", id=f"{name}-line")
    add(line, "Coords", points=points)
    add(add(line, "TextEquiv"), "Unicode", one.text)


def _plain(value: str) -> str:
    """A value without the characters that would end it in the attribute `custom`."""
    return value.replace(";", ",").replace("{", "(").replace("}", ")")
