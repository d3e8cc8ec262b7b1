"""The running title of each page, chosen by the whole book: titles recur in text, place and size.

A text that is read on other pages too is a headline; a first line of text
never recurs. Rectos and versos are compared with each other, so that misplaced
and transposed titles are found as well.

All weights of evidence are log-odds, set by hand in round numbers on the books
of docs/titles.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.book.title_words import SAME_TEXT, comparable, likeness
from formework.scans.locate.headline import Candidate, candidates
from formework.scans.text.page_references import is_reference

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.scans.locate.page_survey import Survey

# Log-odds: a candidate above 0 is a title; a person should check one not above this.
DOUBTFUL = 1.5
# Candidates: fewer recurring headlines do not show a habit of the book.
_FEWEST_FOR_HABIT = 3
# Logarithms of ratios: unread candidates that differ less are of one shape.
_SAME_WIDTH, _SAME_HEIGHT = 0.06, 0.2
# A share of the measure: wider unread lines are full lines of text, all of one shape.
_FULL_LINE = 0.8
# A share of the page's height: headlines of one book vary in level at least this much.
_MIN_LEVEL_SPREAD = 0.006
# A share of the height of a headline's type: measured heights vary at least this much.
_MIN_SIZE_SPREAD = 0.1
# The median absolute deviation times this estimates the standard deviation (1.48, rounded).
_MAD_TO_DEVIATION = 1.5


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate chosen as the running title of a page, with its evidence in log-odds.

    `support` is the number of other pages with the same text or shape.
    """

    candidate: Candidate
    evidence: float
    support: int


def choose(surveys: Sequence[Survey]) -> tuple[Choice | None, ...]:
    """Return the running title of each page, or None where it has none."""
    pages = [candidates(survey) for survey in surveys]
    scale = [float(survey.height) for survey in surveys]
    unread = all(survey.unread for survey in surveys)
    supports = _unread_supports(pages, surveys) if unread else _supports(pages)
    habit = _Habit.of(pages, supports, scale)
    chosen: list[Choice | None] = []
    for page, support, height in zip(pages, supports, scale, strict=True):
        weighed = [
            Choice(
                one, one.layout + _recurs(one, count, habit.share) + habit.fit(one, height), count
            )
            for one, count in zip(page, support, strict=True)
        ]
        best = max(weighed, key=lambda choice: choice.evidence, default=None)
        chosen.append(best if best and best.evidence > _least(best, habit) else None)
    return tuple(chosen)


def _least(choice: Choice, habit: _Habit) -> float:
    """Return the evidence that a title must have.

    In a book whose headlines recur, a text read on no other page, on a line
    without a page number, is as a rule the heading of a chapter, a table or a
    preface: it must not be doubtful.
    """
    one = choice.candidate
    alone = bool(one.text) and not choice.support and not one.paged
    return DOUBTFUL if alone and habit.share > 0 else 0.0


def _recurs(one: Candidate, support: int, share: float) -> float:
    """Evidence of a text that is read on `support` other pages.

    Without support it counts against the candidate, the more so the larger the
    `share` of pages whose headline recurs. "Chap. 2." read once is a chapter
    heading; "LIBER" read often is a title.
    """
    if support:
        return min(5.0, 1.0 + 1.2 * float(np.log2(1 + support)))
    return -(5.0 if is_reference(one.text) else 2.0) * share


def _supports(pages: Sequence[tuple[Candidate, ...]]) -> list[list[int]]:
    """Return for each candidate the number of other pages on which its text is read."""
    flat = [(number, comparable(one.text)) for number, page in enumerate(pages) for one in page]
    owners = np.array([number for number, _ in flat])
    texts = [text for _, text in flat]
    same = likeness(texts) >= SAME_TEXT
    same[[not text for text in texts]] = False  # no text is no support
    counts = iter(
        [len(set(owners[row]) - {owner}) for row, owner in zip(same, owners, strict=True)]
    )
    return [[next(counts) for _ in page] for page in pages]


def _unread_supports(
    pages: Sequence[tuple[Candidate, ...]], surveys: Sequence[Survey]
) -> list[list[int]]:
    """Return for each unread candidate the number of other pages with one of its shape.

    Full lines of text are all of one shape and give no support.
    """
    flat = [
        (number, one.box.width / survey.measure, one.box.height / survey.height)
        for number, (page, survey) in enumerate(zip(pages, surveys, strict=True))
        for one in page
    ]
    if not flat:
        return [[] for _ in pages]
    owners, widths, heights = (np.array(column) for column in zip(*flat, strict=True))
    alike = np.abs(np.log(widths[:, None] / widths)) < _SAME_WIDTH
    alike &= np.abs(np.log(heights[:, None] / heights)) < _SAME_HEIGHT
    alike &= widths < _FULL_LINE
    rows = zip(alike, owners, widths, strict=True)
    counts = iter(
        [len(set(owners[row]) - {own}) if wide < _FULL_LINE else 0 for row, own, wide in rows]
    )
    return [[next(counts) for _ in page] for page in pages]


@dataclass(frozen=True, slots=True)
class _Habit:
    """The usual level and size of the book's headlines, as shares of the page's height.

    A share `share` of the pages has a headline that recurs; of these, a share
    `paged` has a page number on the same line. Spreads are standard deviations.
    """

    share: float
    paged: float
    level: float
    level_spread: float
    size: float
    size_spread: float

    @classmethod
    def of(
        cls,
        pages: Sequence[tuple[Candidate, ...]],
        supports: Sequence[Sequence[int]],
        heights: Sequence[float],
    ) -> _Habit:
        sure = [
            (one, height)
            for page, support, height in zip(pages, supports, heights, strict=True)
            for one, count in zip(page, support, strict=True)
            if count and one.layout > 0
        ]
        if len(sure) < _FEWEST_FOR_HABIT:
            return cls(0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
        levels = np.array([one.box.y / height for one, height in sure])
        sizes = np.array([one.box.height / height for one, height in sure])
        share = min(1.0, len(sure) / len(pages))
        paged = float(np.mean([one.paged for one, _ in sure]))
        level, size = (
            _middle_and_spread(levels, _MIN_LEVEL_SPREAD),
            _middle_and_spread(sizes, 0.0),
        )
        return cls(share, paged, *level, *size)

    def fit(self, one: Candidate, height: float) -> float:
        """Evidence, never above 0, of how a candidate's level and size fit the book's habit."""
        off = (one.box.y / height - self.level) / self.level_spread
        spread = max(self.size_spread, _MIN_SIZE_SPREAD * self.size, 1e-6)
        odd = (one.box.height / height - self.size) / spread
        unnumbered = 0.0 if one.paged else 1.5 * self.paged
        return -self.share * (_oddness(off) + _oddness(odd) + unnumbered)


def _oddness(deviation: float) -> float:
    """Evidence against a deviation, given in standard deviations; up to two count nothing."""
    return min(6.0, max(0.0, (deviation**2 - 4) / 4))


def _middle_and_spread(values: NDArray[np.float64], least: float) -> tuple[float, float]:
    """Return the median, and the standard deviation estimated by the median absolute deviation."""
    middle = float(np.median(values))
    return middle, max(least, _MAD_TO_DEVIATION * float(np.median(np.abs(values - middle))))
