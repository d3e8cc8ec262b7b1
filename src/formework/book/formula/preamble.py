"""What a record says before the heading of its formula: format, extent, plates, remarks.

    4to (200x138 mm). [4], 238, [2] leaves. Collation: *4 A-Z4

None of it holds gatherings, so nothing in it is read as one, and no remark goes beyond it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from formework.book.formula.prose import formula_heading
from formework.book.formula.sign_reading import sign_at
from formework.book.formula.sizes import SIZE
from formework.book.formula.surroundings import VOLUME

if TYPE_CHECKING:
    from formework.book.formula.surroundings import Surroundings

_WORD = re.compile(r"\([^()]*\)|\w+")
_STOPS = re.compile(r"[\s.,;:]*")


def take_preamble(text: str, around: Surroundings) -> tuple[int, str]:
    """Read what precedes the formula; return where the formula begins, and what was not read.

    Without a heading, or if volumes or gatherings come before it, only a format precedes.
    """
    end, unread = _before_heading(text, around)
    return around.take_heading(text, end), unread


def _before_heading(text: str, around: Surroundings) -> tuple[int, str]:
    """Read what precedes the heading; 0 and "" if nothing is read before it."""
    end = formula_heading(text)
    preamble = text[:end]
    stops = _STOPS.match(preamble, around.take_format(preamble, 0))
    position = stops.end() if stops else 0
    first = sign_at(preamble, position)
    if VOLUME.search(preamble) or (first and SIZE.match(preamble, first[1])):
        return 0, ""
    unread = []
    while position < end:
        taken = around.take(preamble, position, ())
        if taken == position:
            word = _WORD.match(preamble, position)
            taken = word.end() if word else position + 1
            unread.append(preamble[position:taken])
        stops = _STOPS.match(preamble, taken)
        position = stops.end() if stops else taken
    words = " ".join(unread)
    return end, words if re.search(r"[^\W\d_]{2}", words) else ""
