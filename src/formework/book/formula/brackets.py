"""What stands in brackets in a formula, and where the brackets end."""

from __future__ import annotations

import re

_LONGEST_NOTE = 1000  # characters
_SQUARE = re.compile(r"\[([^\[\]]{0,200})\]")
# The signature )( or ):( where a leaf of it is named within brackets: (-):(4).
_INVERTED = re.compile(r"\)[^\s()\w]{0,2}\((?=\d|\^|-)")
_BEFORE_LEAF = re.compile(r"[-+±,(\s]\d{0,2}$")


def square_brackets(text: str, opening: int) -> tuple[str, int]:
    """What stands in the square brackets opened here, and the position behind them."""
    found = _SQUARE.match(text, opening)
    return (found[1], found.end()) if found else ("", opening)


def round_brackets(text: str, opening: int, *, inverted: bool) -> tuple[str, int]:
    """What stands in the round brackets opened here, others within them, and the end.

    Brackets never closed hold all the rest. `inverted` tells that the book has
    signatures such as )(, which neither open nor close anything.
    """
    depth = 0
    position = opening
    while position < min(len(text), opening + _LONGEST_NOTE):
        sign = _INVERTED.match(text, position) if inverted else None
        if sign and _BEFORE_LEAF.search(text, max(opening, position - 4), position):
            position = sign.end()
            continue
        depth += (text[position] in "([") - (text[position] in ")]")
        position += 1
        if depth == 0:
            return text[opening + 1 : position - 1], position
    return text[opening + 1 :], len(text)
