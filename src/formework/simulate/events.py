"""Books with events planted in their order of work, for findings to be scored against.

A book is a row of stretches, each with its team of skeletons taking turns. At
the joints a skeleton drops out, is replaced, joins, or all are replaced; in the
middle of stretches stand small events: a sole appearance, a chase turned.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from formework.simulate.foreman import Foreman, Planted
from formework.simulate.plan import read_plan
from formework.simulate.seeds import generator
from formework.simulate.shapes import (
    DISCOURSE,
    KING_LEAR,
    LEVIATHAN,
    MAYOR,
    PARTHENISSA,
    SectionShape,
    Shape,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from formework.simulate.plan import Plan

# What happens between two stretches.
JOINTS = ("interruption", "reset", "change_of_number", "leave", "separate_sets")
# What happens within one.
SMALL = ("sole_appearance", "partial_reset", "turned", "moved_title", "shared_sheet")
_SHAPES = (KING_LEAR, MAYOR, PARTHENISSA, DISCOURSE)


@dataclass(frozen=True, slots=True)
class PlantedBook:
    """A book to be printed, with what is to be found in it.

    `renewed` is the chance that a title is set anew in a later state of its skeleton.
    """

    shape: Shape
    orders: tuple[str, ...]
    events: tuple[Planted, ...]
    renewed: float = 0.0

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans of its sections, for `simulate_book`."""
        return tuple(read_plan(order, self.renewed) for order in self.orders)


def plant(seed: int, joints: int = 2, small: int = 2) -> PlantedBook:
    """A quarto or octavo with so many events at joints, and so many within stretches, by lot."""
    draw = generator(seed, "planted")
    shape = _SHAPES[draw.integers(len(_SHAPES))]
    foreman = Foreman(draw)
    team = foreman.new(int(draw.choice((2, 2, 2, 3))))
    quiet = [foreman.work(team, _sheets(team, draw))]
    for joint in draw.choice(JOINTS, joints):
        team = _JOINTS[joint](foreman, team)
        quiet.append(foreman.work(team, _sheets(team, draw)))
    # The ends of a stretch are left alone: what happens there could be told either way.
    free = [sheet for part in quiet for sheet in range(part.start // 2 + 1, part.stop // 2 - 1)]
    apart = [sheet for sheet in free if 3 <= sheet < len(foreman.sides) // 2 - 3]
    kinds = draw.permutation(SMALL)[:small]
    for kind, sheet in zip(kinds, draw.permutation(apart)[:small].tolist(), strict=False):
        _SMALL[kind](foreman, sheet)
    order = foreman.write_down()
    return PlantedBook(sized(shape, len(foreman.sides)), (order,), tuple(foreman.events))


def planted_leviathan(seed: int) -> PlantedBook:
    """The paper's reading of *Leviathan*, planted: four sections of a folio of 376 pages.

    In the first a cancel and an interruption, in the second three
    interruptions, in the third the change to more skeletons, in the fourth a
    cancel: the one the paper's method missed (its Figure 5).
    """
    draw = generator(seed, "planted leviathan")
    orders: list[str] = []
    events: list[Planted] = []
    work: tuple[Callable[[Foreman], None], ...] = (_of_man, _of_commonwealth, _christian, _darkness)
    for write in work:
        foreman = Foreman(draw, offset=sum(len(order.split()) * 2 for order in orders))
        write(foreman)
        orders.append(foreman.write_down())
        events += foreman.events
    return PlantedBook(LEVIATHAN, tuple(orders), tuple(events))


def _of_man(foreman: Foreman) -> None:
    team = foreman.new(2)
    foreman.work(team, 8)
    team = _interrupt(foreman, team)
    foreman.work(team, 22 - len(foreman.sides) // 2)
    _sole(foreman, 17)


def _of_commonwealth(foreman: Foreman) -> None:
    team = foreman.new(2)
    foreman.work(team, 4)
    for _ in range(3):
        foreman.work(team, 1)
        team = _interrupt(foreman, team)
    foreman.work(team, 28 - len(foreman.sides) // 2)


def _christian(foreman: Foreman) -> None:
    team = foreman.new(2)
    foreman.work(team, 12)
    team = _join(foreman, team)
    foreman.work(team, 32 - len(foreman.sides) // 2)


def _darkness(foreman: Foreman) -> None:
    foreman.work(foreman.new(2), 12)
    _sole(foreman, 7)


def _sheets(team: str, draw: np.random.Generator) -> int:
    """Sheets of a stretch: more for three skeletons, who come round more slowly."""
    return int(draw.integers(5, 7)) + 2 * (len(team) - 2)


def sized(shape: Shape, sides: int) -> Shape:
    """A shape with as many gatherings, of one sheet each, as the order of work needs."""
    letters = "ABCDEFGHIKLMNOPQRSTVXYZ"
    last = sides // 2 - 1
    name = letters[last] if last < len(letters) else f"2{letters[last - len(letters)]}"
    formula = f"A-{name}^{shape.leaves}"
    section = SectionShape(gatherings=sides // 2, skeletons=1, largest=1)  # the plan decides
    return replace(shape, collation=formula, sections=(section,))


def _interrupt(foreman: Foreman, team: str) -> str:
    """One drops out for three or four sheets; the other works alone, or with a third."""
    away = team[int(foreman.draw.integers(len(team)))]
    others, sheets = team.replace(away, ""), int(foreman.draw.integers(3, 5)) + len(team) - 2
    last = foreman.last(away)
    if len(team) > 2:
        foreman.work(others, sheets)
    elif foreman.draw.random() < 0.5:
        foreman.work_alone(others, sheets)
    else:
        foreman.work(others + foreman.new(), 3)
    back = len(foreman.sides)
    foreman.work(team, len(team))
    foreman.note("interruption", last, foreman.next(away, back))
    return team


def _reset(foreman: Foreman, team: str) -> str:
    """One is replaced by one set afresh."""
    old, new = team[int(foreman.draw.integers(len(team)))], foreman.new()
    last, start = foreman.last(old), len(foreman.sides)
    team = team.replace(old, new)
    foreman.work(team, len(team))
    foreman.note("reset", last, foreman.next(new, start))
    return team


def _join(foreman: Foreman, team: str) -> str:
    """One more comes to work; three are as many as are kept at it."""
    if len(team) > 2:
        return _reset(foreman, team)
    new, start = foreman.new(), len(foreman.sides)
    team += new
    foreman.work(team, len(team))
    foreman.note("change_of_number", foreman.next(new, start))
    return team


def _leave(foreman: Foreman, team: str) -> str:
    """One goes and none takes its place; of two, one joins instead."""
    if len(team) < 3:
        return _join(foreman, team)
    gone = team[int(foreman.draw.integers(len(team)))]
    last = foreman.last(gone)
    foreman.note("interruption", last)
    foreman.note("change_of_number", last)
    return team.replace(gone, "")


def _divide(foreman: Foreman, team: str) -> str:
    """All are replaced at once."""
    foreman.joints += [foreman.last(team[0]), len(foreman.sides)]
    return foreman.new(len(team))


def _sole(foreman: Foreman, sheet: int) -> None:
    side = 2 * sheet + int(foreman.draw.integers(2))
    foreman.sides[side] = foreman.new()
    foreman.note("sole_appearance", side)


def _partial(foreman: Foreman, sheet: int) -> None:
    """From a sheet on, a skeleton has some titles new."""
    start = 2 * sheet
    if not any(side[0] == foreman.sides[start][0] for side in foreman.sides[:start]):
        start += 1  # this one is new: the other has been seen
    skeleton = foreman.sides[start]
    before = max(p for p, side in enumerate(foreman.sides[:start]) if side[0] == skeleton[0])
    foreman.sides[start:] = [
        side.replace(skeleton[0], f"{skeleton[0]}2") for side in foreman.sides[start:]
    ]
    foreman.note("partial_reset", before, start)


def _turn(foreman: Foreman, sheet: int) -> None:
    foreman.sides[2 * sheet] += "'"
    foreman.note("turned", 2 * sheet)


def _swap(foreman: Foreman, sheet: int) -> None:
    foreman.sides[2 * sheet] += "~"
    foreman.note("moved_title", 2 * sheet)


def _share(foreman: Foreman, sheet: int) -> None:
    foreman.sides[2 * sheet + 1] = foreman.sides[2 * sheet].rstrip("'~")
    foreman.note("shared_sheet", 2 * sheet, 2 * sheet + 1)


_JOINTS = {
    "interruption": _interrupt, "reset": _reset, "change_of_number": _join,
    "leave": _leave, "separate_sets": _divide,
}  # fmt: skip
_SMALL = {
    "sole_appearance": _sole, "partial_reset": _partial, "turned": _turn,
    "moved_title": _swap, "shared_sheet": _share,
}  # fmt: skip
