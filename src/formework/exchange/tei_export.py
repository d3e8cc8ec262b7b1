"""TEI: running titles as `fw` with their zones, skeletons as objects in `standOff`.

TEI has no established encoding of skeleton formes; this one is a proposal,
described in docs/exchange.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from formework.exchange.exported_book import image_place, xml_name
from formework.exchange.tei_header import add_header
from formework.exchange.xml_writing import add, xml_root, xml_text
from formework.result import UNSURE, group_pages, label_state

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

    from formework.exchange.exported_book import ExportedBook, ExportedImage
    from formework.findings.finding import Finding
    from formework.result import PageResult, Result

_NAMESPACE = "http://www.tei-c.org/ns/1.0"
_CERTAINTY = {"strong": "high", "fair": "medium", "weak": "low"}


def write_tei(exported: ExportedBook) -> str:
    """The TEI file of a book."""
    root = xml_root("TEI", _NAMESPACE)
    add_header(root, exported)
    facsimile = add(root, "facsimile")
    for image in exported.images:
        _add_surface(facsimile, image, exported.book.declared.images)
    _add_text(root, exported)
    if exported.result:
        stand_off = add(root, "standOff")
        _add_skeletons(stand_off, exported.result)
        _add_sides(stand_off, exported)
        _add_findings(stand_off, exported)
    return xml_text(root, exported.provenance.lines)


def _add_surface(facsimile: Element, image: ExportedImage, folder: str) -> None:
    surface = add(
        facsimile, "surface",
        xml_id=_surface_id(image), n=" ".join(page.name for page in image.pages),
        ulx=0, uly=0, lrx=image.width, lry=image.height,
    )  # fmt: skip
    surface.set("corresp", image.canvas.id)
    where = quote(image_place(folder, image.name))
    size = {"width": f"{image.width}px", "height": f"{image.height}px"}
    add(surface, "graphic", url=where, **size)
    for page in image.pages:
        if box := page.box:
            add(
                surface, "zone", xml_id=xml_name("z", page.name), type="header",
                subtype="RunningTitleZone", ulx=box.x, uly=box.y,
                lrx=box.x + box.width, lry=box.y + box.height,
            )  # fmt: skip


def _surface_id(image: ExportedImage) -> str:
    return xml_name("p", image.pages[0].name)


def _add_text(root: Element, exported: ExportedBook) -> None:
    """The running titles and page numbers, page by page; the text itself is not transcribed."""
    block = add(add(add(root, "text"), "body"), "ab", type="forme-work")
    collation = exported.book.declared.collation
    pages = {page.signature: page for page in collation.pages} if collation else {}
    gathering = ""
    for image in exported.images:
        for page in image.pages:
            place = pages.get(page.signature)
            if place and place.gathering != gathering:
                gathering = place.gathering
                add(block, "gb", n=gathering)
            add(block, "pb", n=page.name, facs=f"#{_surface_id(image)}")
            if page.printed:
                add(block, "fw", page.printed, type="pageNum", place="top")
            if page.box:
                title = add(
                    block, "fw", page.text, xml_id=_title_id(page.name), type="header",
                    place="top", facs=f"#{xml_name('z', page.name)}", n=page.name,
                )  # fmt: skip
                if page.found and (meaning := _meaning(page.found)):
                    title.set("ana", meaning)


def _title_id(page: str) -> str:
    return xml_name("t", page)


def _meaning(page: PageResult) -> str:
    """What the program found about a title: its skeleton, and its single setting."""
    found = [] if page.skeleton == UNSURE else [f"#{xml_name('skel', page.label)}"]
    if page.title not in ("", UNSURE):
        found.append(f"#{xml_name('set', page.title)}")
    return " ".join(found)


def _add_skeletons(stand_off: Element, result: Result) -> None:
    states = dict.fromkeys(
        (page.skeleton, page.state) for page in result.pages if page.skeleton != UNSURE
    )
    if not states:
        return
    first_state = {skeleton: label_state(skeleton, state) for skeleton, state in reversed(states)}
    objects = add(stand_off, "listObject", type="skeletons")
    for skeleton, state in states:
        label = label_state(skeleton, state)
        described = add(
            objects, "object", xml_id=xml_name("skel", label), type="skeleton-forme", n=label
        )
        if first_state[skeleton] != label:
            described.set("corresp", f"#{xml_name('skel', first_state[skeleton])}")
        name = f"Skeleton {skeleton}" + (f", state {state}" if state > 1 else "")
        add(add(described, "objectIdentifier"), "objectName", name)


def _add_sides(stand_off: Element, exported: ExportedBook) -> None:
    """Sheet sides as links between the titles that one forme printed, each with its confidence."""
    sides = group_pages(exported.result.pages) if exported.result else {}
    if not sides:
        return
    surface_of = {page.name: _surface_id(i) for i in exported.images for page in i.pages}
    links = add(stand_off, "linkGrp", type="sheet-side")
    for name, pages in sides.items():
        targets = [f"#{_title_id(page.signature)}" for page in pages]
        if len(targets) == 1:  # a link needs two ends
            targets.append(f"#{surface_of[pages[0].signature]}")
        link = add(links, "link", xml_id=_side_id(name), n=name, target=" ".join(targets))
        labels = dict.fromkeys(page.label for page in pages if page.skeleton != UNSURE)
        if labels:
            link.set("ana", " ".join(f"#{xml_name('skel', label)}" for label in labels))
    for name, pages in sides.items():
        degree = f"{min(page.confidence for page in pages):.3f}"
        add(
            stand_off, "certainty", target=f"#{_side_id(name)}", match="@ana", locus="value",
            degree=degree, resp="#formework",
        )  # fmt: skip


def _side_id(name: str) -> str:
    return xml_name("side", name)


def _add_findings(stand_off: Element, exported: ExportedBook) -> None:
    if not exported.findings:
        return
    annotations = add(stand_off, "listAnnotation", type="findings")
    for number, finding in enumerate(exported.findings, start=1):
        annotation = add(
            annotations, "annotation", xml_id=f"finding-{number}", motivation="commenting",
            target=" ".join(f"#{_side_id(side)}" for side in finding.sides),
        )  # fmt: skip
        made_by = add(annotation, "respStmt")
        add(made_by, "resp", "found by")
        add(made_by, "name", exported.provenance.program)
        _add_note(annotation, finding)


def _add_note(annotation: Element, finding: Finding) -> None:
    kind = {"type": "finding", "subtype": finding.kind.replace("_", "-")}
    note = add(annotation, "note", cert=_CERTAINTY[finding.degree], **kind)
    for sentence in (finding.observation, finding.reading, finding.disproof):
        add(note, "p", sentence)
