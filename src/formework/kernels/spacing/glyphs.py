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

FIGURE = "#"  # stands for a number, or a letter of it, that changes from title to title

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
_SAME_NUMBER = 0.9  # share of the titles that must have one number for it not to change
# A Roman number below 400 that is a word by itself; greater ones are years, or words such as DI.
_ROMAN = "(?=[IVXLC])C{0,4}(XC|XL|L?X{0,4})(IX|IV|V?I{0,4})"
_ROMAN_NUMBER = re.compile(rf"\b(?:{_ROMAN}|{_ROMAN.lower()})\b")
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
    A number that changes from title to title is `#`, a Roman one letter by letter.

    >>> common_characters(["AD ROM.", "ADROM·", "AD R0M", "ADROM."])
    'ADROM.'
    >>> common_characters(["Book 4.", "Book 4."]), common_characters(["Book 4.", "Book 12."])
    ('Book4.', 'Book#.')
    >>> common_characters(["LIB. II.", "LIB. III.", "LIB. II."])
    'LIB.##.'
    """
    kinds: dict[str, Counter[str]] = {}
    for text in filter(str.strip, texts):
        readings = kinds.setdefault(_without_numbers(text), Counter())
        readings[text] += 1
    if not kinds:
        return ""
    readings = max(kinds.values(), key=Counter.total)
    text, _ = readings.most_common(1)[0]
    exact = plain_characters(text)
    times = sum(n for other, n in readings.items() if plain_characters(other) == exact)
    is_constant = times >= _SAME_NUMBER * readings.total()
    return exact if is_constant else plain_characters(blank_numbers(text))


def plain_characters(text: str) -> str:
    """A reading without spaces, its stops in one form.

    >>> plain_characters("Book 12 ·")
    'Book12.'
    """
    return re.sub(r"\s", "", text.translate(_ONE_FORM))


def blank_numbers(text: str) -> str:
    """A reading with `#` for each number in figures, and for each letter of a Roman one.

    >>> blank_numbers("Book 12. Chap. IV."), blank_numbers("LIBER VIVVS")
    ('Book #. Chap. ##.', 'LIBER VIVVS')
    """
    text = re.sub(r"\d+", FIGURE, text)
    return _ROMAN_NUMBER.sub(lambda found: FIGURE * len(found[0]), text)


def _without_numbers(text: str) -> str:
    """A reading by which titles that differ in numbers only are alike."""
    return re.sub(f"{FIGURE}+", FIGURE, plain_characters(blank_numbers(text)))
