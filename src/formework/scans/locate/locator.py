"""The running title of each page: candidates by page, decided by the whole book."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.model import Box
from formework.scans.locate.letter_tails import around
from formework.scans.locate.page_survey import Survey, survey
from formework.scans.locate.recurring_lines import DOUBTFUL, Choice, choose
from formework.scans.locate.second_look import is_odd, look_again, usual_titles
from formework.scans.text.ocr import WORKERS, shared_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from formework.scans.page_ink import Grey

# Heights of the type: white kept around the line of a title, where dots and accents may be.
_MARGIN = 0.2
# Heights of the type: white kept around the tails of its letters.
_TAIL_MARGIN = 0.05


@dataclass(frozen=True, slots=True)
class Found:
    """A running title found on a page.

    `evidence` is the log-odds that it is one. A person should check a
    `doubtful` one.
    """

    box: Box
    text: str
    evidence: float

    @property
    def doubtful(self) -> bool:
        """Whether a person should check it."""
        return self.evidence <= DOUBTFUL


def locate(image: Grey) -> Found | None:
    """Return the running title of one page, or None where it has none.

    This judges the layout of one page. `locate_titles` also uses the other
    pages of the book, and is more accurate.
    """
    return locate_in_book([survey(image, shared_reader())], lambda _: image)[0]


def locate_in_book(
    surveys: Sequence[Survey], page: Callable[[int], Grey]
) -> tuple[Found | None, ...]:
    """Return the running title of each page of a book, from the surveys of all.

    `page` returns the pixels of a page by its index. It is called only for
    pages that need a second look.
    """
    choices = list(choose(surveys))
    usuals = usual_titles(surveys, choices)
    odd = [index for index, s in enumerate(surveys) if is_odd(s, choices[index], usuals)]

    def again(index: int) -> Choice | None:
        chosen = choices[index]
        return look_again(page(index), surveys[index], chosen, usuals, shared_reader())

    with ThreadPoolExecutor(WORKERS) as pool:
        for index, choice in zip(odd, pool.map(again, odd), strict=True):
            choices[index] = choice
    return tuple(_found(s, c) if c else None for s, c in zip(surveys, choices, strict=True))


def _found(surveyed: Survey, choice: Choice) -> Found:
    box = choice.candidate.box
    tails = _enlarged(choice.candidate.whole, _TAIL_MARGIN * box.height)
    wide = around(_enlarged(box, _MARGIN * box.height), tails)
    x, y = max(0, wide.x), max(0, wide.y)
    right = min(surveyed.width, wide.x + wide.width)
    bottom = min(surveyed.height, wide.y + wide.height)
    return Found(Box(x, y, right - x, bottom - y), choice.candidate.text, float(choice.evidence))


def _enlarged(box: Box, margin: float) -> Box:
    add = round(margin)
    return Box(box.x - add, box.y - add, box.width + 2 * add, box.height + 2 * add)
