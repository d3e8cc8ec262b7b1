"""Running titles marked by people in other tools: ALTO, PAGE-XML, TEI and IIIF annotations.

eScriptorium writes ALTO whose zones follow SegmOnto (`RunningTitleZone`,
formerly `RunningTitle`); Transkribus and OCR-D write PAGE-XML whose headlines
are regions of type `header`.
"""

from __future__ import annotations

from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from formework.book.assignment import natural_order
from formework.book.xml_files import descendants, local_name, read_xml
from formework.errors import FileError, InputError
from formework.scans.marked_in_iiif import read_annotations
from formework.scans.marked_in_tei import read_tei_zones
from formework.scans.marked_page import Marked, MarkedPage, Zone
from formework.scans.text.page_references import is_reference

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from xml.etree.ElementTree import Element

    from formework.book.manifest_source import Canvas

_ALTO_LABELS = ("RunningTitleZone", "RunningTitle")
_ROOTS = {"alto": "alto", "page": "PcGts"}
_HINT = "write --from alto:DIR, page:DIR, tei:FILE or iiif:FILE"


def read_marked(source: str, canvases: Mapping[str, Canvas] | None = None) -> Marked:
    """Read the pages of `alto:DIR`, `page:DIR`, `tei:FILE` or `iiif:FILE`.

    Files of a folder come in natural order of their names. `canvases` are those
    of the book, by image: IIIF annotations name nothing else.
    """
    kind, colon, name = source.partition(":")
    if not colon or kind not in (*_ROOTS, "tei", "iiif"):
        raise InputError(f"--from {source} is not a source of running titles", hint=_HINT)
    if kind == "tei":
        return read_tei_zones(Path(name))
    if kind == "iiif":
        return read_annotations(Path(name), canvases or {})
    folder = Path(name)
    files = natural_order(path.name for path in folder.glob("*.xml")) if folder.is_dir() else []
    if not files:
        raise InputError(
            f"{name} holds no .xml files", hint=f"name the folder of the {kind.upper()} files"
        )
    return _read_folder(kind, [folder / file for file in files])


def _read_folder(kind: str, files: Sequence[Path]) -> Marked:
    pages, ignored = [], []
    for path in files:
        root = read_xml(path)
        if local_name(root) == "mets":  # eScriptorium and Transkribus put one beside the pages
            ignored.append(f"{path.name}: a METS file is not read")
        elif local_name(root) != _ROOTS[kind]:
            raise FileError(
                f"{path.name}: the root element is {local_name(root)}, not {_ROOTS[kind]}",
                hint=f"name a folder that holds only {kind.upper()} files",
            )
        else:
            pages.append(_alto(path, root) if kind == "alto" else _page(path, root))
    return Marked(tuple(pages), tuple(ignored))


def match(pages: Sequence[MarkedPage], images: Sequence[str]) -> dict[str, MarkedPage]:
    """Return the marked page of each image: by file name, by the image it names, or by order."""
    by_file = {PurePosixPath(page.file).stem: page for page in pages}
    by_image = {PurePosixPath(page.image).stem: page for page in pages if page.image}
    # Where one file holds all pages, its name is nobody's.
    for named in (by_file, by_image) if len(by_file) == len(pages) else (by_image,):
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
    page = next(descendants(root, "Page"), None)
    zones = [
        _alto_zone(block)
        for name in ("TextBlock", "ComposedBlock")
        for block in descendants(root, name)
        if tags & set(block.get("TAGREFS", "").split())
    ]
    image = next((one.text or "" for one in descendants(root, "fileName")), "")
    size = _number(page, "WIDTH"), _number(page, "HEIGHT")
    return MarkedPage(path.name, image.strip(), *size, tuple(zones))


def _alto_zone(block: Element) -> Zone:
    place = [_number(block, name) for name in ("HPOS", "VPOS", "WIDTH", "HEIGHT")]
    text = " ".join(string.get("CONTENT", "") for string in descendants(block, "String"))
    return Zone(place[0], place[1], place[2], place[3], text.strip())


def _page(path: Path, root: Element) -> MarkedPage:
    page = next(descendants(root, "Page"), None)
    zones = [zone for region in descendants(root, "TextRegion") if (zone := _header(region))]
    size = _number(page, "imageWidth"), _number(page, "imageHeight")
    image = page.get("imageFilename", "") if page is not None else ""
    return MarkedPage(path.name, image, *size, tuple(zones))


def _header(region: Element) -> Zone | None:
    """Return the zone of a region of type header, without lines that are only a page number."""
    marked = region.get("type") == "header" or "type:header" in region.get("custom", "")
    if not marked:
        return None
    lines = [line for line in region if local_name(line) == "TextLine"]
    titles = [line for line in lines if not is_reference(_text(line))] or [region]
    points = [point for part in titles for point in _points(part)]
    if not points:
        return None
    xs, ys = [x for x, _ in points], [y for _, y in points]
    text = " ".join(_text(line) for line in titles)
    return Zone(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys), text.strip())


def _points(part: Element) -> list[tuple[float, float]]:
    """Return the corners of a region or line itself, not of its parts."""
    coords = next((one for one in part if local_name(one) == "Coords"), None)
    found = []
    for pair in (coords.get("points", "") if coords is not None else "").split():
        x, _, y = pair.partition(",")
        try:
            found.append((float(x), float(y)))
        except ValueError:
            continue
    return found


def _text(part: Element) -> str:
    """Return the text of a region or line: its own text, else the texts of its parts."""
    equivalents = [one for one in part if local_name(one) == "TextEquiv"]
    texts = [
        one.text or "" for equivalent in equivalents for one in descendants(equivalent, "Unicode")
    ]
    if texts:
        return texts[0].strip()
    return " ".join(
        _text(word) for word in part if local_name(word) in ("Word", "TextLine")
    ).strip()
