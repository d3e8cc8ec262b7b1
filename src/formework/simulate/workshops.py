"""Books printed as real workshops did, with what is to be found in them.

One skeleton for both formes, a second that joins and takes sheets in turn;
titles passed on by a way that changes, or lent to the other skeleton as a rule;
titles replaced one by one, also between the formes of a sheet; formes in
rotation of which no set of titles returns whole; damage that grows.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from formework.simulate.planted_events import PlantedBook, sized
from formework.simulate.seeds import generator
from formework.simulate.shapes import DISCOURSE, INSTITUTION, KING_LEAR, WISDOM
from formework.simulate.work_journal import PlantedEvent

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from formework.simulate.shapes import Shape

_OCTAVOS = (DISCOURSE, INSTITUTION, WISDOM)  # only in these do four titles of a face go round
_RENEWED = (0.15, 0.35)  # least and greatest share of titles replaced from use to use, in rotation
_REPLACED_WITHIN = 3  # of eight titles, replaced between the formes of a sheet
_LENT = (2, 4)  # of eight titles lent: from two to three
_DAMAGED = 0.2  # share of titles whose damage grows, in half of the books

# Shakespeare's Sonnets, 1609, B to I: both formes of each sheet by one skeleton, in the order
# R. McLeod gives after MacD. P. Jackson (Studies in Bibliography 32); K and L are special cases.
SONNETS = "aa bb cc dd bb cc aa bb"


@dataclass
class _Order:
    """An order of work being written down: each sheet side with its marks, and the events."""

    draw: np.random.Generator
    sides: list[str] = field(default_factory=list)
    events: list[PlantedEvent] = field(default_factory=list)
    renewed: float = 0.0
    replaced: int = 0
    lent: tuple[int, ...] = ()

    def note(self, kind: str, *sides: int, required: bool = True) -> None:
        self.events.append(PlantedEvent(kind, tuple(sides), required))

    def write_down(self) -> str:
        pairs = zip(self.sides[::2], self.sides[1::2], strict=True)
        return " ".join(one + two for one, two in pairs)

    def renew(self, first: int, state: int = 2) -> None:
        """From a side on its skeleton has some titles new, in a state never planned before."""
        letter = self.sides[first][0]
        uses = [place for place, side in enumerate(self.sides) if side[0] == letter]
        for place in uses:
            if place >= first:
                self.sides[place] = re.sub(r"^[a-z]\d*", f"{letter}{state}", self.sides[place])
        self.note("partial_reset", max(place for place in uses if place < first), first)


def plant_workshop(seed: int, custom: str | None = None) -> PlantedBook:
    """A quarto or octavo printed by one of the customs, drawn at random unless given."""
    draw = generator(seed, "workshop")
    chosen = custom or str(draw.choice(DRAWN_CUSTOMS))
    order = _Order(draw)
    shape = _OCTAVOS[int(draw.integers(len(_OCTAVOS)))]
    if chosen in ("rotation", "late rotation"):
        shape = (KING_LEAR, *_OCTAVOS)[int(draw.integers(4))]
        order.renewed = float(draw.uniform(*_RENEWED))
    _CUSTOMS[chosen](order)
    return _book(shape, order, damaged=_DAMAGED if draw.random() < 0.5 else 0.0)


def planted_sonnets() -> PlantedBook:
    """The schedule of the *Sonnets* of 1609, sheets B to I."""
    order = _Order(generator(0, "sonnets"))
    order.sides = list(SONNETS.replace(" ", ""))
    order.note("shared_sheet", *range(len(order.sides)))
    return _book(KING_LEAR, order)


def shuffled(planted: PlantedBook, seed: int) -> PlantedBook:
    """The same skeletons and states with their sheet sides in shuffled order: no order is left."""
    draw = generator(seed, "shuffled")
    orders = []
    for order in planted.orders:
        sides = re.findall(r"[a-z]\d*(?:\([a-z]\))?'?>?~?", order)
        mixed = [sides[place] for place in draw.permutation(len(sides))]
        pairs = zip(mixed[::2], mixed[1::2], strict=True)
        orders.append(" ".join(one + two for one, two in pairs))
    return replace(planted, orders=tuple(orders), events=())


def skeletons_of(planted: PlantedBook) -> int:
    """How many skeletons printed a planted book, states aside."""
    return sum(len({sign for sign in order if sign.isalpha()}) for order in planted.orders)


def _book(shape: Shape, order: _Order, damaged: float = 0.0) -> PlantedBook:
    return PlantedBook(
        sized(shape, len(order.sides)), (order.write_down(),), tuple(order.events),
        order.renewed, order.replaced, order.lent, damaged,
    )  # fmt: skip


def _both_formes(order: _Order) -> None:
    """One skeleton for both formes; another joins; the way titles pass changes at some sheet."""
    alone, both = (int(order.draw.integers(low, high)) for low, high in ((8, 11), (8, 11)))
    order.sides = ["a"] * (2 * alone)
    for sheet in range(both):
        order.sides += ["ba"[sheet % 2]] * 2
    first = 2 * alone
    order.note("shared_sheet", *range(len(order.sides)))
    order.note("change_of_number", first)
    order.note("alternation", *range(first, len(order.sides)))
    change = 2 * int(order.draw.integers(3, alone - 2))
    for inner in range(change + 1, len(order.sides), 2):
        order.sides[inner] += ">"
    order.note("transfer", change - 1, change)
    _exchange(order, 2 * int(order.draw.integers(alone + 2, alone + both - 2)))


def _by_sheet(order: _Order) -> None:
    """Two or three skeletons take sheets in turn, each for both formes."""
    team = "abc"[: int(order.draw.integers(2, 4))]
    sheets = int(order.draw.integers(11, 16))
    for sheet in range(sheets):
        order.sides += [team[sheet % len(team)]] * 2
    order.note("shared_sheet", *range(len(order.sides)))
    order.note("alternation", *range(len(order.sides)))
    order.renew(2 * int(order.draw.integers(5, sheets - len(team) - 1)))


def _by_forme(order: _Order) -> None:
    """Two skeletons, one for each forme: one is turned at some sheet, titles of one replaced."""
    sheets = int(order.draw.integers(12, 17))
    order.sides = ["a", "b"] * sheets
    order.note("alternation", *range(len(order.sides)))
    at = order.draw.permutation(range(3, sheets - 3))
    turned = 2 * int(at[0])
    order.sides[turned] += "'"
    order.note("turned", turned)
    order.renew(2 * int(at[1]) + 1)


def _rotation(order: _Order) -> None:
    """Three or four formes in rotation; at each use some titles are replaced."""
    team = "abcd"[: int(order.draw.integers(3, 5))]
    _rotate(order, team, 2 * int(order.draw.integers(14, 21)))


def _late_rotation(order: _Order) -> None:
    """A rotation that begins in mid-book, after single formes or one skeleton for both formes."""
    team = "abcd"[: int(order.draw.integers(3, 5))]
    before = 2 * int(order.draw.integers(8, 11))
    if order.draw.random() < 0.5:
        order.sides = list("efghijklmnopqrstuvwxyz"[:before])
    else:
        order.sides = ["e", *(f"e{state}" for state in range(2, before + 1))]
    _rotate(order, team, 2 * int(order.draw.integers(14, 21)))


def _rotate(order: _Order, team: str, sides: int) -> None:
    """Sides in rotation, each use of a forme in a new state."""
    first = len(order.sides)
    for side in range(sides):
        state = side // len(team) + 1
        order.sides.append(team[side % len(team)] + (str(state) if state > 1 else ""))
    order.note("rotation", *range(first, first + sides))


def _exchange(order: _Order, side: int) -> None:
    """Two titles change places on one side."""
    order.sides[side] += "~"
    order.note("moved_title", side)


def _lending(order: _Order) -> None:
    """Two skeletons take sheets in turn; on inner formes each has some titles of the other."""
    alone, both = (int(order.draw.integers(low, high)) for low, high in ((0, 7), (12, 15)))
    order.sides = ["a"] * (2 * alone)
    for sheet in range(both):
        order.sides += ["ba"[sheet % 2]] * 2
    first = 2 * alone
    order.note("shared_sheet", *range(len(order.sides)))
    if alone:
        order.note("change_of_number", first, required=alone > 4)
    order.note("alternation", *range(first, len(order.sides)))
    begins = first + 2 * int(order.draw.integers(0, 4))
    for inner in range(begins + 1, len(order.sides), 2):
        own = order.sides[inner]
        order.sides[inner] = f"{own}({'ab'[own == 'a']})"
    count = int(order.draw.integers(*_LENT))
    order.lent = tuple(sorted(order.draw.permutation(8)[:count].tolist()))
    order.note("lending", *range(begins, len(order.sides)))


def _forme_order(order: _Order) -> None:
    """One or two skeletons for both formes; in two sheets titles are replaced between these.

    Where the inner forme goes first, the outer one has the new titles.
    """
    team = "ab"[: int(order.draw.integers(1, 3))]
    sheets = 14 + 2 * len(team)
    for sheet in range(sheets):
        order.sides += [team[sheet % len(team)]] * 2
    order.replaced = _REPLACED_WITHIN
    order.note("shared_sheet", *range(len(order.sides)))
    if len(team) > 1:
        order.note("alternation", *range(len(order.sides)))
    middle = sheets // 2
    for low, high in ((3, middle - 2), (middle + 1, sheets - 3)):
        outer = 2 * int(order.draw.integers(low, high))
        old = order.sides[outer]
        order.renew(outer + 1, state=int(old[1:] or 1) + 1)
        if order.draw.random() < 0.5:
            order.sides[outer], order.sides[outer + 1] = order.sides[outer + 1], old
        order.note("forme_order", outer, outer + 1)


_CUSTOMS: dict[str, Callable[[_Order], None]] = {
    "both formes": _both_formes, "by sheet": _by_sheet, "by forme": _by_forme,
    "rotation": _rotation, "lending": _lending, "forme order": _forme_order,
    "late rotation": _late_rotation,
}  # fmt: skip
CUSTOMS = tuple(_CUSTOMS)
# Books of a seed stay what they were: a custom added later is planted only by its name.
DRAWN_CUSTOMS = CUSTOMS[:6]
