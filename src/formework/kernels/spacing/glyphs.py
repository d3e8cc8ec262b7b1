"""The characters a title is known to show: which they are, and about how wide.

The recognised text says how many letters a title has, so that M is not taken for
two letters and two letters that touch are not taken for one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

FIGURE = "#"  # stands for a number that changes from title to title

_STOPS = ".,:;'’"

# Width of the printed face in em, for a type whose capitals are 0.68 em high. Founts differ by a
# fifth or so: the table only has to distinguish an M from an I.
_FACE_WIDTHS = {
    **dict.fromkeys("WÆŒ", 0.98),
    **dict.fromkeys("Mm", 0.84),
    **dict.fromkeys("HNQwæœ", 0.74),
    **dict.fromkeys("ADGKORUVXY&", 0.69),
    **dict.fromkeys("BCELTZ", 0.60),
    **dict.fromkeys("FP", 0.55),
    **dict.fromkeys("hknudbpq", 0.50),
    **dict.fromkeys("Sagovxy" + FIGURE, 0.45),
    **dict.fromkeys("cez", 0.40),
    **dict.fromkeys("IJrstfſ", 0.34),
    **dict.fromkeys("ijl-–", 0.25),
    **dict.fromkeys(_STOPS, 0.13),
}
_USUAL_WIDTH = 0.5  # em, of a character not in the table
_SAME_FIGURE = 0.9  # share of the titles that must have one number for it not to change
_ONE_FORM = str.maketrans({"·": ".", "•": ".", "‚": ",", "—": "-", "`": "'", "´": "'"})


def face_width(character: str) -> float:
    """About how wide a character prints, in em.

    >>> face_width("M") > face_width("É") > face_width("I") > face_width(".")
    True
    """
    plain = unicodedata.normalize("NFD", character)[:1]
    return _FACE_WIDTHS.get(plain, _USUAL_WIDTH)


def is_stop(character: str) -> bool:
    """Whether a character is a point or a comma: a dot of ink, not a letter."""
    return character in _STOPS


def common_characters(texts: Sequence[str]) -> str:
    """The characters most readings of one text agree on, without spaces.

    Recognition drops spaces and takes one stop for another; neither matters here.
    A figure that changes from title to title is `#`.

    >>> common_characters(["AD ROM.", "ADROM·", "AD R0M", "ADROM."])
    'ADROM.'
    >>> common_characters(["Book 4.", "Book 12."])
    'Book#.'
    >>> common_characters(["Book 4.", "Book 4."])
    'Book4.'
    """
    readings = Counter(filter(None, map(plain_characters, texts)))
    if not readings:
        return ""
    blanked = Counter(map(blank_figures, readings.elements()))
    common, times = blanked.most_common(1)[0]
    exact, exactly = readings.most_common(1)[0]
    is_constant = blank_figures(exact) == common and exactly >= _SAME_FIGURE * times
    return exact if is_constant else common


def plain_characters(text: str) -> str:
    """A reading without spaces, its stops in one form.

    >>> plain_characters("Book 12 ·")
    'Book12.'
    """
    return re.sub(r"\s", "", text.translate(_ONE_FORM))


def blank_figures(characters: str) -> str:
    """The characters with each number as `#`.

    >>> blank_figures("Book12.")
    'Book#.'
    """
    return re.sub(r"\d+", FIGURE, characters)
