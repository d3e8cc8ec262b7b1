"""The brackets of a formula: what they hold, where they end, which have no partner."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from formework.book.formula.signatures import INVERTED

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.book.formula.notation import Plain

_LONGEST_NOTE = 1000  # characters
_SQUARE = re.compile(r"\[([^\[\]]{0,200})\]")
# The signature )( or ):( where a leaf of it is named within brackets: (-):(4).
_INVERTED = re.compile(rf"(?:{INVERTED})+(?=\d|\^|-)")
_BEFORE_LEAF = re.compile(r"[-+±,(\s](?:\^\{\w{1,2}\})?\d{0,3}$")
_LONGEST_BEFORE_LEAF = 9  # characters: a sign, ^{12}, three figures
_MAX_UNPAIRED = 3  # where a formula is garbled throughout, the first are enough
_EXCERPT_CHARACTERS = 8
_INVERTED_SIGN = re.compile(INVERTED)


def square_brackets(text: str, opening: int) -> tuple[str, int]:
    """The content of the square brackets opened here, and the position after them."""
    found = _SQUARE.match(text, opening)
    return (found[1], found.end()) if found else ("", opening)


def round_brackets(text: str, opening: int, *, inverted: bool) -> tuple[str, int]:
    """The content of the round brackets opened here, nested ones included, and the end.

    Brackets that are never closed hold everything that follows. `inverted`: the book
    has signatures such as )(, which neither open nor close anything.
    """
    depth = 0
    position = opening
    while position < min(len(text), opening + _LONGEST_NOTE):
        sign = _INVERTED.match(text, position) if inverted else None
        before = max(opening, position - _LONGEST_BEFORE_LEAF)
        if sign and _BEFORE_LEAF.search(text, before, position):
            position = sign.end()
            continue
        depth += (text[position] in "([") - (text[position] in ")]")
        position += 1
        if depth == 0:
            return text[opening + 1 : position - 1], position
    return text[opening + 1 :], len(text)


def unpaired_brackets(text: str) -> list[int]:
    """The positions of the first brackets without a partner; )( and ):( are signatures.

    >>> unpaired_brackets("A-F^4(-F4 [G]^4"), unpaired_brackets(")(^4 A^4(-A4)")
    ([5], [])
    """
    opened: list[int] = []
    unpaired: list[int] = []
    position = 0
    while position < len(text):
        if text[position] in "([":
            opened.append(position)
        elif text[position] in ")]":
            sign = None if opened else _INVERTED_SIGN.match(text, position)
            if sign:
                position = sign.end()
                continue
            if opened:
                opened.pop()
            else:
                unpaired.append(position)
        position += 1
    return sorted(unpaired + opened)[:_MAX_UNPAIRED]


def warn_of_brackets(formula: str, source: Plain) -> Iterator[str]:
    """Warnings that name the brackets without a partner, as they stand in the formula."""
    for position in unpaired_brackets(source.text):
        yield _warning(formula, source.origin(position))


def _warning(formula: str, place: int) -> str:
    excerpt = formula[place : place + _EXCERPT_CHARACTERS].strip()
    fault = "closed" if formula[place] in "([" else "opened"
    return f"{excerpt!r} at character {place + 1}: this bracket is never {fault}"
