"""Work by the sheet: one skeleton prints both formes of a sheet, and skeletons take sheets in turn.

Where that is the rule, it is one finding, with its exceptions, and turns are
read by sheets instead of sheet sides.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, listed, named, runs, span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.findings.uses import Use

_THE_RULE = 2 / 3  # share of the sheets printed by one skeleton from which it is the rule
_FEWEST = 5  # sheets below which there is no rule
_MAX_SHEETS = 0.75  # share of the sheets that a few sets of skeletons must print to be named


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
    """The rule, with its exceptions."""
    whole = [sheet for sheet in sheets_of(uses) if len(sheet) == 2]
    alike = [sheet for sheet in whole if sheet[0].skeleton == sheet[1].skeleton]
    others = [sheet for sheet in whole if sheet not in alike]
    sides = [use for sheet in alike for use in sheet]
    names = list(dict.fromkeys(use.skeleton for use in sides))
    if len(names) == 1:
        text = f"Skeleton {names[0]} printed both formes of {count(len(alike), 'sheet')}, "
        text += span(sides)
    else:
        text = f"From {_run_name(alike)} both formes of each sheet were printed with the same "
        text += f"skeleton: {_shares(names, alike)}"
    if others:
        text += f"; {listed(sheet_name(sheet[0]) for sheet in others)} "
        text += "is an exception" if len(others) == 1 else "are exceptions"
    text += "."
    sure = sum(use.confidence for use in sides) / len(sides)
    return Finding(
        Kind.SHARED_SHEET, sides[0].section, tuple(names), tuple(use.side for use in sides),
        tuple(page for use in sides for page in use.pages), text, round(sure, 4),
    )  # fmt: skip


def _shares(names: Sequence[str], sheets: Sequence[Sequence[Use]]) -> str:
    """Skeleton I on A–O, Q, S; skeleton II on P, R."""
    order = [sheet_name(sheet[0]) for sheet in sheets]
    parts = []
    for name in names:
        own = [sheet_name(sheet[0]) for sheet in sheets if sheet[0].skeleton == name]
        parts.append(f"skeleton {name} on {runs(own, order)}")
    return "; ".join(parts)


def sheets_by_skeletons(uses: Sequence[Use], names: Sequence[str]) -> str:
    """Which skeletons printed which sheets together, on either forme, where few sets do most.

    Skeletons I and II print A, B, E and F; skeletons III and IV print C and D.
    """
    sheets = sheets_of(uses)
    sets: dict[tuple[str, ...], list[str]] = {}
    for sheet in sheets:
        skeletons = tuple(sorted({use.skeleton for use in sheet}, key=names.index))
        sets.setdefault(skeletons, []).append(sheet_name(sheet[0]))
    lasting = {skeletons: own for skeletons, own in sets.items() if len(own) > 1}
    printed = sum(map(len, lasting.values()))
    if len(lasting) < 2 or printed < _MAX_SHEETS * len(sheets):
        return ""
    return "; ".join(
        f"{named(skeletons)} print{'' if len(skeletons) > 1 else 's'} {listed(own)}"
        for skeletons, own in lasting.items()
    )


def _run_name(sheets: Sequence[Sequence[Use]]) -> str:
    first, last = sheet_name(sheets[0][0]), sheet_name(sheets[-1][0])
    return first if first == last else f"{first} to {last}"


def sheet_name(use: Use) -> str:
    """The sheet a side belongs to: M(o) is of sheet M."""
    return use.side.partition("(")[0]
