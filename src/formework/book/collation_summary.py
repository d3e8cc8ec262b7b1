"""A collation told: as lines for people, as records for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.formula.collation import Collation, read_collation, write_collation
from formework.book.imposition import sheet_sides
from formework.errors import FormulaError, InputError

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.assignment import Assignment
    from formework.book.model import Format, Gathering, SheetSide


def summarise_line(formula: str, book_format: Format | None) -> dict[str, object]:
    """A formula's record, or its record as an error: one for every line read."""
    try:
        return summarise(read_collation(formula), book_format)
    except FormulaError as error:
        return {"formula": formula, "error": error.message, "position": error.position}


def summarise(collation: Collation, book_format: Format | None) -> dict[str, object]:
    """The record of a collation; sheet sides where a format is known.

    `pages` of a sheet side stand in slot order; `slots` counts their places
    from 1, which matters where leaves are missing.
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


def describe(collation: Collation, book_format: Format | None) -> str:
    """The collation in lines to read."""
    known = book_format or collation.book_format
    sides, problems = _unfold(collation, known)
    counts = [
        f"{collation.leaves} leaves",
        f"{2 * collation.leaves} pages",
        f"{len(collation.gatherings)} gatherings",
    ]
    if sides:
        counts.append(f"{len(sides)} sheet sides")
    lines = [write_collation(collation.gatherings, known), ", ".join(counts), ""]
    if sides:
        width = max(len(side.name) for side in sides)
        lines += (f"{side.name:<{width}}  {' '.join(side.signatures)}" for side in sides)
    else:
        width = max(len(gathering.signature) for gathering in collation.gatherings)
        lines += (
            f"{gathering.signature:<{width}}  {gathering.leaves_present:>3} leaves"
            for gathering in collation.gatherings
        )
    lines += (f"note: {note}" for note in collation.notes)
    lines += (f"warning: {warning}" for warning in (*collation.warnings, *problems))
    return "\n".join(lines)


def summarise_assignment(root: Path, assignment: Assignment) -> dict[str, object]:
    """The record of a new book folder."""
    return {
        "book": str(root),
        "pages": [{"image": page.image, "signature": page.signature} for page in assignment.pages],
        "mismatches": list(assignment.mismatches),
    }


def describe_assignment(root: Path, assignment: Assignment) -> str:
    """Which image is which page, and what does not fit."""
    width = max(len(page.image) for page in assignment.pages)
    lines = [f"{page.image:<{width}}  {page.signature or '-'}" for page in assignment.pages]
    lines += ["", f"{root}: {len(assignment.pages)} pages in pages.csv"]
    lines += (f"mismatch: {mismatch}" for mismatch in assignment.mismatches)
    return "\n".join(lines)


def _unfold(
    collation: Collation, book_format: Format | None
) -> tuple[tuple[SheetSide, ...], list[str]]:
    """The sheet sides where the format is known and has a table, and what to say if not."""
    if book_format is None:
        return (), []
    try:
        return sheet_sides(collation.gatherings, book_format), []
    except InputError as error:
        return (), [error.message]


def _gathering_record(gathering: Gathering) -> dict[str, object]:
    """A gathering with the leaves that stand in it; how it was altered, where it was."""
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
