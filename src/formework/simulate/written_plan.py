"""An order of work written as text: the skeleton of each sheet side.

    ab ba cb ab a2b ab' ab~

Sheets are separated by spaces; each letter is the skeleton of one sheet side. A
figure marks a later state of the skeleton, with some titles reset; `'` marks a
turned chase, `~` two exchanged titles.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from formework.errors import InputError

_SIDE = re.compile(r"([a-z])(\d*)('?)(~?)")


@dataclass(frozen=True, slots=True)
class PlannedUse:
    """One sheet side: the number of its skeleton, and whether it was turned or swapped."""

    skeleton: int
    turned: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The order of work of one section.

    `continues` gives for each skeleton the one it is a later state of, or `None`.
    """

    uses: tuple[PlannedUse, ...]
    continues: tuple[int | None, ...]


def read_plan(text: str) -> Plan:
    """Parse an order of work.

    >>> read_plan("ab a2b'").continues
    (None, None, 0)
    """
    numbers: dict[tuple[str, int], int] = {}
    continues: list[int | None] = []
    uses = []
    for sheet in text.split():
        if not re.fullmatch(f"(?:{_SIDE.pattern})+", sheet):
            raise InputError(f"order of work: {sheet!r} is no sheet", hint="write sheets as ab ba")
        for letter, figure, turned, swapped in _SIDE.findall(sheet):
            state = int(figure or 1)
            if (letter, state) not in numbers:
                numbers[letter, state] = len(numbers)
                continues.append(numbers.get((letter, state - 1)))
            uses.append(PlannedUse(numbers[letter, state], bool(turned), bool(swapped)))
    return Plan(tuple(uses), tuple(continues))
