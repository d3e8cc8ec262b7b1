"""Books with known events in their order of work, to score findings against.

The order of work is a series of stretches, in each of which a team of skeletons
takes turns. Between stretches a skeleton drops out, is replaced or joins, or all
are replaced. Within a stretch there are small events, such as a sole appearance
or a turned chase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

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
from formework.simulate.work_journal import PlantedEvent, WorkJournal
from formework.simulate.written_plan import read_plan

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np

    from formework.simulate.written_plan import Plan

# Events between two stretches.
JOINTS = ("interruption", "reset", "change_of_number", "leave", "separate_sets")
# Events within a stretch.
SMALL = ("sole_appearance", "partial_reset", "turned", "moved_title", "shared_sheet")
_SHAPES = (KING_LEAR, MAYOR, PARTHENISSA, DISCOURSE)


@dataclass(frozen=True, slots=True)
class PlantedBook:
    """A book to print, and the events to be found in it.

    `renewed`, `replaced`, `lent` and `damaged` are those of its plans.
    """

    shape: Shape
    orders: tuple[str, ...]
    events: tuple[PlantedEvent, ...]
    renewed: float = 0.0
    replaced: int = 0
    lent: tuple[int, ...] = ()
    damaged: float = 0.0

    @property
    def plans(self) -> tuple[Plan, ...]:
        """The plans of its sections, for `simulate_book`."""
        return tuple(
            replace(
                read_plan(order), renewed=self.renewed, replaced=self.replaced, lent=self.lent,
                damaged=self.damaged,
            )
            for order in self.orders
        )  # fmt: skip


def plant(seed: int, joints: int = 2, small: int = 2) -> PlantedBook:
    """Draw a quarto or octavo with `joints` events between and `small` within stretches."""
    draw = generator(seed, "planted")
    shape = _SHAPES[draw.integers(len(_SHAPES))]
    journal = WorkJournal(draw)
    team = journal.new(int(draw.choice((2, 2, 2, 3))))
    quiet = [journal.work(team, _sheets(team, draw))]
    for joint in draw.choice(JOINTS, joints):
        team = _JOINTS[joint](journal, team)
        quiet.append(journal.work(team, _sheets(team, draw)))
    # No events at the ends of a stretch, where they would be ambiguous.
    free = [sheet for part in quiet for sheet in range(part.start // 2 + 1, part.stop // 2 - 1)]
    apart = [sheet for sheet in free if 3 <= sheet < len(journal.sides) // 2 - 3]
    kinds = draw.permutation(SMALL)[:small]
    for kind, sheet in zip(kinds, draw.permutation(apart)[:small].tolist(), strict=False):
        _SMALL[kind](journal, sheet)
    order = journal.write_down()
    return PlantedBook(sized(shape, len(journal.sides)), (order,), tuple(journal.events))


def planted_leviathan(seed: int) -> PlantedBook:
    """The events the paper reports in *Leviathan*: four sections of a folio of 376 pages.

    The first has a cancel and an interruption, the second three interruptions,
    the third a change to more skeletons, the fourth a cancel, which the paper's
    method missed (its Figure 5).
    """
    draw = generator(seed, "planted leviathan")
    orders: list[str] = []
    events: list[PlantedEvent] = []
    sections: tuple[Callable[[WorkJournal], None], ...]
    sections = (_of_man, _of_commonwealth, _christian, _darkness)
    for write in sections:
        journal = WorkJournal(draw, offset=sum(len(order.split()) * 2 for order in orders))
        write(journal)
        orders.append(journal.write_down())
        events += journal.events
    return PlantedBook(LEVIATHAN, tuple(orders), tuple(events))


def _of_man(journal: WorkJournal) -> None:
    team = journal.new(2)
    journal.work(team, 8)
    team = _interrupt(journal, team)
    journal.work(team, 22 - len(journal.sides) // 2)
    _sole(journal, 17)


def _of_commonwealth(journal: WorkJournal) -> None:
    team = journal.new(2)
    journal.work(team, 4)
    for _ in range(3):
        journal.work(team, 1)
        team = _interrupt(journal, team)
    journal.work(team, 28 - len(journal.sides) // 2)


def _christian(journal: WorkJournal) -> None:
    team = journal.new(2)
    journal.work(team, 12)
    team = _join(journal, team)
    journal.work(team, 32 - len(journal.sides) // 2)


def _darkness(journal: WorkJournal) -> None:
    journal.work(journal.new(2), 12)
    _sole(journal, 7)


def _sheets(team: str, draw: np.random.Generator) -> int:
    """The sheets of a stretch: more for three skeletons, whose turns come less often."""
    return int(draw.integers(5, 7)) + 2 * (len(team) - 2)


def sized(shape: Shape, sides: int) -> Shape:
    """The shape with as many one-sheet gatherings as the order of work needs."""
    letters = "ABCDEFGHIKLMNOPQRSTVXYZ"
    last = sides // 2 - 1
    name = letters[last] if last < len(letters) else f"2{letters[last - len(letters)]}"
    formula = f"A-{name}^{shape.leaves}"
    section = SectionShape(gatherings=sides // 2, skeletons=1, largest=1)  # the plan decides
    return replace(shape, collation=formula, sections=(section,))


def _interrupt(journal: WorkJournal, team: str) -> str:
    """One skeleton drops out for three or four sheets; the other prints alone or with a third."""
    away = team[int(journal.draw.integers(len(team)))]
    others, sheets = team.replace(away, ""), int(journal.draw.integers(3, 5)) + len(team) - 2
    last = journal.last(away)
    if len(team) > 2:
        journal.work(others, sheets)
    elif journal.draw.random() < 0.5:
        journal.work_alone(others, sheets)
    else:
        journal.work(others + journal.new(), 3)
    back = len(journal.sides)
    journal.work(team, len(team))
    journal.note("interruption", last, journal.next(away, back))
    return team


def _reset(journal: WorkJournal, team: str) -> str:
    """One skeleton is replaced by a new one."""
    old, new = team[int(journal.draw.integers(len(team)))], journal.new()
    last, start = journal.last(old), len(journal.sides)
    team = team.replace(old, new)
    journal.work(team, len(team))
    journal.note("reset", last, journal.next(new, start))
    return team


def _join(journal: WorkJournal, team: str) -> str:
    """One more skeleton joins, up to three."""
    if len(team) > 2:
        return _reset(journal, team)
    new, start = journal.new(), len(journal.sides)
    team += new
    journal.work(team, len(team))
    journal.note("change_of_number", journal.next(new, start))
    return team


def _leave(journal: WorkJournal, team: str) -> str:
    """One skeleton leaves and is not replaced; of two, none leaves and one joins instead."""
    if len(team) < 3:
        return _join(journal, team)
    gone = team[int(journal.draw.integers(len(team)))]
    last = journal.last(gone)
    journal.note("interruption", last)
    journal.note("change_of_number", last)
    return team.replace(gone, "")


def _divide(journal: WorkJournal, team: str) -> str:
    """All skeletons are replaced at once."""
    journal.joints += [journal.last(team[0]), len(journal.sides)]
    return journal.new(len(team))


def _sole(journal: WorkJournal, sheet: int) -> None:
    side = 2 * sheet + int(journal.draw.integers(2))
    journal.sides[side] = journal.new()
    journal.note("sole_appearance", side)


def _partial(journal: WorkJournal, sheet: int) -> None:
    """From a sheet on, some titles of a skeleton are new."""
    start = 2 * sheet
    if not any(side[0] == journal.sides[start][0] for side in journal.sides[:start]):
        start += 1  # this skeleton is new, the other is not
    skeleton = journal.sides[start]
    before = max(p for p, side in enumerate(journal.sides[:start]) if side[0] == skeleton[0])
    journal.sides[start:] = [
        side.replace(skeleton[0], f"{skeleton[0]}2") for side in journal.sides[start:]
    ]
    journal.note("partial_reset", before, start)


def _turn(journal: WorkJournal, sheet: int) -> None:
    journal.sides[2 * sheet] += "'"
    journal.note("turned", 2 * sheet)


def _swap(journal: WorkJournal, sheet: int) -> None:
    journal.sides[2 * sheet] += "~"
    journal.note("moved_title", 2 * sheet)


def _share(journal: WorkJournal, sheet: int) -> None:
    journal.sides[2 * sheet + 1] = journal.sides[2 * sheet].rstrip("'~")
    journal.note("shared_sheet", 2 * sheet, 2 * sheet + 1)


_JOINTS = {
    "interruption": _interrupt, "reset": _reset, "change_of_number": _join,
    "leave": _leave, "separate_sets": _divide,
}  # fmt: skip
_SMALL = {
    "sole_appearance": _sole, "partial_reset": _partial, "turned": _turn,
    "moved_title": _swap, "shared_sheet": _share,
}  # fmt: skip
