"""Signatures that a note says were skipped: A-M^4 (no K), (K omitted), (omitting 2A-2Z)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from formework.book.formula.drafts import omit
from formework.book.formula.signatures import SIGN, guess_range, read_sign

if TYPE_CHECKING:
    from formework.book.formula.drafts import Draft
    from formework.book.formula.signatures import Signature

_NOUN = r"(?:(?:the )?(?:sig(?:nature|natur|n)?s?|gatherings?|quires?|letters?|cahiers?)\b\.?\s*)?"
_SIGNS = r"(?P<{}>[^;:()]{{1,60}}?)"
_NOTE = re.compile(
    r"\s*(?:with\s+)?(?:"
    rf"(?:no|without|omit(?:s|ting)?|skip(?:s|ping)?|sans|ohne|senza|sin|zonder)\s+{_NOUN}"
    rf"{_SIGNS.format('after')}"
    rf"|{_NOUN}{_SIGNS.format('before')},?\s+(?:(?:is|are|was|were)\s+)?"
    r"(?:omitted|skipped|passed over|not used|unused)"
    r")\s*[.,]?\s*",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\[?(?P<note>[^;:()\[\]^]{4,80})(?:\]|(?=;|$))")
_BETWEEN = re.compile(r"\s*(?:[,&/]|\b(?:and|or|nor|et|und|en|e|y)\b(?!\s*(?:,|$)))?\s*")
# I and J were one letter, U and V another, W was not used: a note on one of them describes
# the alphabet, and no gathering is missing.
_ONE_LETTER_OR_UNUSED = frozenset("IJUVW")


def skip(note: str, drafts: list[Draft]) -> bool:
    """Remove the gatherings that a note, written without its brackets, says were skipped.

    Returns False if it removes none: B-K^4 (no A) has no A to remove.
    """
    omitted = [omit(signature, drafts) for signature in _named(note)]
    return any(omitted)


def skip_clause(text: str, position: int, drafts: list[Draft]) -> int:
    """The same for a clause at this position, up to a stop; return its end, 0 if it is none."""
    clause = _CLAUSE.match(text, position)
    return clause.end() if clause and skip(clause["note"], drafts) else 0


def _named(note: str) -> list[Signature]:
    """The signatures that a note names as skipped; empty if it is another note."""
    found = _NOTE.fullmatch(note)
    text = (found["after"] or found["before"]) if found else ""
    named: list[Signature] = []
    position = 0
    while position < len(text):
        first = SIGN.match(text, position)
        start = read_sign(first) if first else None
        if not first or not start:
            return []
        position = first.end()
        last = SIGN.match(text, position + 1) if text[position : position + 1] == "-" else None
        stop = read_sign(last) if last else None
        if last and stop:
            named += guess_range(start, stop)[0]
            position = last.end()
        elif not set((first["mark"] or "").upper()) <= _ONE_LETTER_OR_UNUSED:
            named.append(start)
        between = _BETWEEN.match(text, position)
        if between is None or between.end() == position < len(text):
            return []  # (no K4), a leaf
        position = between.end()
    return named
