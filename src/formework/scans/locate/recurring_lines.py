"""What the whole book teaches of its running titles: they recur, in text, place and size.

A line that is read again on other pages at the same height is a headline; a
first line of text never is. Pages are compared with those of their own side,
verso with verso, only through the texts: misplaced and transposed titles are
found all the same.
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

# Evidence above 0 makes a title; within this of 0 a person should look.
DOUBTFUL = 1.5


@dataclass(frozen=True, slots=True)
class Choice:
    """The candidate taken for the running title of a page, and how sure it is (log-odds)."""

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
        chosen.append(best if best and best.evidence > 0 else None)
    return tuple(chosen)


def _recurs(one: Candidate, support: int, share: float) -> float:
    """Evidence of a text read on `support` other pages; where most pages have it, none is odd.

    "Chap. 2." read once is the heading of a chapter; "LIBER" read often is a title.
    """
    if support:
        return min(5.0, 1.0 + 1.2 * float(np.log2(1 + support)))
    return -(5.0 if is_reference(one.text) else 2.0) * share


def _supports(pages: Sequence[tuple[Candidate, ...]]) -> list[list[int]]:
    """For each candidate, the number of other pages on which its text is read."""
    flat = [(number, comparable(one.text)) for number, page in enumerate(pages) for one in page]
    owners = np.array([number for number, _ in flat])
    texts = [text for _, text in flat]
    same = likeness(texts) >= SAME_TEXT
    same[[not text for text in texts]] = False  # nothing read is nothing in common
    counts = iter(
        [len(set(owners[row]) - {owner}) for row, owner in zip(same, owners, strict=True)]
    )
    return [[next(counts) for _ in page] for page in pages]


def _unread_supports(
    pages: Sequence[tuple[Candidate, ...]], surveys: Sequence[Survey]
) -> list[list[int]]:
    """For each candidate of pages that cannot be read, the other pages with one of its shape.

    Full lines of text are all of one shape, and prove nothing.
    """
    flat = [
        (number, one.box.width / survey.measure, one.box.height / survey.height)
        for number, (page, survey) in enumerate(zip(pages, surveys, strict=True))
        for one in page
    ]
    if not flat:
        return [[] for _ in pages]
    owners, widths, heights = (np.array(column) for column in zip(*flat, strict=True))
    alike = np.abs(np.log(widths[:, None] / widths)) < 0.06
    alike &= np.abs(np.log(heights[:, None] / heights)) < 0.2
    alike &= widths < 0.8
    rows = zip(alike, owners, widths, strict=True)
    counts = iter([len(set(owners[row]) - {own}) if wide < 0.8 else 0 for row, own, wide in rows])
    return [[next(counts) for _ in page] for page in pages]


@dataclass(frozen=True, slots=True)
class _Habit:
    """Where this book's headlines stand and how high they are, as shares of the page's height.

    `share` of the pages have a headline that recurs, and `paged` of those a
    page number on the same line.
    """

    share: float
    paged: float
    level: float
    level_play: float
    size: float
    size_play: float

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
        if len(sure) < 3:
            return cls(0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
        levels = np.array([one.box.y / height for one, height in sure])
        sizes = np.array([one.box.height / height for one, height in sure])
        share = min(1.0, len(sure) / len(pages))
        paged = float(np.mean([one.paged for one, _ in sure]))
        level, size = _middle_and_play(levels, 0.006), _middle_and_play(sizes, 0.0)
        return cls(share, paged, *level, *size)

    def fit(self, one: Candidate, height: float) -> float:
        """Evidence, never above 0, of a candidate's place and size beside the book's habit."""
        off = (one.box.y / height - self.level) / self.level_play
        odd = (one.box.height / height - self.size) / max(self.size_play, 0.1 * self.size, 1e-6)
        unnumbered = 0.0 if one.paged else 1.5 * self.paged
        return -self.share * (_oddness(off) + _oddness(odd) + unnumbered)


def _oddness(deviation: float) -> float:
    """Evidence against what lies this many standard deviations off; two are nothing odd."""
    return min(6.0, max(0.0, (deviation**2 - 4) / 4))


def _middle_and_play(values: NDArray[np.float64], least: float) -> tuple[float, float]:
    """The median, and the standard deviation as the median absolute deviation tells it."""
    middle = float(np.median(values))
    return middle, max(least, 1.5 * float(np.median(np.abs(values - middle))))
