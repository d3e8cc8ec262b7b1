"""VisColl XML: the portable form that every version reads, and version 2.2 with skeletons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.model import Face, Format
from formework.exchange.exported_book import xml_name
from formework.exchange.leaf_diagram import DrawnGathering, Mode, draw
from formework.exchange.xml_writing import add, xml_root, xml_text
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from xml.etree.ElementTree import Element

    from formework.exchange.exported_book import ExportedBook
    from formework.exchange.leaf_diagram import DrawnLeaf

_NAMESPACE = "http://viscoll.org/schema/collation/"
_VERSION = "2.2.0"
# Recto and verso in the words of version 2.2, for a book read from left to right.
_SIDES = {Face.RECTO: "right", Face.VERSO: "left"}
_FORMATS = {Format.FOLIO: "fol", Format.QUARTO: "4to", Format.OCTAVO: "8vo"}
_SURE = 0.9  # confidence from which a mapping is "very certain"


def write_viscoll(exported: ExportedBook, *, with_skeletons: bool = False) -> str:
    """The VisColl file of a book; with its skeletons it needs version 2.2."""
    version = {"version": _VERSION} if with_skeletons else {}
    root = xml_root("viscoll", _NAMESPACE, **version)
    declared = exported.book.declared
    drawn = draw(declared.collation.gatherings if declared.collation else ())
    block = add(root, "textblock")
    add(block, "title", exported.title)
    add(block, "shelfmark", declared.described.get("shelfmark", ""))
    if date := declared.described.get("date"):
        add(block, "date", date)
    add(block, "direction", val="l-r")
    if declared.book_format:
        val = _FORMATS.get(declared.book_format, f"{declared.book_format.leaves}mo")
        add(block, "format", val=val, certainty=1)
    quires, leaves = add(block, "quires"), add(block, "leaves")
    for gathering in drawn:
        _add_quire(quires, gathering, None, signed=with_skeletons)
    for gathering in drawn:
        _add_leaves(leaves, gathering, signed=with_skeletons)
    if with_skeletons:
        _add_skeletons(root, exported, [leaf for one in drawn for leaf in one.leaves])
    return xml_text(root, exported.provenance.lines)


def _add_quire(
    quires: Element, gathering: DrawnGathering, parent: DrawnGathering | None, *, signed: bool
) -> None:
    quire = add(quires, "quire", xml_id=f"q-{gathering.number}", n=gathering.number, certainty=1)
    if signed:
        quire.set("signature", gathering.signature)
    if parent:
        quire.set("parent", f"q-{parent.number}")
    for inserted in gathering.inserted:
        _add_quire(quires, inserted, gathering, signed=signed)


def _add_leaves(leaves: Element, gathering: DrawnGathering, *, signed: bool) -> None:
    place = 0
    for position, member in enumerate(gathering.members, start=1):
        if isinstance(member, DrawnGathering):
            _add_leaves(leaves, member, signed=signed)
            continue
        place += 1
        leaf = add(leaves, "leaf", xml_id=_leaf_id(member))
        add(leaf, "folioNumber", member.name, val=member.name, certainty=1)
        add(leaf, "mode", val=member.mode, certainty=1)
        q = add(
            leaf, "q", target=f"#q-{gathering.number}", position=position, leafno=place,
            n=gathering.number, certainty=1,
        )  # fmt: skip
        if signed:
            q.set("signature", gathering.signature)
        if member.conjoint:
            add(q, "conjoin", target=f"#l-{member.conjoint}", certainty=1)


def _leaf_id(leaf: DrawnLeaf) -> str:
    return f"l-{leaf.number}"


def _add_skeletons(root: Element, exported: ExportedBook, leaves: Sequence[DrawnLeaf]) -> None:
    found = exported.result.pages if exported.result else ()
    sure = {page.signature: page for page in found if page.skeleton != UNSURE}
    if not sure:
        return
    taxonomy = add(root, "taxonomy", xml_id="skeletons")
    add(taxonomy, "label", "Skeleton formes")
    for label in dict.fromkeys(page.label for page in sure.values()):
        term = add(taxonomy, "term", xml_id=xml_name("skeleton", label))
        add(term, "label", f"Skeleton {label}")
    mapping = add(root, "mapping")
    for leaf in leaves:
        for face, side in _SIDES.items():
            page = sure.get(f"{leaf.name}{face}")
            if page and leaf.mode is not Mode.MISSING:
                certainty = 1 if page.confidence >= _SURE else 2
                one = add(mapping, "map", side=side, target=f"#{_leaf_id(leaf)}")
                one.set("certainty", str(certainty))
                add(one, "term", target=f"#{xml_name('skeleton', page.label)}")
