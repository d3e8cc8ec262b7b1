"""Which forme of a sheet was printed first, where titles were replaced between the two.

The forme with the old titles was at press before the one with the new. Nothing
else in the table shows the order: of other sheets it is not reported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import listed
from formework.findings.sheetwise import sheet_name, sheets_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Standing, Use

_FEWEST = 2  # titles that must have been replaced within the sheet: one may be misread


def forme_orders(uses: Sequence[Use]) -> Iterator[Finding]:
    """The sheets of a section in which the order of the formes is shown."""
    for sheet in sheets_of(uses):
        if len(sheet) != 2 or sheet[0].skeleton != sheet[1].skeleton:
            continue
        first, second = sorted(sheet, key=lambda use: use.state)
        if first.state == second.state:
            continue
        old, new = _only_before(uses, first, sheet), _only_after(uses, second, sheet)
        if min(len(old), len(new)) >= _FEWEST:
            yield _finding(first, second, old, new)


def _only_before(uses: Sequence[Use], first: Use, sheet: Sequence[Use]) -> list[Standing]:
    """Titles of the first forme that are seen earlier, and never after it."""
    own = [use for use in uses if use.skeleton == first.skeleton]
    before = {t.numeral for use in own if use.order < sheet[0].order for t in use.titles}
    later = {t.numeral for use in own if use.order > sheet[1].order for t in use.titles}
    later |= {t.numeral for use in sheet if use is not first for t in use.titles}
    return [t for t in first.titles if t.numeral and t.numeral in before - later]


def _only_after(uses: Sequence[Use], second: Use, sheet: Sequence[Use]) -> list[Standing]:
    """Titles of the second forme that are seen later, and never before it."""
    own = [use for use in uses if use.skeleton == second.skeleton]
    before = {t.numeral for use in own if use.order < sheet[0].order for t in use.titles}
    before |= {t.numeral for use in sheet if use is not second for t in use.titles}
    later = {t.numeral for use in own if use.order > sheet[1].order for t in use.titles}
    return [t for t in second.titles if t.numeral and t.numeral in later - before]


def _finding(first: Use, second: Use, old: Sequence[Standing], new: Sequence[Standing]) -> Finding:
    text = f"In sheet {sheet_name(first)}, {first.side} still has titles of the earlier sheets "
    text += f"({listed(title.signature for title in old)}), and {second.side} those that replaced "
    text += f"them ({listed(title.signature for title in new)}): {first.side} was printed first."
    sides = sorted((first, second), key=lambda use: use.order)
    sure = [title.confidence for title in (*old, *new)]
    return Finding(
        Kind.FORME_ORDER, first.section, (first.skeleton,), tuple(use.side for use in sides),
        tuple(title.signature for title in (*old, *new)), text,
        round(min(first.confidence, second.confidence) * sum(sure) / len(sure), 4),
    )  # fmt: skip
