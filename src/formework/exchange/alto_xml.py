"""ALTO 4, one file per image, with running titles only: for eScriptorium and similar tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.exchange.exported_book import xml_name
from formework.exchange.provenance import PROGRAM
from formework.exchange.xml_writing import add, xml_root, xml_text

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from formework.exchange.exported_book import ExportedImage, ExportedPage
    from formework.exchange.provenance import Provenance

_NAMESPACE = "http://www.loc.gov/standards/alto/ns-v4#"
_ZONE = "https://segmonto.github.io/gd/gdZ/RunningTitleZone"


def write_alto(image: ExportedImage, provenance: Provenance) -> str:
    """The ALTO file of an image: a block of type RunningTitleZone for each running title."""
    root = xml_root("alto", _NAMESPACE)
    _describe(root, image, provenance)
    tags = add(root, "Tags")
    add(tags, "LayoutTag", ID="running-title", LABEL="RunningTitleZone", TYPE="region", URI=_ZONE)
    titled = [page for page in image.pages if page.box]
    for label in dict.fromkeys(page.found.label for page in titled if page.found):
        add(tags, "OtherTag", ID=xml_name("skeleton", label), LABEL=label, TYPE="skeleton")
    number = image.pages[0].number
    size = {"WIDTH": image.width, "HEIGHT": image.height}
    page = add(add(root, "Layout"), "Page", ID="page", PHYSICAL_IMG_NR=number, **size)
    if image.pages[0].printed:
        page.set("PRINTED_IMG_NR", image.pages[0].printed)
    space = add(page, "PrintSpace", HPOS=0, VPOS=0, **size)
    for one in titled:
        _add_title(space, one)
    return xml_text(root)


def _describe(root: Element, image: ExportedImage, provenance: Provenance) -> None:
    about = add(root, "Description")
    add(about, "MeasurementUnit", "pixel")
    add(add(about, "sourceImageInformation"), "fileName", image.name)
    step = add(about, "Processing", ID="formework")
    add(step, "processingDateTime", provenance.time)
    add(step, "processingStepDescription", f"Cite as: {provenance.citation}")
    add(step, "processingStepSettings", provenance.settings_words)
    software = add(step, "processingSoftware")
    add(software, "softwareName", PROGRAM)
    add(software, "softwareVersion", provenance.version)


def _add_title(space: Element, page: ExportedPage) -> None:
    box = page.box
    if box is None:
        return
    place = {"HPOS": box.x, "VPOS": box.y, "WIDTH": box.width, "HEIGHT": box.height}
    tags = ["running-title", *([xml_name("skeleton", page.found.label)] if page.found else [])]
    block = add(
        space, "TextBlock", ID=xml_name("title", page.name), TAGREFS=" ".join(tags), **place
    )
    line = add(block, "TextLine", ID=xml_name("line", page.name), **place)
    add(line, "String", ID=xml_name("string", page.name), CONTENT=page.text, **place)
