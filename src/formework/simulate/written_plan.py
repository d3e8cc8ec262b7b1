"""An order of work written as text: the skeleton of each sheet side.

    ab ba cb ab a2b ab' ab~

Sheets are separated by spaces; each letter is the skeleton of one sheet side. A
figure marks a later state of the skeleton, with some titles reset; `'` marks a
turned chase, `>` titles passed one place on, `~` two exchanged titles; `a(b)` is
skeleton a with some titles lent by b.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from formework.errors import InputError

_SIDE = re.compile(r"([a-z])(\d*)(?:\(([a-z])\))?('?)(>?)(~?)")


@dataclass(frozen=True, slots=True)
class PlannedUse:
    """One sheet side: the number of its skeleton, and how its titles are arranged.

    `lender` is the skeleton that lends the titles in the lent slots, or `None`.
    """

    skeleton: int
    lender: int | None = None
    turned: bool = False
    passed: bool = False
    swapped: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The order of work of one section.

    `continues` gives for each skeleton the one it is a later state of, or `None`.
    `renewed` is the probability that a title is reset in a later state; if it is
    0, `replaced` titles are reset, and if that is 0 too, one to about half.
    `lent` are the slots, from 0, whose titles skeletons lend to each other;
    `damaged` is the share of titles of which one sort breaks a little more at
    every use.
    """

    uses: tuple[PlannedUse, ...]
    continues: tuple[int | None, ...]
    renewed: float = 0.0
    replaced: int = 0
    lent: tuple[int, ...] = ()
    damaged: float = 0.0


def read_plan(text: str) -> Plan:
    """Parse an order of work; titles are renewed, lent and damaged as by default.

    >>> read_plan("ab a2b'").continues
    (None, None, 0)
    """
    sheets = text.split()
    for sheet in sheets:
        if not re.fullmatch(f"(?:{_SIDE.pattern})+", sheet):
            raise InputError(
                f"order of work: {sheet!r} is not a sheet", hint="write sheets as ab ba"
            )
    sides = [side for sheet in sheets for side in _SIDE.findall(sheet)]
    named = {(letter, int(figure or 1)) for letter, figure, *_ in sides}
    numbers: dict[tuple[str, int], int] = {}
    continues: list[int | None] = []

    def number(letter: str, state: int) -> int:
        """The number of a state; the state it continues is always numbered before it."""
        if (letter, state) not in numbers:
            before = (letter, state - 1)
            earlier = number(*before) if before in named else None
            numbers[letter, state] = len(numbers)
            continues.append(earlier)
        return numbers[letter, state]

    latest: dict[str, int] = {}
    uses = []
    for letter, figure, lender, turned, passed, swapped in sides:
        latest[letter] = number(letter, int(figure or 1))
        lends = latest.get(lender, number(lender, 1)) if lender else None
        uses.append(PlannedUse(latest[letter], lends, bool(turned), bool(passed), bool(swapped)))
    return Plan(tuple(uses), tuple(continues))
