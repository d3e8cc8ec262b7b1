"""Work by the sheet: one skeleton prints both formes of a sheet, and skeletons take sheets in turn.

Where that is the rule, it is said once, with its exceptions, and the sheets
are read as the sheet sides are elsewhere.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, listed, span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use

_THE_RULE = 2 / 3  # share of the sheets printed by one skeleton from which it is the rule
_FEWEST = 5  # sheets over which a rule can be spoken of


def sheets_of(uses: Sequence[Use]) -> list[list[Use]]:
    """The uses of each sheet."""
    return [list(own) for _, own in groupby(uses, key=lambda use: use.sheet)]


def is_sheetwise(uses: Sequence[Use]) -> bool:
    """Whether one skeleton for both formes of a sheet is the rule."""
    whole = [sheet for sheet in sheets_of(uses) if len(sheet) == 2]
    alike = sum(sheet[0].skeleton == sheet[1].skeleton for sheet in whole)
    return len(whole) >= _FEWEST and alike >= _THE_RULE * len(whole)


def by_the_sheet(uses: Sequence[Use]) -> list[Use]:
    """One use a sheet, where one skeleton printed both sides; the others as they are."""
    joined: list[Use] = []
    for sheet in sheets_of(uses):
        for _, run in groupby(sheet, key=lambda use: use.skeleton):
            own = list(run)
            joined.append(
                replace(
                    own[0],
                    titles=tuple(title for use in own for title in use.titles),
                    confidence=sum(use.confidence for use in own) / len(own),
                )
            )
    return [replace(use, order=order) for order, use in enumerate(joined)]


def whole_sheets(uses: Sequence[Use], sides: Sequence[str]) -> tuple[str, ...]:
    """All sides of the sheets that have one of these."""
    named = {use.sheet for use in uses if use.side in sides}
    return tuple(use.side for use in uses if use.sheet in named)


def shared_routine(uses: Sequence[Use]) -> Finding:
    """The rule, said once with its exceptions."""
    whole = [sheet for sheet in sheets_of(uses) if len(sheet) == 2]
    alike = [sheet for sheet in whole if sheet[0].skeleton == sheet[1].skeleton]
    others = [sheet for sheet in whole if sheet not in alike]
    sides = [use for sheet in alike for use in sheet]
    names = list(dict.fromkeys(use.skeleton for use in sides))
    if len(names) == 1:
        text = f"Skeleton {names[0]} printed both formes of {count(len(alike), 'sheet')}: "
        text += span(sides)
    else:
        text = f"From {_run_name(alike)} both formes of each sheet were printed with one skeleton: "
        text += _shares(names, alike)
    if others:
        text += f"; but not so {listed(sheet_name(sheet[0]) for sheet in others)}"
    text += "."
    sure = sum(use.confidence for use in sides) / len(sides)
    return Finding(
        Kind.SHARED_SHEET, sides[0].section, tuple(names), tuple(use.side for use in sides),
        tuple(page for use in sides for page in use.pages), text, round(sure, 4),
    )  # fmt: skip


def _shares(names: Sequence[str], sheets: Sequence[Sequence[Use]]) -> str:
    """A to O, Q and S with skeleton I; P and R with skeleton II."""
    parts = []
    for name in names:
        runs = groupby(sheets, key=lambda sheet: sheet[0].skeleton)
        own = [_run_name(list(run)) for skeleton, run in runs if skeleton == name]
        parts.append(f"{listed(own)} with skeleton {name}")
    return "; ".join(parts)


def _run_name(sheets: Sequence[Sequence[Use]]) -> str:
    first, last = sheet_name(sheets[0][0]), sheet_name(sheets[-1][0])
    return first if first == last else f"{first} to {last}"


def sheet_name(use: Use) -> str:
    """The sheet a side belongs to: M(o) is of sheet M."""
    return use.side.partition("(")[0]
