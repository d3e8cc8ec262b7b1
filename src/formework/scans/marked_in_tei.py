"""Running titles marked in a TEI facsimile: zones of type `header`, their text in `fw`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import unquote

from formework.book.xml_files import XML_ID, children, descendants, local_name, read_xml, text_of
from formework.errors import FileError
from formework.scans.marked_page import Marked, MarkedPage, Zone

if TYPE_CHECKING:
    from pathlib import Path
    from xml.etree.ElementTree import Element

_RUNNING_TITLES = {"header", "RunningTitleZone", "RunningTitle"}
_CORNERS = ("ulx", "uly", "lrx", "lry")


def read_tei_zones(path: Path) -> Marked:
    """Read the zones of a TEI file: one page for each surface that has a running title."""
    root = read_xml(path)
    if local_name(root) not in ("TEI", "teiCorpus"):
        raise FileError(
            f"{path.name}: the root element is {local_name(root)}, not TEI",
            hint="give a TEI file with facsimile, surface and zone",
        )
    texts = {
        target.removeprefix("#"): text_of(title)
        for title in descendants(root, "fw")
        for target in title.get("facs", "").split()
    }
    pages, ignored = [], []
    for number, surface in enumerate(descendants(root, "surface"), start=1):
        zones = []
        for zone in descendants(surface, "zone"):
            if not _RUNNING_TITLES & {zone.get("type"), zone.get("subtype")}:
                continue
            read = _zone(zone, surface, texts.get(zone.get(XML_ID, ""), ""))
            if read:
                zones.append(read)
            else:
                name = zone.get(XML_ID) or f"of surface {number}"
                ignored.append(f"{path.name}: zone {name} has no corners or points; left out")
        if zones:
            pages.append(_page(path, surface, tuple(zones)))
    if not pages:
        raise FileError(
            f'{path.name} has no zone of type "header"', hint="mark the running titles so"
        )
    return Marked(tuple(pages), tuple(ignored))


def _page(path: Path, surface: Element, zones: tuple[Zone, ...]) -> MarkedPage:
    graphic = next(children(surface, "graphic"), None)
    image = unquote(graphic.get("url", "")) if graphic is not None else ""
    corners = _corners(surface)
    if corners:
        width, height = corners[2] - corners[0], corners[3] - corners[1]
    else:
        width, height = (_pixels(graphic, side) for side in ("width", "height"))
    return MarkedPage(path.name, image, width, height, zones)


def _pixels(graphic: Element | None, side: str) -> float:
    """The size of a graphic in pixels: 2208px; 0 if it is not given in pixels."""
    value = graphic.get(side, "") if graphic is not None else ""
    found = re.fullmatch(r"(\d{1,7}(?:\.\d+)?)(?:px)?", value)
    return float(found[1]) if found else 0.0


def _zone(zone: Element, surface: Element, text: str) -> Zone | None:
    corners = _corners(zone) or _around_points(zone.get("points", ""))
    if not corners:
        return None
    left, top, *_ = _corners(surface) or (0.0, 0.0)
    return Zone(
        corners[0] - left, corners[1] - top, corners[2] - corners[0], corners[3] - corners[1], text
    )


def _corners(element: Element) -> tuple[float, ...] | None:
    try:
        left, top, right, bottom = (float(element.get(name, "")) for name in _CORNERS)
    except ValueError:
        return None
    return (left, top, right, bottom) if left < right and top < bottom else None


def _around_points(points: str) -> tuple[float, ...] | None:
    try:
        pairs = [tuple(map(float, pair.split(","))) for pair in points.split()]
        xs, ys = [x for x, _ in pairs], [y for _, y in pairs]
    except ValueError:
        return None
    if not xs or min(xs) == max(xs) or min(ys) == max(ys):
        return None
    return min(xs), min(ys), max(xs), max(ys)
