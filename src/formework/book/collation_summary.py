"""A collation, summarised: as lines for people, as records for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.formula.collation import Collation, read_collation, write_collation
from formework.book.imposition import sheet_sides
from formework.book.wording import counted
from formework.errors import FormulaError, InputError

if TYPE_CHECKING:
    from formework.book.model import Format, Gathering, SheetSide


def summarise_line(formula: str, book_format: Format | None) -> dict[str, object]:
    """The record of a formula; if it cannot be read, a record with the error."""
    try:
        return summarise_collation(read_collation(formula), book_format)
    except FormulaError as error:
        return {"formula": formula, "error": error.message, "position": error.position}


def summarise_collation(collation: Collation, book_format: Format | None) -> dict[str, object]:
    """The record of a collation, with sheet sides if the format is known.

    `pages` of a sheet side are in slot order; `slots` are their slots counted
    from 1, which are not consecutive if leaves are missing.
    """
    known = book_format or collation.book_format
    sides, problems = _unfold(collation, known)
    record: dict[str, object] = {
        "formula": collation.formula,
        "canonical": write_collation(collation.gatherings, collation.book_format),
        "leaves": collation.leaves,
        "pages": 2 * collation.leaves,
        "gatherings": [_gathering_record(gathering) for gathering in collation.gatherings],
    }
    if known:
        record["format"] = known.word
    if sides:
        record["sheet_sides"] = [
            {
                "name": side.name,
                "pages": list(side.signatures),
                "slots": [slot for slot, page in enumerate(side.pages, start=1) if page],
            }
            for side in sides
        ]
    record["notes"] = list(collation.notes)
    record["warnings"] = [*collation.warnings, *problems]
    return record


def describe_collation(collation: Collation, book_format: Format | None) -> str:
    """The collation as text."""
    known = book_format or collation.book_format
    sides, problems = _unfold(collation, known)
    counts = [
        counted(collation.leaves, "leaf", "leaves"),
        counted(2 * collation.leaves, "page"),
        counted(len(collation.gatherings), "gathering"),
    ]
    if sides:
        counts.append(counted(len(sides), "sheet side"))
    lines = [write_collation(collation.gatherings, known), ", ".join(counts), ""]
    if sides:
        width = max(len(side.name) for side in sides)
        lines += (f"{side.name:<{width}}  {' '.join(side.signatures)}" for side in sides)
    else:
        width = max(len(gathering.signature) for gathering in collation.gatherings)
        lines += (
            f"{gathering.signature:<{width}}  {gathering.leaves_present:>3} "
            f"{'leaf' if gathering.leaves_present == 1 else 'leaves'}"
            for gathering in collation.gatherings
        )
    lines += (f"note: {note}" for note in collation.notes)
    lines += (f"warning: {warning}" for warning in (*collation.warnings, *problems))
    return "\n".join(lines)


def _unfold(
    collation: Collation, book_format: Format | None
) -> tuple[tuple[SheetSide, ...], list[str]]:
    """The sheet sides if the format is known; for a format without a table, why there are none."""
    if book_format is None:
        return (), []
    try:
        return sheet_sides(collation.gatherings, book_format), []
    except InputError as error:
        return (), [error.message]


def _gathering_record(gathering: Gathering) -> dict[str, object]:
    """A gathering with its number of leaves, and its alterations if it has any."""
    record: dict[str, object] = {
        "signature": gathering.signature,
        "leaves": gathering.leaves_present,
    }
    if gathering.missing:
        record["missing"] = list(gathering.missing)
    if gathering.cancelled:
        record["cancelled"] = list(gathering.cancelled)
    if gathering.inserted:
        record["inserted"] = [
            {
                "after": insertion.after,
                "signature": insertion.gathering.signature,
                "leaves": insertion.gathering.leaves_present,
            }
            for insertion in gathering.inserted
        ]
    return record
