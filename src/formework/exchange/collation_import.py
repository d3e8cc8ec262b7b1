"""A collation from another tool: VisColl XML or VCEditor JSON, turned into a formula."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from formework.book.declaration import Declaration, declare
from formework.book.formula.collation import read_collation, write_collation
from formework.book.model import Format, Gathering, Insertion, leaf_name
from formework.book.wording import counted, named
from formework.errors import FileError, FormulaError, InputError
from formework.exchange.leaf_diagram import (
    MAX_LEAVES,
    DrawnGathering,
    Mode,
    partner_of,
)
from formework.exchange.vceditor_import import read_vceditor
from formework.exchange.viscoll_import import read_viscoll

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class ImportedCollation:
    """The collation in a diagram; `warnings` name what was not understood or not kept."""

    formula: str
    book_format: Format | None
    described: Mapping[str, str]
    warnings: tuple[str, ...]


def import_collation(path: Path) -> ImportedCollation:
    """Read the collation of a VisColl or VCEditor file.

    Raises:
        FileError: the file is neither of these, or is inconsistent.

    """
    diagram = read_vceditor(path) if path.suffix.lower() == ".json" else read_viscoll(path)
    leaves = sum(1 for _ in diagram.leaves)
    if not 0 < leaves <= MAX_LEAVES:
        raise FileError(
            f"{path.name} has {counted(leaves, 'leaf', 'leaves')}, and may have 1 to {MAX_LEAVES}",
            hint="check that the file describes one book",
        )
    warnings = list(diagram.warnings)
    gatherings = list(_with_leaves(diagram.gatherings, warnings))
    formula = _formula(gatherings, warnings)
    if not formula:
        raise FileError(
            f"{path.name}: no collation formula can be written for {gatherings[0].place} to "
            f"{gatherings[-1].place}",
            hint="simplify the structure, or give --collation instead",
        )
    warnings += _unusual_folds(gatherings)
    return ImportedCollation(
        formula=formula,
        book_format=_format(diagram.book_format, warnings),
        described=diagram.described,
        warnings=tuple(f"{path.name}: {warning}" for warning in warnings),
    )


def declare_collation(
    path: Path | None,
    *,
    book_format: str | None,
    formula: str | None,
    first: str = "",
    missing: Sequence[str] = (),
) -> tuple[Declaration, tuple[str, ...]]:
    """A declaration from the options of the command line, and from a diagram if one is given.

    A format given as an option takes precedence. The second value are the warnings of the import.
    """
    if path is None:
        declared = declare(book_format=book_format, formula=formula, first=first, missing=missing)
        return declared, ()
    if formula:
        raise InputError(
            f"--collation {formula!r} and --collation-from {path} are both given",
            hint="give one of them",
        )
    read = import_collation(path)
    drawn_format = read.book_format.word if read.book_format else None
    declared = declare(
        book_format=book_format or drawn_format, formula=read.formula, first=first, missing=missing
    )
    return replace(declared, described=read.described), read.warnings


def _format(text: str, warnings: list[str]) -> Format | None:
    try:
        return Format.read(text) if text else None
    except InputError as error:
        warnings.append(error.message)
        return None


def _with_leaves(
    gatherings: Iterable[DrawnGathering], warnings: list[str]
) -> Iterator[DrawnGathering]:
    """The gatherings that have leaves; one that only holds others is replaced by these."""
    for drawn in gatherings:
        if drawn.direct_leaves:
            yield drawn
        else:
            warnings.append(f"{drawn.place} has no leaves, only inserted gatherings")
            yield from _with_leaves(drawn.inserted, warnings)


def _formula(drawn_gatherings: Sequence[DrawnGathering], warnings: list[str]) -> str:
    """The formula: with the signatures of the file, or else with numbered gatherings."""
    signatures = [_signature(drawn) for drawn in drawn_gatherings]
    numbers = [str(place) for place in range(1, len(signatures) + 1)]
    for names in ([signatures] if all(signatures) else []) + [numbers]:
        remarks: list[str] = []
        gatherings = [
            _gather(drawn, name, remarks)
            for drawn, name in zip(drawn_gatherings, names, strict=True)
        ]
        formula = write_collation(gatherings)
        try:
            read = read_collation(formula)
        except FormulaError:
            continue
        if [_shape(one) for one in read.gatherings] == [_shape(one) for one in gatherings]:
            warnings += remarks
            warnings += read.warnings
            if names is numbers and signatures != numbers:
                unclear = [one for one in signatures if one] or ["there are none"]
                warnings.append(
                    f"gatherings are numbered, signatures not understood: {named(unclear)}"
                )
            return formula
    return ""


def _shape(gathering: Gathering) -> tuple[object, ...]:
    """A gathering without its names."""
    added = tuple((one.after, one.gathering.leaves) for one in gathering.inserted)
    return gathering.leaves, gathering.missing, gathering.cancelled, added


def _signature(drawn: DrawnGathering) -> str:
    """The signature: as stated in the file, or else as the names of the leaves imply."""
    if drawn.signature:
        return drawn.signature
    leaves = drawn.folded or drawn.direct_leaves
    implied = {
        _strip_number(leaf.name, place) for place, leaf in enumerate(leaves, start=1) if leaf.name
    }
    return implied.pop() if len(implied) == 1 else ""


def _strip_number(name: str, leaf: int) -> str:
    """The signature in a leaf's name: A of A1; nothing if the name is a folio number."""
    signature = name.removesuffix(str(leaf)).removesuffix(".")
    return signature if leaf_name(signature, leaf) == name else ""


def _gather(drawn: DrawnGathering, signature: str, warnings: list[str]) -> Gathering:
    """Turn drawn leaves into a gathering; added leaves become insertions."""
    has_fold = bool(drawn.folded)
    if drawn.direct_leaves and not has_fold:
        warnings.append(f"{drawn.place}: all its leaves are added; read as a gathering")
    leaf = 0
    missing, cancelled = [], []
    inserted: list[Insertion] = []
    for member in drawn.members:
        if isinstance(member, DrawnGathering):
            name = _signature(member) or f"{leaf_name(signature, leaf)}+"
            inserted.append(Insertion(leaf, Gathering(name, _count_inserted(member, warnings))))
        elif has_fold and member.mode is Mode.ADDED:
            _add_leaf(inserted, leaf, f"{leaf_name(signature, leaf)}+")
        else:
            leaf += 1
            missing += [leaf] if member.mode is Mode.MISSING else []
            cancelled += [leaf] if member.mode is Mode.REPLACED else []
    return Gathering(signature, leaf, tuple(missing), tuple(cancelled), tuple(inserted))


def _add_leaf(inserted: list[Insertion], after: int, name: str) -> None:
    """Insert an unsigned leaf, together with others inserted at the same place."""
    last = inserted[-1] if inserted else None
    if last and last.after == after and last.gathering.signature == name:
        more = replace(last.gathering, leaves=last.gathering.leaves + 1)
        inserted[-1] = Insertion(after, more)
    else:
        inserted.append(Insertion(after, Gathering(name, 1)))


def _count_inserted(drawn: DrawnGathering, warnings: list[str]) -> int:
    if any(True for _ in drawn.inserted):
        warnings.append(f"{drawn.place}: gatherings inserted in an insertion are joined to it")
    leaves = list(drawn.leaves)
    gone = [leaf.place for leaf in leaves if leaf.mode is Mode.MISSING]
    if gone:
        warnings.append(f"missing leaves of an insertion are not kept: {named(gone)}")
    return len(leaves) - len(gone)


def _unusual_folds(gatherings: Iterable[DrawnGathering]) -> list[str]:
    """Warnings about conjoint leaves that are not those of a folded gathering.

    A formula cannot express them.
    """
    warnings = []
    for drawn in gatherings:
        leaves = drawn.folded
        place_of = {leaf.number: place for place, leaf in enumerate(leaves, start=1)}
        unusual = [
            leaf.place
            for place, leaf in enumerate(leaves, start=1)
            if leaf.conjoint and place_of.get(leaf.conjoint) != partner_of(place, len(leaves))
        ]
        if unusual:
            warnings.append(f"conjoint leaves are not kept: {named(unusual)}")
    return warnings
