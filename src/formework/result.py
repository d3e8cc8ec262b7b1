"""The one result: which skeleton printed each page, how sure that is, and how it was found.

A *skeleton* is numbered I, II, III in order of first appearance. A skeleton some
of whose titles were replaced is a later *state* of the same: 1, 2, 3.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from formework.book.wording import counted
from formework.settings import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.settings import Settings

UNSURE = "?"
_MIN_TITLE_CONFIDENCE = 0.5  # a less certain title is shown as UNSURE
_MIN_RETURN_SHARE = 1 / 2  # of the units whose set returns: with fewer, sets are not counted
_MIN_UNITS = 8  # sheet sides of four sheets: in fewer, few sets can return
_FEW_SKELETONS_PER_UNIT = 1 / 4  # below this each skeleton returns often
_NEARLY_AS_GOOD_LOG_ODDS = 3.0  # below this, another number fits nearly as well


class Way(StrEnum):
    """How the titles of a sheet side are arranged, compared with another side of its skeleton."""

    SAME = "same way round"
    TURNED = "turned"
    EXCHANGED = "two titles exchanged"
    TURNED_EXCHANGED = "turned, two titles exchanged"


@dataclass(frozen=True, slots=True)
class PageResult:
    """One page with its skeleton: one row of `skeletons.csv`.

    `slot` counts from 1. `title` is the numeral of the single title: `UNSURE`
    if its identity is uncertain, empty if the kernel does not identify single
    titles; then `title_confidence` is `None`. `confidence` is that of the sheet
    side. Both are from 0 to 1.
    """

    signature: str
    sheet_side: str
    slot: int
    section: str
    skeleton: str
    state: int
    title: str
    title_confidence: float | None
    confidence: float

    @property
    def label(self) -> str:
        """Skeleton and state as they are shown: II, or II.2."""
        return label_state(self.skeleton, self.state)


@dataclass(frozen=True, slots=True)
class UnitResult:
    """One sheet side, or one page if pages are clustered, with its skeleton.

    `way` is how its titles are arranged, compared with the first unit of the skeleton.
    """

    name: str
    skeleton: str
    state: int
    confidence: float
    way: Way

    @property
    def label(self) -> str:
        """Skeleton and state as they are shown: II, or II.2."""
        return label_state(self.skeleton, self.state)


@dataclass(frozen=True, slots=True)
class RivalNumber:
    """A number of skeletons near the one found, and the log-odds of the best against it."""

    skeletons: int
    cost: float

    @property
    def nearly_as_good(self) -> bool:
        """Whether the evidence hardly prefers the best to this."""
        return self.cost < _NEARLY_AS_GOOD_LOG_ODDS


@dataclass(frozen=True, slots=True)
class Result:
    """The skeletons of a book, and everything that was decided on the way to them.

    `settings` are those asked for; `number_given` is the number of skeletons
    given with them or in book.toml, `None` if it was estimated. `distances`
    (units, units) are in the order of `units`, 0 for the same, NaN for not
    comparable. `rivals` are numbers of skeletons near the one found, empty if
    the system does not weigh them. `warnings` are those known when the result
    was made.
    """

    version: str
    settings: Settings
    number_given: int | None
    pages: tuple[PageResult, ...]
    units: tuple[UnitResult, ...]
    distances: NDArray[np.float64]
    rivals: tuple[RivalNumber, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def skeletons(self) -> dict[str, str]:
        """Skeleton and state of each page, by signature: "II", or "II.2" for a later state."""
        return {page.signature: page.label for page in self.pages}

    @property
    def confidence(self) -> dict[str, float]:
        """How sure each page's skeleton is, 0 to 1, by signature."""
        return {page.signature: page.confidence for page in self.pages}

    @property
    def skeleton_count(self) -> int:
        """The number of skeletons, states aside."""
        return len({page.skeleton for page in self.pages} - {UNSURE})

    @property
    def state_count(self) -> int:
        """The number of states of all skeletons together."""
        return len({(page.skeleton, page.state) for page in self.pages if page.skeleton != UNSURE})

    @property
    def count_words(self) -> str:
        """The number of skeletons and states in words: "2 skeletons in 9 states"."""
        words = counted(self.skeleton_count, "skeleton")
        if self.state_count > self.skeleton_count:
            words += f" in {counted(self.state_count, 'state')}"
        return words

    @property
    def certainty_words(self) -> str:
        """How sure the number is, in words; empty if it was given, or no other was weighed."""
        if self.number_given is not None:
            return ""
        if self.caution_words:
            return self.caution_words.removeprefix("; ")
        if len(self.rivals) < 2:
            return ""
        near = [str(n.skeletons) for n in self.rivals if n.nearly_as_good and n.cost > 0]
        if near:
            return f"{' or '.join(near)} skeletons would fit nearly as well"
        return "no other number would fit nearly as well"

    @property
    def caution_words(self) -> str:
        """What to add to the number where skeletons cannot be counted; empty where they can."""
        sets = [(unit.skeleton, unit.state) for unit in self.units]
        if self.number_given is not None or len(sets) < _MIN_UNITS or can_be_counted(sets):
            return ""
        return "; few sets of titles return, so this is no count of the printer's skeletons"

    def describe(self) -> str:
        """The result in lines to read: each unit with its skeleton, in book order."""
        width = max((len(unit.name) for unit in self.units), default=0)
        lines = [
            f"{unit.name:<{width}}  {unit.label:<6} {unit.confidence:.2f}" for unit in self.units
        ]
        sure = f"; {self.certainty_words}" if self.certainty_words else ""
        return "\n".join([*lines, "", f"{self.count_words} on {self.units_words}{sure}"])

    @property
    def units_words(self) -> str:
        """The number of units in words: "20 sheet sides"."""
        return counted(len(self.units), "sheet side" if self._has_sides else "page")

    @property
    def _has_sides(self) -> bool:
        return self.settings.unit is Unit.SHEET_SIDES


def can_be_counted(sets: Sequence[tuple[str, int]]) -> bool:
    """Whether skeletons can be counted: most sets of titles return, or each skeleton does often.

    `sets` are skeleton and state of each unit. Very many states suggest single
    titles moved and replaced, or noise.
    """
    times = Counter(sets)
    returning = sum(number for number in times.values() if number > 1)
    skeletons = len({skeleton for skeleton, _ in sets})
    return returning >= _MIN_RETURN_SHARE * len(sets) or skeletons < _FEW_SKELETONS_PER_UNIT * len(
        sets
    )


def label_state(skeleton: str, state: int) -> str:
    """Skeleton and state as they are shown.

    >>> label_state("II", 1), label_state("II", 2)
    ('II', 'II.2')
    """
    return skeleton if state == 1 else f"{skeleton}.{state}"


def sure_title(numeral: str, confidence: float) -> str:
    """The numeral of a title, or `UNSURE` if its identity is uncertain."""
    return numeral if numeral and confidence >= _MIN_TITLE_CONFIDENCE else UNSURE


def group_pages(pages: Iterable[PageResult]) -> dict[str, list[PageResult]]:
    """Pages by sheet side, in the order given."""
    sides: dict[str, list[PageResult]] = {}
    for page in pages:
        sides.setdefault(page.sheet_side, []).append(page)
    return sides


def side_state(pages: Iterable[PageResult]) -> tuple[str, int] | None:
    """The skeleton and state of a sheet side, given its pages.

    `None` if they have no single one: no page was read, or single pages were clustered.
    """
    named = {(page.skeleton, page.state) for page in pages if page.skeleton != UNSURE}
    return named.pop() if len(named) == 1 else None
