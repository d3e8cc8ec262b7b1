"""Reads VisColl XML into a diagram, in every version of the data model, by local names.

Version 2 lists quires and then leaves that point at them, in a `textblock` or
`manuscript`; version 1 has the leaves inside their quires.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element

from formework.book.wording import named
from formework.book.xml_files import XML_ID, children, local_name, read_xml, text_of
from formework.errors import FileError
from formework.exchange.ignored_parts import IgnoredParts
from formework.exchange.leaf_diagram import (
    MAX_LEAVES,
    MAX_NESTED,
    DrawnGathering,
    DrawnLeaf,
    LeafDiagram,
    Mode,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_ROOTS = ("viscoll", "manuscript", "textblock")
_BLOCK = {
    *("title", "shelfmark", "date", "direction", "format"),
    *("quires", "leaves", "quire", "leaf", "url"),
}
_DESCRIBED = ("title", "shelfmark", "date", "url")
_LEAF = {"folioNumber", "mode", "q", "single"}
_HINT = "correct the file, or export it again"


def read_viscoll(path: Path) -> LeafDiagram:
    """Read a VisColl file."""
    root = read_xml(path)
    if local_name(root) not in _ROOTS:
        raise FileError(
            f"{path.name}: the root element is {local_name(root)}, not viscoll",
            hint="give a VisColl file, or VCEditor's JSON",
        )
    blocks = [root] if local_name(root) != "viscoll" else [
        one for one in root if local_name(one) in ("textblock", "manuscript")
    ]  # fmt: skip
    if not blocks:
        raise FileError(f"{path.name}: viscoll has no textblock", hint=_HINT)
    block = _TextBlock(path.name, blocks[0])
    if blocks[0] is not root:
        block.ignore(one for one in root if one is not blocks[0])
    return block.read()


@dataclass(slots=True)
class _TextBlock:
    """A text block being read. `members` are the leaves and quires of each quire, in order.

    `implied` are quires that leaves point at but the file does not list.
    """

    file: str
    block: Element
    ignored: IgnoredParts = field(default_factory=IgnoredParts)
    quires: dict[str, Element] = field(default_factory=dict)
    members: dict[str, list[DrawnLeaf | str]] = field(default_factory=dict)
    top: list[str] = field(default_factory=list)
    depth: dict[str, int] = field(default_factory=dict)
    implied: list[str] = field(default_factory=list)

    def read(self) -> LeafDiagram:
        self.ignore(one for one in self.block if local_name(one) not in _BLOCK)
        self._list_quires()
        leaves = list(self._leaves())
        if len(leaves) > MAX_LEAVES:
            raise self._wrong(leaves[MAX_LEAVES][0], f"more than {MAX_LEAVES} leaves")
        number_of = {_id(leaf): place for place, (leaf, _) in enumerate(leaves, start=1)}
        for number, (leaf, quire) in enumerate(leaves, start=1):
            self._place(quire)
            self.members[quire].append(self._leaf(leaf, number, quire, number_of))
        for quire in self.quires:
            self._place(quire)
        return LeafDiagram(
            gatherings=tuple(self._gathering(quire) for quire in self.top),
            book_format=self._value("format"),
            described=self._described(),
            warnings=tuple(self._warnings()),
        )

    def _list_quires(self) -> None:
        for number, quire in enumerate(_parts(self.block, "quires", "quire"), start=1):
            name = _id(quire) or f"number {number}"
            if name in self.quires:
                raise self._wrong(quire, "another quire has the same id")
            if number > MAX_LEAVES:
                raise self._wrong(quire, f"more than {MAX_LEAVES} quires")
            self.quires[name] = quire
        for one in self.block.iter():
            if one.get("certainty", "1") != "1":
                self.ignored.add("certainty", _id(one) or local_name(one))

    def ignore(self, elements: Iterator[Element]) -> None:
        """Remember elements that are not understood, by their names."""
        for element in elements:
            if name := local_name(element):
                place = _id(element) or text_of(element)[:30] or "without a name"
                self.ignored.add(name, place)

    def _leaves(self) -> Iterator[tuple[Element, str]]:
        """Every leaf with the name of its quire."""
        for name, quire in self.quires.items():
            for leaf in children(quire, "leaf"):
                yield leaf, name
        listed = ""
        for leaf in _parts(self.block, "leaves", "leaf"):
            name = self._quire_of(leaf, listed)
            listed = listed if name in self.implied else name
            yield leaf, name

    def _quire_of(self, leaf: Element, before: str) -> str:
        """The quire of a leaf; `before` is the listed quire of the leaves before it."""
        places = list(children(leaf, "q"))
        if len(places) > 1:
            self.ignored.add("second q", _id(leaf))
        target = places[0].get("target", "").removeprefix("#") if places else ""
        if target in self.quires:
            return target
        number = places[0].get("n") if places and not target else None
        for name, quire in self.quires.items():
            if number and quire.get("n") == number:
                return name
        if not target or not before:
            raise self._wrong(leaf, f"there is no quire {target or number or 'for it'}")
        # VCEditor leaves subquires out of the list.
        self.implied.append(target)
        self.quires[target] = Element("quire", {XML_ID: target, "parent": before})
        return target

    def _place(self, quire: str) -> None:
        """Give a quire its place: where its first leaf is, in its parent or in the book."""
        above: list[str] = []
        while quire not in self.members:
            if quire in above:
                raise self._wrong(self.quires[quire], "its parents form a circle")
            above.append(quire)
            parent = self.quires[quire].get("parent", "").removeprefix("#")
            if parent and parent not in self.quires:
                raise self._wrong(self.quires[quire], f"there is no parent {parent}")
            if not parent or parent in self.members:
                break
            quire = parent
        for name in reversed(above):
            parent = self.quires[name].get("parent", "").removeprefix("#")
            self.members[name] = []
            self.depth[name] = self.depth.get(parent, 0) + 1
            if self.depth[name] > MAX_NESTED:
                raise self._wrong(self.quires[name], f"more than {MAX_NESTED} quires nested")
            (self.members[parent] if parent else self.top).append(name)

    def _leaf(self, leaf: Element, number: int, quire: str, number_of: dict[str, int]) -> DrawnLeaf:
        self.ignore(one for one in leaf if local_name(one) not in _LEAF)
        if leaf.get("stub"):
            self.ignored.add("stub", _id(leaf))
        folio = next(children(leaf, "folioNumber"), None)
        name = folio.get("val") or text_of(folio) if folio is not None else ""
        conjoin = next((one for q in children(leaf, "q") for one in children(q, "conjoin")), None)
        target = conjoin.get("target", "").removeprefix("#") if conjoin is not None else ""
        if target and target not in number_of:
            raise self._wrong(leaf, f"there is no leaf {target}, its conjoint")
        return DrawnLeaf(
            number=number,
            name=name or leaf.get("folio_number", ""),
            mode=self._mode(leaf),
            conjoint=number_of.get(target) if target else None,
            place=f"leaf {_id(leaf) or leaf.get('n') or number} of quire {quire}",
        )

    def _mode(self, leaf: Element) -> Mode:
        given = next((one.get("val", "") for one in children(leaf, "mode")), leaf.get("mode", ""))
        if given in ("", *Mode):
            return Mode(given or Mode.ORIGINAL)
        self.ignored.add(f"mode {given}", _id(leaf))
        return Mode.ORIGINAL

    def _gathering(self, quire: str) -> DrawnGathering:
        element = self.quires[quire]
        return DrawnGathering(
            number=list(self.quires).index(quire) + 1,
            signature=element.get("signature", ""),
            members=tuple(
                self._gathering(one) if isinstance(one, str) else one for one in self.members[quire]
            ),
            place=f"quire {quire}",
        )

    def _value(self, name: str) -> str:
        """The value of an element of the block: its attribute `val`, or its text."""
        element = next(children(self.block, name), None)
        return element.get("val") or text_of(element) if element is not None else ""

    def _described(self) -> dict[str, str]:
        return {name: value for name in _DESCRIBED if (value := self._value(name))}

    def _warnings(self) -> Iterator[str]:
        if self._value("direction") == "r-l":
            yield "direction r-l is not kept"
        if self.implied:
            yield f"quire not listed, read as inserted: {named(self.implied)}"
        yield from self.ignored.warnings

    def _wrong(self, element: Element, why: str) -> FileError:
        name = f"{local_name(element)} {_id(element) or element.get('n') or ''}".strip()
        return FileError(f"{self.file}: {name}: {why}", hint=_HINT)


def _parts(block: Element, group: str, name: str) -> Iterator[Element]:
    """Elements in their group, or directly in the block."""
    for one in block:
        if local_name(one) == name:
            yield one
        elif local_name(one) == group:
            yield from children(one, name)


def _id(element: Element) -> str:
    return element.get(XML_ID, "")
