"""Titles of which the box shows only a part, read again in wider boxes.

A box is too narrow where the detector ended it within the title, or where a
word at the end of the line was taken for a page number. The text that was read
is then a part of the text that other pages have. Its right width is
unknown: titles of one text differ in width.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from formework.book.title_words import comparable, text_likeness
from formework.scans.crops import window
from formework.scans.page_ink import ink_mask, main_band, without_specks, words

if TYPE_CHECKING:
    from formework.book.model import Box
    from formework.scans.page_ink import Grey, Span
    from formework.scans.text.ocr import Reader

# Letters: a shorter reading does not show which text it is a part of.
_FEWEST_LETTERS = 4
# Likeness, of 100, of a part of a title to that part of its text.
_SAME_PART = 80.0
# Ratio: the missing letters may be this much wider than those that are read.
_WIDER_LETTERS = 2.0
# Heights of the box: a space between words, in addition.
_WORD_SPACE = 3.0
# Heights of the box: strokes closer than this are of one letter.
_WITHIN_LETTER = 0.1
# Heights of the box: marks no further from the last letter, and no wider, are its stop.
_STOP_GAP, _STOP_WIDTH = 0.9, 0.4
# Heights of the box: white around the part of the line that is shown to the OCR.
_READING_MARGIN = 0.2


@dataclass(frozen=True, slots=True)
class Missing:
    """How many letters of the usual text were not read at each end."""

    before: int
    after: int

    def __bool__(self) -> bool:
        """Whether anything is missing."""
        return self.before > 0 or self.after > 0


def missing_letters(text: str, usual: str) -> Missing:
    """Return how much of the usual text, given in its comparable form, a reading lacks.

    Nothing where the reading is not a part of that text.

    >>> missing_letters("ENT. POMER.", "commentpomer"), missing_letters("AMEN", "commentpomer")
    (Missing(before=4, after=0), Missing(before=0, after=0))
    """
    read = comparable(text)
    if not _FEWEST_LETTERS <= len(read) < len(usual):
        return Missing(0, 0)
    place = fuzz.partial_ratio_alignment(read, usual)
    if place is None or place.score < _SAME_PART:
        return Missing(0, 0)
    return Missing(place.dest_start, len(usual) - place.dest_end)


def widened(page: Grey, box: Box, text: str, usual: str, reader: Reader) -> tuple[Box, str]:
    """Return the box and the reading that come nearest to the usual text, never narrower.

    The ink beside the box is added piece by piece, on the sides where letters
    are missing.
    """
    missing = missing_letters(text, usual)
    letter = box.width / max(1, len(comparable(text)))
    reach = [
        int(_WIDER_LETTERS * letter * count + _WORD_SPACE * box.height) if count else 0
        for count in (missing.before, missing.after)
    ]
    best, best_text, score = box, text, text_likeness(text, usual)
    for side in ((reach[0], 0), (0, reach[1])):
        for wider in _wider_boxes(page, best, side):
            read = reader.read(window(page, wider, _READING_MARGIN)).text
            likeness = text_likeness(read, usual)
            if likeness > score:
                best, best_text, score = wider, read, likeness
    return (box if best == box else _with_stop(page, best)), best_text


def _wider_boxes(page: Grey, box: Box, reach: Span) -> list[Box]:
    """Return the box with one more piece of ink at a time, to the left or to the right.

    The least wide come first: of two that read alike, the narrower one is right.
    """
    spans = _spans_beside(page, box, reach)
    right = box.x + box.width
    before = [replace(box, x=a, width=right - a) for a, b in reversed(spans) if b <= box.x]
    after = [replace(box, width=b - box.x) for a, b in spans if a >= right]
    return [*before, *after]


def _spans_beside(page: Grey, box: Box, reach: Span) -> list[Span]:
    """Return the columns of the pieces of ink on the line of a box, up to `reach` beside it."""
    start = max(0, box.x - reach[0])
    stop = min(page.shape[1], box.x + box.width + reach[1])
    mask = ink_mask(page[box.y : box.y + box.height, start:stop], reach=box.height)
    top, bottom = main_band(mask)
    type_only = without_specks(mask[top:bottom], bottom - top)
    gap = max(2, int(_WITHIN_LETTER * box.height))
    return [(start + a, start + b) for a, b in words(type_only, gap)]


def _with_stop(page: Grey, box: Box) -> Box:
    """Return the box with a stop that follows it: readings do not show whether it is inside."""
    right = box.x + box.width
    beside = _spans_beside(page, box, (0, int((_STOP_GAP + _STOP_WIDTH) * box.height)))
    following = next((span for span in beside if span[0] >= right), None)
    if following is None or following[0] - right > _STOP_GAP * box.height:
        return box
    is_stop = following[1] - following[0] <= _STOP_WIDTH * box.height
    return replace(box, width=following[1] - box.x) if is_stop else box
