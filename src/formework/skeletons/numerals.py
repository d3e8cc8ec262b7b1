"""Roman numerals: skeletons and titles are numbered in order of first appearance."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

_NUMERALS = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
    (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
)  # fmt: skip


def roman(number: int) -> str:
    """A number, from 1, in roman numerals.

    >>> roman(4), roman(19)
    ('IV', 'XIX')
    """
    written = ""
    for value, numeral in _NUMERALS:
        times, number = divmod(number, value)
        written += numeral * times
    return written


def number_by_appearance(labels: Iterable[Hashable]) -> tuple[str, ...]:
    """Labels replaced by roman numerals, in order of first appearance.

    >>> number_by_appearance([7, 7, 3, 7])
    ('I', 'I', 'II', 'I')
    """
    numerals: dict[Hashable, str] = {}
    return tuple(numerals.setdefault(label, roman(len(numerals) + 1)) for label in labels)
