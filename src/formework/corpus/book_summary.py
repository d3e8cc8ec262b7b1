"""The figures of one finished book that are compared across books."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from statistics import fmean, median
from typing import TYPE_CHECKING

from formework.result import UNSURE, group_pages, side_state

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.result import PageResult

# Shares of the sheets, set by hand, that decide how skeletons take turns.
_MAX_SHEETS, _FEW_SHEETS, _HALF_OF_SHEETS = 0.75, 0.25, 0.5


class TurnTaking(StrEnum):
    """How the skeletons of a book take turns."""

    ONE = "one skeleton"
    BY_FORME = "by forme"  # the two formes of most sheets have different skeletons
    BY_SHEET = "by sheet"  # one skeleton for both formes, another for the next sheet
    MIXED = "mixed"


@dataclass(frozen=True, slots=True)
class SideSummary:
    """One sheet side: its skeleton and state; `UNSURE` if it has no single one."""

    name: str
    skeleton: str
    state: int
    confidence: float

    @property
    def sheet(self) -> str:
        """The sheet, without its forme: B of B(o)."""
        return self.name.rpartition("(")[0]


@dataclass(frozen=True, slots=True)
class TitleLife:
    """One single title: first and last sheet side, times used, and sheets from first to last."""

    numeral: str
    section: str
    first: str
    last: str
    uses: int
    sheets: int


@dataclass(frozen=True, slots=True)
class BookSummary:
    """A finished book in figures; shares are from 0 to 1, `None` if there is nothing to count.

    `two_skeleton_sheets` is the share of sheets whose formes have different
    skeletons; `sole_appearances` is the share of sheet sides whose skeleton, in
    this state, printed no other side.
    """

    pages: int
    sides: tuple[SideSummary, ...]
    titles: tuple[TitleLife, ...]
    skeletons: int
    states: int
    skeletons_per_sheet: float | None
    two_skeleton_sheets: float | None
    turns: TurnTaking
    sole_appearances: float | None
    median_title_sheets: float | None


def summarise_book(pages: Sequence[PageResult]) -> BookSummary:
    """The figures of a book, from the rows of its skeletons.csv."""
    sides = tuple(_side(name, group) for name, group in group_pages(pages).items())
    known = [side for side in sides if side.skeleton != UNSURE]
    by_sheet: dict[str, list[str]] = {}
    for side in known:
        by_sheet.setdefault(side.sheet, []).append(side.skeleton)
    both = [skeletons for skeletons in by_sheet.values() if len(skeletons) == 2]
    differing = fmean(one != other for one, other in both) if both else None
    uses = Counter((side.skeleton, side.state) for side in known)
    titles = _titles(pages, sides)
    skeletons = {side.skeleton for side in known}
    return BookSummary(
        len(pages), sides, titles, len(skeletons), len(uses),
        fmean(len(set(used)) for used in by_sheet.values()) if by_sheet else None,
        differing,
        _turns(len(skeletons), differing, list(by_sheet.values())),
        sum(count == 1 for count in uses.values()) / len(known) if known else None,
        median(title.sheets for title in titles) if titles else None,
    )  # fmt: skip


def _side(name: str, pages: Sequence[PageResult]) -> SideSummary:
    skeleton, state = side_state(pages) or (UNSURE, 1)
    return SideSummary(name, skeleton, state, min(page.confidence for page in pages))


def _turns(skeletons: int, differing: float | None, sheets: Sequence[Sequence[str]]) -> TurnTaking:
    if skeletons <= 1:
        return TurnTaking.ONE
    if differing is not None and differing >= _MAX_SHEETS:
        return TurnTaking.BY_FORME
    changes = [set(one) != set(other) for one, other in pairwise(sheets)]
    is_alternating = bool(changes) and fmean(changes) >= _HALF_OF_SHEETS
    if differing is not None and differing <= _FEW_SHEETS and is_alternating:
        return TurnTaking.BY_SHEET
    return TurnTaking.MIXED


def _titles(pages: Sequence[PageResult], sides: Sequence[SideSummary]) -> tuple[TitleLife, ...]:
    sheets = {sheet: n for n, sheet in enumerate(dict.fromkeys(side.sheet for side in sides))}
    place = {side.name: sheets[side.sheet] for side in sides}
    uses: dict[str, list[PageResult]] = {}
    for page in pages:
        if page.title and page.title != UNSURE:
            uses.setdefault(page.title, []).append(page)
    return tuple(
        TitleLife(
            numeral, used[0].section, used[0].sheet_side, used[-1].sheet_side, len(used),
            1 + max(place[page.sheet_side] for page in used)
            - min(place[page.sheet_side] for page in used),
        )
        for numeral, used in uses.items()
    )  # fmt: skip
