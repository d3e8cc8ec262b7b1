"""Wording of messages: numbers with their nouns, and lists of pages."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

_MAX_NAMED = 3  # names in one message


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "leaf", "leaves"), counted(2, "page")
    ('1 leaf', '2 pages')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def named(names: Sequence[str]) -> str:
    """The first few of many names, and how many more there are.

    >>> named(["a.txt", "b.txt"]), named(["1", "2", "3", "4", "5"])
    ('a.txt, b.txt', '1, 2, 3 and 2 more')
    """
    more = len(names) - _MAX_NAMED
    return ", ".join(names[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")


def span(names: Sequence[str]) -> str:
    """Names that follow one another, by the first and the last.

    >>> span(["C4r"]), span(["C4r", "C4v", "D1r"])
    ('C4r', 'C4r to D1r (3)')
    """
    return names[0] if len(names) == 1 else f"{names[0]} to {names[-1]} ({len(names)})"


def spans(chosen: Collection[str], order: Sequence[str]) -> str:
    """The chosen names, each unbroken stretch of `order` written as one span.

    >>> spans({"A1v", "A2r", "A3r"}, ["A1r", "A1v", "A2r", "A2v", "A3r"])
    'A1v to A2r (2), A3r'
    """
    wanted = set(chosen)
    stretches = groupby(order, key=wanted.__contains__)
    return named([span(list(stretch)) for is_chosen, stretch in stretches if is_chosen])
