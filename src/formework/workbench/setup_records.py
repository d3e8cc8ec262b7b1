"""Setting up a folder of scans: format and collation, with a preview while they are typed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.assignment import assign
from formework.book.collation_summary import describe_collation
from formework.book.declaration import Declaration, ImagesAre, declare
from formework.book.file_names import BOOK_TOML, PAGES_CSV
from formework.book.formula.collation import read_collation
from formework.book.imposition import sheet_sides
from formework.book.model import Format
from formework.book.plain_files import read_text, write_whole
from formework.book.toml_text import toml_table
from formework.errors import FormeworkError, FormulaError, InputError
from formework.workbench.book_record import declared_record
from formework.workbench.sheet_records import sheet_records

if TYPE_CHECKING:
    from collections.abc import Mapping

    from formework.workbench.desk import Desk

_MAX_GATHERINGS = 6  # drawn in a preview
_FORMATS = (
    Format.FOLIO, Format.QUARTO, Format.OCTAVO, Format.DUODECIMO, Format.SEXTODECIMO,
)  # fmt: skip


class SetupError(InputError):
    """The input is wrong: `field` names the input, `position` the character of a formula."""

    def __init__(self, error: FormeworkError, field: str) -> None:
        super().__init__(error.message, hint=error.hint)
        self.field = field
        self.position = error.position if isinstance(error, FormulaError) else None


def setup_record(desk: Desk) -> dict[str, object]:
    """What is known of the scans before anything is declared."""
    shots = desk.shots
    return {
        "images": len({shot.page.image for shot in shots}),
        "images_are": "openings" if any(shot.half for shot in shots) else "pages",
        "first_pages": list(range(1, min(len(shots), 12) + 1)),
        "formats": [book_format.word for book_format in _FORMATS],
        "declared": declared_record(desk),
        "may_write": not desk.is_declared,
    }


def preview(desk: Desk, typed: Mapping[str, str]) -> dict[str, object]:
    """The sheets that a format and a formula give, or what is wrong with them."""
    try:
        declared = _declared(typed)
    except SetupError as error:
        return {
            "ok": False,
            "field": error.field,
            "error": error.message,
            "hint": error.hint,
            "position": error.position,
        }
    collation = declared.collation
    if collation is None:
        return {"ok": False, "field": "collation", "error": "no collation yet", "position": None,
                "hint": "type the formula, such as A-F^4"}  # fmt: skip
    assignment = assign(_images(desk), declared)
    sides = sheet_sides(collation.gatherings, declared.book_format) if declared.book_format else ()
    return {
        "ok": declared.book_format is not None,
        **(_NO_FORMAT if declared.book_format is None else {}),
        "formula": collation.formula,
        "leaves": collation.leaves,
        "pages": 2 * collation.leaves,
        "summary": describe_collation(collation, declared.book_format).splitlines()[:2],
        "mismatches": list(assignment.mismatches),
        "warnings": [*collation.warnings],
        "sheets": sheet_records(sides, declared.book_format, _MAX_GATHERINGS),
    }


_NO_FORMAT = {
    "field": "format", "error": "no format yet", "hint": "choose the format of the book",
    "position": None,
}  # fmt: skip


def set_up(desk: Desk, typed: Mapping[str, str]) -> None:
    """Write book.toml and pages.csv, or add to a book.toml what it does not declare.

    Raises:
        SetupError: the input is wrong.
        InputError: format and collation are already declared.

    """
    if desk.is_declared:
        raise InputError(
            f"{desk.root / BOOK_TOML} already declares format and collation",
            hint="correct the file in an editor; the workbench reads it again",
        )
    declared = _declared(typed)
    if declared.collation is None or declared.book_format is None:
        lacks = "format" if declared.collation else "collation"
        raise SetupError(InputError(f"there is no {lacks}", hint=f"give a {lacks}"), lacks)
    images = _images(desk)
    path = desk.root / BOOK_TOML
    keys: dict[str, str | int] = {
        "title": typed.get("title", "").strip(),
        "format": declared.book_format.word,
        "collation": declared.collation.formula,
        "images": desk.book.declared.images,
        "images_are": str(declared.images_are),
        "first": declared.first,
    }
    already = read_text(path) if path.exists() else ""
    present = {line.partition("=")[0].strip() for line in already.splitlines()}
    lacking = {key: value for key, value in keys.items() if value and key not in present}
    if not (desk.root / PAGES_CSV).exists():
        pages = assign(images, replace(declared, images=desk.book.declared.images)).pages
        desk.book.write_pages(pages)
    # Keys come before the tables of a TOML file: what a person wrote stays below them.
    write_whole(path, toml_table(lacking) + already)


def _images(desk: Desk) -> list[str]:
    return list(dict.fromkeys(shot.page.image for shot in desk.shots))


def _declared(typed: Mapping[str, str]) -> Declaration:
    """A declaration from the input; an error names the field at fault."""
    formula, word = typed.get("collation", "").strip(), typed.get("format", "").strip()
    images_are = typed.get("images_are", "") or "pages"
    try:
        field = "collation"
        if formula:
            read_collation(formula)
        field = "format"
        if word:
            Format.read(word)
        field = "first"
        declared = declare(
            book_format=word or None, formula=formula or None, first=typed.get("first", "").strip()
        )
        field = "format"
        if declared.collation and declared.book_format:
            sheet_sides(declared.collation.gatherings, declared.book_format)
    except FormeworkError as error:
        raise SetupError(error, field) from error
    if images_are not in set(ImagesAre):
        wrong = InputError(f"images_are {images_are!r}", hint="choose pages, openings or titles")
        raise SetupError(wrong, "images_are")
    return replace(declared, images_are=ImagesAre(images_are))
