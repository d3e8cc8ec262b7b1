"""The size of a gathering in a formula: A4, A^{4}, A(4), A^{8/4}, or A 4."""

from __future__ import annotations

import re

_NUMBERS = r"(\d{1,4}(?:/\d{1,4})*)"
SIZE = re.compile(
    rf"\]?\??\s?\^\{{{_NUMBERS}\}}|\]?\??{_NUMBERS}(?![\d°#])"
    rf"|\]?\s?\({_NUMBERS}(?:'?s| (?:leaves|ll|ff|bll?|cc)\.?(?: each)?)?\)"  # (8), (8 leaves each)
    rf"|\]? (\d{{1,2}}(?:/\d{{1,2}})*)(?=[\s,;.)]|$)(?!\s?(?:leaves|leaf|ll|ff|pp|plates))"
    r"|\]?\s?\[(\d{1,2}(?:/\d{1,2})*)\](?!,?\s?(?:\d|leaves|leaf|ll|ff|pp|p\.|plates|bl))"
)
# A size without a signature: its sign was lost in a catalogue's export.
NAMELESS = re.compile(r"\^\{(\d{1,2})\}(?=[\s(]|$)")


def leaves_of(size: re.Match[str]) -> str:
    """The number of leaves that a match of `SIZE` gives: "4", or "8/4" if sizes alternate.

    >>> [leaves_of(SIZE.match(text)) for text in ("4", "^{8/4}", "(6)")]
    ['4', '8/4', '6']
    """
    return next(str(group) for group in size.groups() if group)
