"""The uses of skeletons, in book order: what is read from `skeletons.csv`."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.errors import InputError
from formework.result import UNSURE, can_be_counted, label_state

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from formework.book.model import SheetSide
    from formework.result import PageResult

RETURNING = 1 / 3  # share of the sheet sides whose set of titles returns, from which sets are read


@dataclass(frozen=True, slots=True)
class Standing:
    """A running title in its place: slot from 1, page, and numeral, empty where not known.

    `confidence` is that of the numeral, 0 to 1.
    """

    slot: int
    signature: str
    numeral: str
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Use:
    """One sheet side of one section, printed with a skeleton in one of its states.

    `order` counts the section's uses and `sheet` its sheets, both from 0.
    """

    side: str
    order: int
    sheet: int
    section: str
    skeleton: str
    state: int
    titles: tuple[Standing, ...]
    confidence: float

    @property
    def pages(self) -> tuple[str, ...]:
        """The signatures of its pages."""
        return tuple(title.signature for title in self.titles)

    @property
    def label(self) -> str:
        """The skeleton with its state, as in the table: II.2."""
        return label_state(self.skeleton, self.state)


def returning_share(uses: Sequence[Use]) -> float:
    """The share of the sheet sides whose set of titles is seen more than once."""
    sets = Counter(use.label for use in uses)
    return sum(times for times in sets.values() if times > 1) / len(uses)


def is_established(uses: Sequence[Use]) -> bool:
    """Whether the skeletons of a section can be counted."""
    return can_be_counted([(use.skeleton, use.state) for use in uses])


def read_uses(
    pages: Iterable[PageResult], sides: Sequence[SheetSide]
) -> dict[str, tuple[Use, ...]]:
    """The uses of each section, in book order; pages in no skeleton are left out."""
    by_side: dict[tuple[str, str], list[PageResult]] = {}
    for page in pages:
        if page.skeleton not in ("", UNSURE):
            by_side.setdefault((page.section, page.sheet_side), []).append(page)
    sections: dict[str, list[Use]] = {}
    sheets: dict[str, list[tuple[str, int]]] = {}
    for side in sides:
        for section in dict.fromkeys(section for section, name in by_side if name == side.name):
            uses = sections.setdefault(section, [])
            known = sheets.setdefault(section, [])
            if not known or known[-1] != (side.gathering, side.sheet):
                known.append((side.gathering, side.sheet))
            uses.append(_use(by_side[section, side.name], len(uses), len(known) - 1))
    return {section: tuple(uses) for section, uses in sections.items()}


def _use(pages: Sequence[PageResult], order: int, sheet: int) -> Use:
    labels = sorted({page.label for page in pages})
    first = pages[0]
    if len(labels) > 1:
        raise InputError(
            f"skeletons.csv gives {first.sheet_side} more than one skeleton: {', '.join(labels)}",
            hint="the sequence is read by sheet sides: formework cluster BOOK --unit sheet-sides",
        )
    titles = tuple(
        Standing(
            page.slot,
            page.signature,
            "" if page.title == UNSURE else page.title,
            1.0 if page.title_confidence is None else page.title_confidence,
        )
        for page in sorted(pages, key=lambda page: page.slot)
    )
    confidence = sum(page.confidence for page in pages) / len(pages)
    return Use(
        first.sheet_side, order, sheet, first.section, first.skeleton, first.state, titles,
        confidence,
    )  # fmt: skip
