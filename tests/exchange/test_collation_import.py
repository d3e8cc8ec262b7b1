"""Collations drawn in VisColl and VCEditor, in every shape their files have."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from formework.book.formula.collation import read_collation
from formework.book.model import Format
from formework.errors import FileError, InputError
from formework.exchange.collation_import import declare_collation, import_collation

if TYPE_CHECKING:
    from pathlib import Path

# Two gatherings, with or without signatures, in the data model's second version.
VERSION_2 = """<viscoll xmlns="{namespace}"><{block}>
<title>King Lear</title><shelfmark>C.34.k.18</shelfmark><date>1608</date>
<direction val="l-r"/><format val="4to" certainty="1"/>
<quires><quire xml:id="q1" n="1">1</quire><quire xml:id="q2" n="2">2</quire></quires>
{open}{leaves}{close}</{block}>{rest}</viscoll>"""
LEAF = """<leaf xml:id="{name}"><folioNumber val="{folio}" certainty="1">{folio}</folioNumber>
<mode val="{mode}" certainty="1"/><q target="#{quire}" position="{place}" n="1" certainty="1"
>{conjoin}</q>{more}</leaf>"""


def leaf(quire: str, place: int, folio: str, mode: str = "original", **more: str) -> str:
    """A leaf of version 2."""
    filled = {"conjoin": "", "more": "", **more}
    return LEAF.format(
        name=f"{quire}-{place}", quire=quire, place=place, folio=folio, mode=mode, **filled
    )


def version_2(
    *leaves: str, namespace: str = "http://viscoll.org/schema/collation/",
    block: str = "textblock", wrapped: bool = True, rest: str = "",
) -> str:  # fmt: skip
    """A file of version 2; its leaves may be wrapped in `leaves`, or not."""
    return VERSION_2.format(
        namespace=namespace, block=block, leaves="".join(leaves), rest=rest,
        open="<leaves>" if wrapped else "", close="</leaves>" if wrapped else "",
    )  # fmt: skip


def import_text(text: str, path: Path) -> Any:  # noqa: ANN401 (an ImportedCollation)
    """Import a file with this content."""
    path.write_text(text, encoding="utf-8")
    return import_collation(path)


SIGNED = [leaf("q1", n, f"A{n}") for n in (1, 2)] + [leaf("q2", n, f"B{n}") for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(
    "shape",
    [
        {},
        {"namespace": "http://schoenberginstitute.org/schema/collation", "wrapped": False},
        {"namespace": "", "block": "manuscript", "wrapped": False},
    ],
)
def test_version_2_in_both_namespaces(shape: dict[str, Any], tmp_path: Path) -> None:
    """Textblock or manuscript, leaves wrapped or not: names without namespaces decide."""
    read = import_text(version_2(*SIGNED, **shape), tmp_path / "lear.xml")
    assert read.formula == "A^2 B^4"
    assert read.book_format is Format.QUARTO
    assert read.described == {"title": "King Lear", "shelfmark": "C.34.k.18", "date": "1608"}
    assert read.warnings == ()


def test_version_1_has_leaves_inside_quires(tmp_path: Path) -> None:
    """Foliated, not signed: the gatherings are numbered, with a warning."""
    leaves = "".join(
        f'<leaf n="{n}" mode="{"missing" if n == 3 else "original"}" folio_number="{9 + n}"/>'
        for n in (1, 2, 3, 4)
    )
    read = import_text(
        f"<manuscript><url/><title>Recipes</title><shelfmark>Othmer 1</shelfmark>"
        f'<quire n="1">{leaves}</quire><quire n="2">{leaves}</quire></manuscript>',
        tmp_path / "othmer.xml",
    )
    assert read.formula == "1^4(-3) 2^4(-3)"
    assert read_collation(read.formula).leaves == 6
    assert read.warnings == ("othmer.xml: gatherings are numbered, signatures not understood: "
                             "there are none",)  # fmt: skip


def test_added_replaced_and_missing_leaves(tmp_path: Path) -> None:
    """Each way of a leaf to be there becomes its bracket in the formula."""
    leaves = [
        leaf("q1", 1, "A1"), leaf("q1", 2, "", mode="added"), leaf("q1", 3, "A2", mode="replaced"),
        leaf("q2", 1, "B1"), leaf("q2", 2, "B2", mode="missing"),
    ]  # fmt: skip
    read = import_text(version_2(*leaves), tmp_path / "lear.xml")
    assert read.formula == "A^2(±A2)(A1+1) B^2(-B2)"


def test_a_quire_in_a_quire_is_an_insertion(tmp_path: Path) -> None:
    """A subquire is placed where its first leaf is."""
    text = version_2(leaf("q1", 1, "A1"), leaf("q2", 1, "χ1"), leaf("q2", 2, "χ2"),
                     leaf("q1", 3, "A2"))  # fmt: skip
    text = text.replace('xml:id="q2"', 'xml:id="q2" parent="q1"')
    assert import_text(text, tmp_path / "lear.xml").formula == "A^2(A1+χ^2)"


def test_a_quire_that_is_not_listed(tmp_path: Path) -> None:
    """VCEditor lists only outer quires: a leaf of another quire is inserted at its place."""
    leaves = [leaf("q1", 1, "A1"), leaf("g7", 1, "χ1"), leaf("q1", 2, "A2"), leaf("q2", 1, "B1")]
    read = import_text(version_2(*leaves), tmp_path / "lear.xml")
    assert read.formula == "A^2(A1+χ^1) B^1"
    assert read.warnings == ("lear.xml: quire not listed, read as inserted: g7",)


def test_what_is_not_understood_is_named(tmp_path: Path) -> None:
    """Attachments, notes, taxonomies, doubts and unusual folds: each with its place."""
    attached = '<attachment-method certainty="2" type="sewn" target="#q1-1"/>'
    odd = '<conjoin target="#q1-1" certainty="1"/>'
    text = version_2(
        leaf("q1", 1, "A1"), leaf("q1", 2, "A2", more=attached), leaf("q1", 3, "A3", conjoin=odd),
        leaf("q1", 4, "A4", mode="false"), leaf("q2", 1, "B1"),
        rest='<taxonomy xml:id="skeletons"><label>S</label></taxonomy><notes/>',
    )  # fmt: skip
    warnings = " | ".join(import_text(text, tmp_path / "lear.xml").warnings)
    for what in (
        "lear.xml: certainty not understood: attachment-method",
        "taxonomy not understood: skeletons",
        "notes not understood: without a name",
        "mode false not understood: q1-4",
        "conjoint leaves are not kept: leaf q1-3 of quire q1",
    ):
        assert what in warnings


GROUPS = {
    "1": {
        "params": {"type": "Quire", "title": "A", "nestLevel": 1},
        "tacketed": [], "sewing": [], "parentOrder": None,
        "memberOrders": ["Leaf_1", "Group_2", "Leaf_3"],
    },
    "2": {
        "params": {"type": "Quire", "title": "χ", "nestLevel": 2},
        "tacketed": [], "sewing": [], "parentOrder": 1, "memberOrders": ["Leaf_2"],
    },
}  # fmt: skip


def vceditor(count: int = 3, **changed: Any) -> dict[str, Any]:  # noqa: ANN401 (JSON)
    """A VCEditor project."""
    leafs = {
        str(n): {
            "params": {"folio_number": "", "material": "Paper", "type": "Original",
                       "attached_above": "None", "attached_below": "None", "stub": "No"},
            "conjoined_leaf_order": None, "parentOrder": 1, "rectoOrder": n, "versoOrder": n,
        }
        for n in range(1, count + 1)
    }  # fmt: skip
    project = {"title": "Lear", "shelfmark": "", "metadata": {"date": "1608"}}
    return {"project": project, "Groups": GROUPS, "Leafs": leafs, "Terms": {}, **changed}


NOTES = {"1": {"params": {"title": "wormhole", "type": "damage"}, "objects": {}}}


def test_vceditor_in_each_shape(tmp_path: Path) -> None:
    """Plain, wrapped in Export, and VisCodex with its lower-case keys and notes."""
    path = tmp_path / "lear.json"
    plain = import_text(json.dumps(vceditor()), path)
    assert plain.formula == "A^2(A1+χ^1)"
    assert plain.described == {"title": "Lear", "date": "1608"}
    assert plain.warnings == ()
    assert import_text(json.dumps({"Export": vceditor()}), path) == plain
    lower = {key.lower(): value for key, value in vceditor(Notes=NOTES).items()}
    old = import_text(json.dumps(lower), path)
    assert old.formula == plain.formula
    assert old.warnings == ("lear.json: notes not understood: wormhole",)


def test_untitled_groups_are_numbered(tmp_path: Path) -> None:
    """A title that is not a signature gives a warning, and is not used as one."""
    groups = {"1": {"params": {"title": "First (damaged) quire"}, "memberOrders": ["Leaf_1"]}}
    read = import_text(json.dumps(vceditor(1, Groups=groups)), tmp_path / "lear.json")
    assert read.formula == "1^1"
    assert "signatures not understood: First (damaged) quire" in read.warnings[0]


CIRCLE: dict[str, Any] = {
    "1": {"params": {}, "parentOrder": 2, "memberOrders": ["Group_2", "Leaf_1"]},
    "2": {"params": {}, "parentOrder": 1, "memberOrders": ["Group_1"]},
}
SELF: dict[str, Any] = {
    "1": {"params": {}, "parentOrder": None, "memberOrders": ["Leaf_1", "Group_1"]}
}
TWICE: dict[str, Any] = {
    "1": {"params": {}, "parentOrder": None, "memberOrders": ["Leaf_1", "Leaf_1"]}
}
LACKING: dict[str, Any] = {"1": {"params": {}, "parentOrder": None, "memberOrders": ["Leaf_99"]}}
BOMB = '<!DOCTYPE v [<!ENTITY x "xx"><!ENTITY y "&x;&x;">]><viscoll>&y;</viscoll>'


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a.xml", "<TEI/>", r"a\.xml: the root element is TEI"),
        ("a.xml", "<viscoll/>", r"a\.xml: viscoll has no textblock"),
        ("a.xml", BOMB, r"a\.xml declares entities"),
        ("a.xml", "<viscoll", r"a\.xml is not valid XML"),
        ("a.xml", version_2(leaf("q3", 1, "A1")), "leaf q3-1: there is no quire q3"),
        ("a.xml", version_2(*SIGNED).replace('"q2" n', '"q2" parent="q2" n'),
         "quire q2: its parents form a circle"),
        ("a.xml", version_2(*SIGNED).replace('xml:id="q1"', 'parent="q2" xml:id="q1"')
         .replace('xml:id="q2"', 'parent="q1" xml:id="q2"'), "quire q1: its parents form a"),
        ("a.xml", version_2(*SIGNED).replace('"q1" n', '"q1" parent="q9" n'),
         "quire q1: there is no parent q9"),
        ("a.xml", version_2(*(leaf("q1", n, "") for n in range(1, 10_001))),
         "leaf q1-5001: more than 5000 leaves"),
        ("a.xml", version_2(leaf("q1", 1, "A1", conjoin='<conjoin target="#z"/>')),
         "leaf q1-1: there is no leaf z"),
        ("a.xml", version_2().replace("<leaves></leaves>", "<leaves/>"), "a.xml has 0 leaves"),
        ("a.json", "[]", r"a\.json has no Groups and Leafs"),
        ("a.json", "{", r"a\.json is not JSON"),
        ("a.json", "[" * 100_000, r"a\.json is not JSON"),
        ("a.json", json.dumps(vceditor(Groups=CIRCLE)), "Groups 1: its parents form a circle"),
        ("a.json", json.dumps(vceditor(Groups=SELF)), "Groups 1: it is a member twice"),
        ("a.json", json.dumps(vceditor(Groups=TWICE)), "Leafs 1: it is a member of two groups"),
        ("a.json", json.dumps(vceditor(Groups=LACKING)), "Groups 1: there is no member 'Leaf_99'"),
        ("a.json", json.dumps(vceditor(Groups={"1": 3})), "Groups 1: is not an object"),
        ("a.json", json.dumps(vceditor(10_000)), "Leafs: more than 5000 leaves"),
    ],
)  # fmt: skip
def test_bad_files_are_refused_with_the_place(
    name: str, text: str, place: str, tmp_path: Path
) -> None:
    """Wrong roots, entities, circles, too many leaves, and parts that are not there."""
    with pytest.raises(FileError, match=place):
        import_text(text, tmp_path / name)


def test_quires_nested_too_deep_are_refused(tmp_path: Path) -> None:
    """A chain of a thousand parents is an error, not a stack that overflows."""
    quires = "".join(
        f'<quire xml:id="q{n}"{f" parent={chr(34)}q{n - 1}{chr(34)}" if n > 1 else ""}/>'
        for n in range(1, 1001)
    )
    text = f"<viscoll><textblock><quires>{quires}</quires></textblock></viscoll>"
    with pytest.raises(FileError, match="more than 20 quires nested"):
        import_text(text, tmp_path / "deep.xml")


def test_options_and_file_together(tmp_path: Path) -> None:
    """A format given wins over the file's; two collations are refused."""
    path = tmp_path / "lear.xml"
    path.write_text(version_2(*SIGNED))
    declared, warnings = declare_collation(path, book_format="folio", formula=None, first="A2r")
    assert declared.book_format is Format.FOLIO
    assert declared.collation is not None
    assert declared.collation.formula == "A^2 B^4"
    assert declared.first == "A2r"
    assert declared.title == "King Lear"
    assert warnings == ()
    with pytest.raises(InputError, match="both given"):
        declare_collation(path, book_format=None, formula="A^4")
