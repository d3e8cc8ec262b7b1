"""Words and phrases that findings and the account have in common."""

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
    return f"S{named(names)[1:]}"


def named(names: Sequence[str]) -> str:
    """Skeletons within a sentence.

    >>> named(["II"]), named(["I", "II"])
    ('skeleton II', 'skeletons I and II')
    """
    return f"skeleton{'s' if len(names) > 1 else ''} {listed(names)}"


def count(number: int, what: str) -> str:
    """A number of things, small numbers in words.

    >>> count(1, "sheet"), count(12, "sheet")
    ('one sheet', '12 sheets')
    """
    return f"{number_word(number)} {what}{'' if number == 1 else 's'}"


def number_word(number: int) -> str:
    """A number in a sentence: in words up to ten."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def span(uses: Sequence[Use]) -> str:
    """From the first side to the last: B(o) to F(i)."""
    first, last = uses[0].side, uses[-1].side
    return first if first == last else f"{first} to {last}"


def runs(names: Sequence[str], order: Sequence[str]) -> str:
    """Names in order, consecutive ones as a run: A–O, Q, S.

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
