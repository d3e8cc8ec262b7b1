"""Running titles marked by people in other tools: ALTO and PAGE-XML.

eScriptorium writes ALTO whose zones follow SegmOnto (`RunningTitleZone`,
formerly `RunningTitle`); Transkribus and OCR-D write PAGE-XML whose headlines
are regions of type `header`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import parse

from formework.book.assignment import natural_order
from formework.book.model import Box
from formework.errors import FileError, InputError
from formework.scans.text.page_references import is_reference

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_LARGEST_FILE = 64 * 2**20  # bytes: PAGE-XML of one page, glyph by glyph, is under 10 MB
_ALTO_LABELS = ("RunningTitleZone", "RunningTitle")


@dataclass(frozen=True, slots=True)
class Zone:
    """A marked running title, in the units of its file."""

    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass(frozen=True, slots=True)
class MarkedPage:
    """One file: the image it names, the size of the page in its units, its zones."""

    file: str
    image: str
    width: float
    height: float
    zones: tuple[Zone, ...]

    def box(self, zone: Zone, image_width: int, image_height: int) -> Box:
        """Return the box of a zone on the image, scaled from the units of the file."""
        across = image_width / self.width if self.width else 1.0
        down = image_height / self.height if self.height else 1.0
        return Box(
            round(zone.x * across),
            round(zone.y * down),
            max(1, round(zone.width * across)),
            max(1, round(zone.height * down)),
        )


def read_marked(source: str) -> tuple[MarkedPage, ...]:
    """Read the pages of `alto:DIR` or `page:DIR`, in natural order of file names."""
    kind, colon, name = source.partition(":")
    readers: dict[str, Callable[[Path, Element], MarkedPage]] = {"alto": _alto, "page": _page}
    if not colon or kind not in readers:
        raise InputError(
            f"--from {source} is not a source of running titles",
            hint="write --from alto:DIR or --from page:DIR",
        )
    folder = Path(name)
    files = natural_order(path.name for path in folder.glob("*.xml")) if folder.is_dir() else []
    if not files:
        raise InputError(
            f"{name} holds no .xml files", hint=f"name the folder of the {kind.upper()} files"
        )
    return tuple(readers[kind](folder / file, _root(folder / file)) for file in files)


def match(pages: Sequence[MarkedPage], images: Sequence[str]) -> dict[str, MarkedPage]:
    """Return the marked page of each image: by file name, by the image it names, or by order."""
    by_file = {PurePosixPath(page.file).stem: page for page in pages}
    by_image = {PurePosixPath(page.image).stem: page for page in pages if page.image}
    for named in (by_file, by_image):
        matched = {
            image: named[PurePosixPath(image).stem]
            for image in images
            if PurePosixPath(image).stem in named
        }
        if len(matched) * 2 > min(len(pages), len(images)):
            return matched
    if len(pages) == len(images):
        return dict(zip(images, pages, strict=True))
    raise InputError(
        f"{len(pages)} files and {len(images)} images do not match by name or number",
        hint=f"give them the same names: {images[0]} and {PurePosixPath(images[0]).stem}.xml",
    )


def _root(path: Path) -> Element:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise FileError(
                f"{path.name} is larger than {_LARGEST_FILE // 2**20} MB",
                hint="this is not a file of one page: remove it",
            )
        root: Element = parse(path, forbid_dtd=True).getroot()
    except DefusedXmlException as error:
        raise FileError(
            f"{path.name} declares entities, which is not safe", hint="remove its DOCTYPE"
        ) from error
    except (ParseError, OSError, ValueError, LookupError) as error:
        raise FileError(
            f"{path.name} is not valid XML: {error}", hint="export the file again"
        ) from error
    return root


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _all(element: Element, name: str) -> Iterator[Element]:
    return (one for one in element.iter() if _local(one) == name)


def _number(element: Element | None, name: str) -> float:
    try:
        return float(element.get(name, "0")) if element is not None else 0.0
    except ValueError:
        return 0.0


def _alto(path: Path, root: Element) -> MarkedPage:
    tags = {
        tag.get("ID", "")
        for tag in root.iter()
        if tag.get("LABEL", "").partition(":")[0].partition("-")[0] in _ALTO_LABELS
    }
    page = next(_all(root, "Page"), None)
    zones = [
        _alto_zone(block)
        for name in ("TextBlock", "ComposedBlock")
        for block in _all(root, name)
        if tags & set(block.get("TAGREFS", "").split())
    ]
    image = next((one.text or "" for one in _all(root, "fileName")), "")
    size = _number(page, "WIDTH"), _number(page, "HEIGHT")
    return MarkedPage(path.name, image.strip(), *size, tuple(zones))


def _alto_zone(block: Element) -> Zone:
    place = [_number(block, name) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
    text = " ".join(string.get("CONTENT", "") for string in _all(block, "String"))
    return Zone(place[0], place[1], place[2], place[3], text.strip())


def _page(path: Path, root: Element) -> MarkedPage:
    page = next(_all(root, "Page"), None)
    zones = [zone for region in _all(root, "TextRegion") if (zone := _header(region))]
    size = _number(page, "imageWidth"), _number(page, "imageHeight")
    image = page.get("imageFilename", "") if page is not None else ""
    return MarkedPage(path.name, image, *size, tuple(zones))


def _header(region: Element) -> Zone | None:
    """Return the zone of a region of type header, without lines that are only a page number."""
    marked = region.get("type") == "header" or "type:header" in region.get("custom", "")
    if not marked:
        return None
    lines = [line for line in region if _local(line) == "TextLine"]
    titles = [line for line in lines if not is_reference(_text(line))] or [region]
    points = [point for part in titles for point in _points(part)]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    text = " ".join(_text(line) for line in titles)
    return Zone(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), text.strip())


def _points(part: Element) -> list[tuple[float, float]]:
    """Return the corners of a region or line itself, not of its parts."""
    coords = next((one for one in part if _local(one) == "Coords"), None)
    found = []
    for pair in (coords.get("points", "") if coords is not None else "").split():
        x, _, y = pair.partition(",")
        try:
            found.append((float(x), float(y)))
        except ValueError:
            continue
    return found


def _text(part: Element) -> str:
    """Return the text of a region or line: its own, else that of its parts."""
    equivalents = [one for one in part if _local(one) == "TextEquiv"]
    texts = [one.text or "" for equivalent in equivalents for one in _all(equivalent, "Unicode")]
    if texts:
        return texts[0].strip()
    return " ".join(_text(word) for word in part if _local(word) in ("Word", "TextLine")).strip()
