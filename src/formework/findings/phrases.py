"""How findings name what they speak of."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from formework.findings.uses import Use

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def listed(names: Iterable[str]) -> str:
    """Names in a sentence.

    >>> listed(["I", "II", "IV"])
    'I, II and IV'
    """
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def skeletons(names: Sequence[str]) -> str:
    """Skeletons in a sentence, as it begins.

    >>> skeletons(["II"]), skeletons(["I", "II"])
    ('Skeleton II', 'Skeletons I and II')
    """
    return f"Skeleton{'s' if len(names) > 1 else ''} {listed(names)}"


def count(number: int, what: str) -> str:
    """So many of a thing, small numbers in words.

    >>> count(1, "sheet"), count(12, "sheet")
    ('one sheet', '12 sheets')
    """
    word = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
    return f"{word} {what}{'' if number == 1 else 's'}"


def span(uses: Sequence[Use]) -> str:
    """From the first side to the last: B(o) to F(i)."""
    first, last = uses[0].side, uses[-1].side
    return first if first == last else f"{first} to {last}"


def with_pages(use: Use) -> str:
    """A sheet side with the pages it is read from: D(i) (D1v, D2r, D3v, D4r)."""
    return f"{use.side} ({', '.join(use.pages)})"


def runs(names: Sequence[str], order: Sequence[str]) -> str:
    """Names that follow one another as a run: A–O, Q, S.

    >>> runs(["A", "B", "C", "E"], ["A", "B", "C", "D", "E"])
    'A–C, E'
    """
    found: list[list[int]] = []
    for place in map(list(order).index, names):
        if found and place == found[-1][-1] + 1:
            found[-1].append(place)
        else:
            found.append([place])
    return ", ".join(
        order[run[0]] if len(run) == 1 else f"{order[run[0]]}–{order[run[-1]]}" for run in found
    )
