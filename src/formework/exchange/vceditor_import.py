"""Reads VCEditor and VisCodex JSON into a diagram, with or without the wrapper `Export`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from formework.book.plain_files import read_json
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
from formework.exchange.vceditor_export import FORMAT_TAXONOMY, PROVENANCE_TAXONOMY

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

_HINT = "export the project from VCEditor again, as JSON"
_NOT_SIGNATURES = ("", "None", "Default", "Untitled")  # titles that VCEditor gives a new group
_PLAIN_LEAF = (("attached_above", "None"), ("attached_below", "None"), ("stub", "No"))


def read_vceditor(path: Path) -> LeafDiagram:
    """Read a project of VCEditor, or of VisCodex before it."""
    content = read_json(path)
    if isinstance(content, dict) and "Export" in content:
        content = content["Export"]
    records = content if isinstance(content, dict) else {}
    parts = {str(key).lower(): value for key, value in records.items()}
    groups, leafs = parts.get("groups"), parts.get("leafs")
    if not isinstance(groups, dict) or not isinstance(leafs, dict):
        raise FileError(
            f"{path.name} has no Groups and Leafs: it is not a VCEditor project", hint=_HINT
        )
    return _Project(path.name, groups, leafs).read(parts)


@dataclass(slots=True)
class _Project:
    """A project being read; `used` and `met` are the leaves and groups read so far, by key."""

    file: str
    groups: Mapping[str, Any]
    leafs: Mapping[str, Any]
    used: set[str] = field(default_factory=set)
    met: set[str] = field(default_factory=set)
    ignored: IgnoredParts = field(default_factory=IgnoredParts)

    def read(self, parts: Mapping[str, Any]) -> LeafDiagram:
        if len(self.leafs) > MAX_LEAVES:
            raise self._wrong("Leafs", f"more than {MAX_LEAVES} leaves")
        top = [
            key
            for key in self.groups
            if not self._record(self.groups, "Groups", key).get("parentOrder")
        ]
        gatherings = tuple(self._gathering(key, ()) for key in top)
        lost = [key for key in self.groups if key not in self.met]
        if lost:
            raise self._wrong(f"Groups {lost[0]}", "its parents form a circle, or do not list it")
        for key in self.leafs:
            if key not in self.used:
                self.ignored.add("leaves of no group", key)
        project = parts.get("project")
        about = project if isinstance(project, dict) else {}
        book_format = self._read_terms(parts)
        return LeafDiagram(
            gatherings=gatherings,
            book_format=book_format,
            described=_described(about),
            warnings=self.ignored.warnings,
        )

    def _gathering(self, key: str, above: tuple[str, ...]) -> DrawnGathering:
        place = f"Groups {key}"
        if key in above or key in self.met:
            raise self._wrong(place, "it is a member twice, or a member of itself")
        if len(above) >= MAX_NESTED:
            raise self._wrong(place, f"more than {MAX_NESTED} groups nested")
        self.met.add(key)
        group = self._record(self.groups, "Groups", key)
        members = group.get("memberOrders", [])
        if not isinstance(members, list):
            raise self._wrong(place, "memberOrders is not a list")
        for what in ("tacketed", "sewing"):
            if group.get(what):
                self.ignored.add(what, place)
        params = group.get("params")
        title = str(params.get("title") or "") if isinstance(params, dict) else ""
        return DrawnGathering(
            number=int(key) if key.isdecimal() else 0,
            signature="" if title in _NOT_SIGNATURES else title,
            members=tuple(self._member(str(one), (*above, key), place) for one in members),
            place=place,
        )

    def _member(self, name: str, above: tuple[str, ...], place: str) -> DrawnLeaf | DrawnGathering:
        kind, _, key = name.partition("_")
        if kind == "Group" and key in self.groups:
            return self._gathering(key, above)
        if kind != "Leaf" or key not in self.leafs:
            raise self._wrong(place, f"there is no member {name!r}")
        if key in self.used:
            raise self._wrong(f"Leafs {key}", "it is a member of two groups")
        self.used.add(key)
        return self._leaf(key)

    def _leaf(self, key: str) -> DrawnLeaf:
        place = f"Leafs {key}"
        leaf = self._record(self.leafs, "Leafs", key)
        params = leaf.get("params")
        about = params if isinstance(params, dict) else {}
        for what, usual in _PLAIN_LEAF:
            if about.get(what) not in (None, usual):
                self.ignored.add(what, place)
        mode = str(about.get("type") or "Original").lower()
        if mode not in (*Mode, "none"):
            self.ignored.add(f"type {mode}", place)
        conjoint = leaf.get("conjoined_leaf_order")
        if conjoint is not None and str(conjoint) not in self.leafs:
            raise self._wrong(place, f"there is no leaf {conjoint}, its conjoint")
        return DrawnLeaf(
            number=int(key) if key.isdecimal() else 0,
            name=str(about.get("folio_number") or ""),
            mode=Mode(mode) if mode in set(Mode) else Mode.ORIGINAL,
            conjoint=conjoint if isinstance(conjoint, int) else None,
            place=place,
        )

    def _read_terms(self, parts: Mapping[str, Any]) -> str:
        """The format, which is kept as a term; every other term is reported as ignored."""
        book_format = ""
        for kind in ("terms", "notes"):
            terms = parts.get(kind)
            for key, term in terms.items() if isinstance(terms, dict) else ():
                params = term.get("params") if isinstance(term, dict) else None
                about = params if isinstance(params, dict) else {}
                taxonomy = about.get("taxonomy") or about.get("type")
                title = str(about.get("title") or key)
                if taxonomy == FORMAT_TAXONOMY:
                    book_format = title
                elif taxonomy != PROVENANCE_TAXONOMY:
                    self.ignored.add(kind, title)
        return book_format

    def _record(self, records: Mapping[str, Any], kind: str, key: str) -> Mapping[str, Any]:
        record = records[key]
        if not isinstance(record, dict):
            raise self._wrong(f"{kind} {key}", "is not an object")
        return record

    def _wrong(self, place: str, why: str) -> FileError:
        return FileError(f"{self.file}: {place}: {why}", hint=_HINT)


def _described(project: Mapping[str, Any]) -> dict[str, str]:
    metadata = project.get("metadata")
    date = metadata.get("date") if isinstance(metadata, dict) else None
    found = {"title": project.get("title"), "shelfmark": project.get("shelfmark"), "date": date}
    return {name: value for name, value in found.items() if isinstance(value, str) and value}
