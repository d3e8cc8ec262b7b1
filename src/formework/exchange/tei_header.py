"""The header of a TEI export: the book as declared, its collation, and how the file was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.wording import counted
from formework.exchange.exported_book import xml_name
from formework.exchange.provenance import PROGRAM
from formework.exchange.xml_writing import add
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Mapping
    from xml.etree.ElementTree import Element

    from formework.exchange.exported_book import ExportedBook

_SHOWN_APART = ("title", "author", "date", "shelfmark")


def add_header(root: Element, exported: ExportedBook) -> None:
    """Add the teiHeader."""
    header = add(root, "teiHeader")
    file = add(header, "fileDesc")
    described = exported.book.declared.described
    statement = add(file, "titleStmt")
    add(statement, "title", f"{exported.title}: running titles and skeleton formes")
    if described.get("author"):
        add(statement, "author", described["author"])
    published = add(file, "publicationStmt")
    for line in exported.provenance.lines:
        add(published, "p", line)
    source = add(file, "sourceDesc")
    _add_bibl(source, exported.title, described)
    _add_description(source, exported)
    _add_encoding(header, exported)


def _add_bibl(source: Element, title: str, described: Mapping[str, str]) -> None:
    """Everything that the scholar declared about the book."""
    bibl = add(source, "bibl")
    add(bibl, "title", title)
    for name in ("author", "date"):
        if described.get(name):
            add(bibl, name, described[name])
    for name, value in described.items():
        if name not in _SHOWN_APART:
            add(bibl, "note", value, n=name)


def _add_description(source: Element, exported: ExportedBook) -> None:
    declared = exported.book.declared
    description = add(source, "msDesc")
    identifier = add(description, "msIdentifier")
    if shelfmark := declared.described.get("shelfmark"):
        add(identifier, "idno", shelfmark, type="shelfmark")
    add(identifier, "msName", exported.title)
    if declared.collation is None:
        return
    support = add(
        add(add(description, "physDesc"), "objectDesc", form="codex"),
        "supportDesc",
        material="paper",
    )
    add(support, "extent", counted(declared.collation.leaves, "leaf", "leaves"))
    sign = f"{declared.book_format.sign}: " if declared.book_format else ""
    formula = declared.collation.formula
    if declared.collation.book_format is None:
        formula = sign + formula
    add(add(support, "collation"), "formula", formula, notation="bowers")


def _add_encoding(header: Element, exported: ExportedBook) -> None:
    provenance = exported.provenance
    encoding = add(header, "encodingDesc")
    program = add(
        add(encoding, "appInfo"),
        "application",
        xml_id="formework",
        ident="formework",
        version=provenance.version,
    )
    add(program, "label", PROGRAM)
    add(program, "p", f"Settings: {provenance.settings_words}.")
    found = exported.result.pages if exported.result else ()
    titles = dict.fromkeys(page.title for page in found if page.title not in ("", UNSURE))
    if titles:
        taxonomy = add(add(encoding, "classDecl"), "taxonomy", xml_id="settings")
        add(taxonomy, "desc", "Single settings of the running title, as in the recurrence table.")
        for title in titles:
            category = add(taxonomy, "category", xml_id=xml_name("set", title), n=title)
            add(category, "catDesc", f"Title {title}")
