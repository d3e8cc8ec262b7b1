"""Tables of skeletons made by hand from an order of work written in a line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.formula.collation import read_collation
from formework.book.imposition import sheet_sides, turned_slots
from formework.book.model import Format, SheetSide
from formework.findings.book_findings import read_findings
from formework.result import PageResult
from formework.simulate.written_plan import read_plan
from formework.skeletons.numerals import roman

if TYPE_CHECKING:
    from formework.findings.finding import Finding, Kind

LETTERS = "ABCDEFGHIKLMNOPQRSTVXYZ"


def table(order: str, *, confidence: float = 1.0) -> tuple[list[PageResult], list[SheetSide]]:
    """The pages of a quarto printed in this order, one sheet a gathering, and its sheet sides.

    A later state has the title of its first slot new; titles that changed
    places are those of slots 1 and 3, both on rectos.
    """
    plan = read_plan(order)
    sheets = len(order.split())
    formula = f"A-{LETTERS[sheets - 1]}^4" if sheets > 1 else "A^4"
    sides = sheet_sides(read_collation(formula).gatherings, Format.QUARTO)
    bases: list[int] = []
    states: list[int] = []
    for number, continues in enumerate(plan.continues):
        bases.append(number if continues is None else bases[continues])
        states.append(1 if continues is None else states[continues] + 1)
    numerals = {base: roman(place + 1) for place, base in enumerate(dict.fromkeys(bases))}
    turned = turned_slots(Format.QUARTO)
    assert turned
    pages = []
    for side, use in zip(sides, plan.uses, strict=True):
        base, state = bases[use.skeleton], states[use.skeleton]
        titles = [roman(1 + 40 * base + 4 * (state - 1) * (slot == 0) + slot) for slot in range(4)]
        if use.turned:
            titles = [titles[turned.index(slot)] for slot in range(4)]
        if use.swapped:
            titles[0], titles[2] = titles[2], titles[0]
        for slot, (page, title) in enumerate(zip(side.pages, titles, strict=True), start=1):
            assert page
            pages.append(
                PageResult(
                    page.signature,
                    side.name,
                    slot,
                    "1",
                    numerals[base],
                    state,
                    title,
                    confidence,
                    confidence,
                )
            )
    return pages, list(sides)


def found(order: str, **more: float) -> list[Finding]:
    """The findings in an order of work."""
    pages, sides = table(order, **more)
    return list(read_findings(pages, sides, turned_slots=turned_slots(Format.QUARTO)))


def of_kind(order: str, kind: Kind) -> list[Finding]:
    """The findings of one kind."""
    return [finding for finding in found(order) if finding.kind is kind]
