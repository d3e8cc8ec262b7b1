"""VCEditor JSON: gatherings, leaves and pages; skeletons as terms on rectos and versos."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.model import Face
from formework.exchange.json_writing import json_text
from formework.exchange.leaf_diagram import DrawnGathering, DrawnLeaf, draw
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.exchange.exported_book import ExportedBook

FORMAT_TAXONOMY = "Format"
PROVENANCE_TAXONOMY = "Formework"
_SKELETONS = "Skeleton forme"


def write_vceditor(exported: ExportedBook) -> str:
    """The VCEditor project of a book."""
    declared = exported.book.declared
    drawn = draw(declared.collation.gatherings if declared.collation else ())
    groups = {
        str(group.number): _group(group, parent, level) for group, parent, level in _nested(drawn)
    }
    leaves = [leaf for gathering in drawn for leaf in gathering.leaves]
    parents = {
        leaf.number: (group.number, level)
        for group, _, level in _nested(drawn)
        for leaf in group.members
        if isinstance(leaf, DrawnLeaf)
    }
    printed = {page.signature: page.printed for page in exported.pages}
    terms = list(_terms(exported, leaves))
    taxonomies = dict.fromkeys(["Unknown", _SKELETONS, *(str(one["taxonomy"]) for one, _ in terms)])
    return json_text(
        {
            "project": {
                "title": exported.title,
                "shelfmark": declared.described.get("shelfmark", ""),
                "notationStyle": "r-v",
                "metadata": {"date": declared.described.get("date", "")},
                "preferences": {"showTips": False},
                "manifests": {},
                "taxonomies": list(taxonomies),
            },
            "Groups": groups,
            "Leafs": {str(leaf.number): _leaf(leaf, *parents[leaf.number]) for leaf in leaves},
            "Rectos": {str(one.number): _side(one, Face.RECTO, printed) for one in leaves},
            "Versos": {str(one.number): _side(one, Face.VERSO, printed) for one in leaves},
            "Terms": {
                str(number): {"params": params, "objects": objects}
                for number, (params, objects) in enumerate(terms, start=1)
            },
        }
    )


def _nested(
    gatherings: Sequence[DrawnGathering], parent: int | None = None, level: int = 1
) -> Iterator[tuple[DrawnGathering, int | None, int]]:
    """Every gathering with the number of the one it is inserted in, and its depth from 1."""
    for gathering in gatherings:
        yield gathering, parent, level
        yield from _nested(list(gathering.inserted), gathering.number, level + 1)


def _group(gathering: DrawnGathering, parent: int | None, level: int) -> dict[str, object]:
    return {
        "params": {"type": "Quire", "title": gathering.signature, "nestLevel": level},
        "tacketed": [],
        "sewing": [],
        "parentOrder": parent,
        "memberOrders": [
            f"{'Group' if isinstance(member, DrawnGathering) else 'Leaf'}_{member.number}"
            for member in gathering.members
        ],
    }


def _leaf(leaf: DrawnLeaf, parent: int, level: int) -> dict[str, object]:
    return {
        "params": {
            "folio_number": leaf.name,
            "material": "Paper",
            "type": leaf.mode.capitalize(),
            "attached_above": "None",
            "attached_below": "None",
            "stub": "No",
            "nestLevel": level,
        },
        "conjoined_leaf_order": leaf.conjoint,
        "parentOrder": parent,
        "rectoOrder": leaf.number,
        "versoOrder": leaf.number,
    }


def _side(leaf: DrawnLeaf, face: Face, printed: dict[str, str]) -> dict[str, object]:
    params = {
        "page_number": printed.get(f"{leaf.name}{face}", ""),
        "texture": "None",
        "image": {},
        "script_direction": "None",
    }
    return {"params": params, "parentOrder": leaf.number}


def _terms(
    exported: ExportedBook, leaves: Sequence[DrawnLeaf]
) -> Iterator[tuple[dict[str, object], dict[str, list[int]]]]:
    """Skeletons with their pages, the format, and how the file was made."""
    provenance = exported.provenance
    found = exported.result.pages if exported.result else ()
    label_of = {page.signature: page.label for page in found if page.skeleton != UNSURE}
    for label in dict.fromkeys(label_of.values()):
        rectos, versos = (
            [leaf.number for leaf in leaves if label_of.get(f"{leaf.name}{face}") == label]
            for face in (Face.RECTO, Face.VERSO)
        )
        params = _term(f"Skeleton {label}", _SKELETONS, provenance.program)
        yield params, {"Group": [], "Leaf": [], "Recto": rectos, "Verso": versos}
    no_objects: dict[str, list[int]] = {"Group": [], "Leaf": [], "Recto": [], "Verso": []}
    if book_format := exported.book.declared.book_format:
        yield _term(book_format.word, FORMAT_TAXONOMY, "Bibliographical format"), no_objects
    about = " ".join(provenance.lines)
    yield _term(provenance.program, PROVENANCE_TAXONOMY, about), no_objects


def _term(title: str, taxonomy: str, description: str) -> dict[str, object]:
    about = {"title": title, "taxonomy": taxonomy, "description": description}
    return {**about, "uri": "", "show": True}
