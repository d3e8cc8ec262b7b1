"""Comparing the words of running titles: the one rule for when two texts are the same title.

Titles are read by OCR from worn type, and compositors spelled as they liked.
Two readings of one title are therefore seldom equal letter by letter, only
similar. The rule is used where titles are located, grouped into texts and
sections, checked for misplaced words, and shown.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz import fuzz, process

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# Likeness, 0 to 100. Set by hand on the titles of the books in docs/titles.md: readings of one
# title share at least this much.
SAME_TEXT = 78.0
# Likeness, 0 to 100. Different titles share at most this much; between the two limits, a text is
# too badly read to decide.
OTHER_TEXT = 55.0
# Letters that OCR confuses in early type: long s and f; e, o and c; i, l and 1.
_CONFUSED_LETTERS = str.maketrans("fecoil1", "sccciii")


def comparable(text: str) -> str:
    """Return a text in the form in which it is compared.

    Case, accents, punctuation and spaces are removed; long s becomes s, u
    becomes v, j becomes i.

    >>> comparable("DE LA GAVLE"), comparable("Confeſſion."), comparable("IN I. EPIST.")
    ('delagavle', 'confession', 'iniepist')
    """
    plain = unicodedata.normalize("NFKD", text.replace("ſ", "s")).casefold()
    letters = "".join(sign for sign in plain if sign.isalnum())
    return letters.replace("u", "v").replace("j", "i")


def likeness(texts: Sequence[str], others: Sequence[str] | None = None) -> NDArray[np.float32]:
    """Return how much each comparable text shares with each of the others, 0 to 100.

    With `others`, each text (rows) is compared with each of those (columns).

    The mean of two ratios: one of the letters as read, one with letters that OCR
    confuses made equal. So such misreadings count half.

    >>> likeness(["confession", "confeffion", "delagavle"])[0] > SAME_TEXT
    array([ True,  True, False])
    """
    columns = texts if others is None else others
    merged = [_merge_confused(text) for text in texts]
    merged_columns = merged if others is None else [_merge_confused(text) for text in others]
    plain = process.cdist(texts, columns, scorer=fuzz.ratio)
    return np.asarray((plain + process.cdist(merged, merged_columns, scorer=fuzz.ratio)) / 2)


def text_likeness(one: str, other: str) -> float:
    """Return how much two texts share as they are printed or read, 0 to 100."""
    return float(likeness([comparable(one), comparable(other)])[0, 1])


def is_same_text(one: str, other: str) -> bool:
    """Whether two texts are readings of one title.

    >>> is_same_text("DE LA GAVLE", "De la Gaule."), is_same_text("De Homine.", "De Civitate.")
    (True, False)
    """
    return text_likeness(one, other) >= SAME_TEXT


def is_other_text(one: str, other: str) -> bool:
    """Whether two texts are certainly different titles, not one title badly read.

    >>> is_other_text("De Homine.", "De Civitate."), is_other_text("De Homine.", "D Honinc")
    (True, False)
    """
    return text_likeness(one, other) <= OTHER_TEXT


def group_texts(texts: Sequence[str]) -> tuple[int, ...]:
    """Return for each text the number of its group: readings of one title are one group.

    Each group is led by its most frequent reading; groups are numbered by the
    frequency of that reading. A text without letters has group -1.

    >>> group_texts(["FRANCOISE.", "DE LA GAVLE", "FRANCOlSE", "", "DE LA GAVLE"])
    (1, 0, 1, -1, 0)
    """
    plain = [comparable(text) for text in texts]
    frequent = [text for text, _ in Counter(text for text in plain if text).most_common()]
    if not frequent:
        return (-1,) * len(texts)
    near = likeness(frequent) >= SAME_TEXT
    group_of: dict[str, int] = {}
    leaders: list[int] = []
    for index, text in enumerate(frequent):
        joined = next((rank for rank, first in enumerate(leaders) if near[index, first]), None)
        if joined is None:
            leaders.append(index)
        group_of[text] = len(leaders) - 1 if joined is None else joined
    return tuple(group_of.get(text, -1) for text in plain)


def _merge_confused(text: str) -> str:
    return text.translate(_CONFUSED_LETTERS).replace("rn", "m")
