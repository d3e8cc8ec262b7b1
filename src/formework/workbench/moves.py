"""Moving sheet sides to another skeleton, as decisions on pairs of sides.

Decisions never name a skeleton by its numeral, which changes when the book is
clustered again: a side is declared of the same skeleton as another side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.decision_lines import DecisionError, DecisionKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.result import UnitResult


def expand_move(
    units: Sequence[UnitResult], sides: Sequence[str], to: str, why: str = ""
) -> list[Mapping[str, object]]:
    """The decisions that move sides to the skeleton `to`; if that is empty, to a new skeleton.

    Each side is declared to have the same skeleton as the first side there, and
    that one to differ from a side of each skeleton that is left. Sides already in
    the skeleton are declared to stay: they are locked.
    """
    skeleton_of = {unit.name: unit.skeleton for unit in units}
    for side in sides:
        if side not in skeleton_of:
            raise DecisionError(
                f"{side!r} is not a sheet side with running titles",
                field="sides",
                hint=f"name a side such as {next(iter(skeleton_of), '')}",
            )
    target = to.partition(".")[0]
    if target and target not in skeleton_of.values():
        raise DecisionError(
            f"there is no skeleton {to!r}", field="to", hint="choose a skeleton of the montage"
        )
    moved = list(dict.fromkeys(sides))
    staying = [side for side in skeleton_of if side not in moved]
    there = [side for side in staying if target and skeleton_of[side] == target]
    anchor = there[0] if there else moved[0]
    pairs = [(DecisionKind.SAME_SKELETON, side, anchor) for side in moved if side != anchor]
    left = dict.fromkeys(skeleton_of[side] for side in moved if skeleton_of[side] != target)
    for skeleton in left:
        behind = next((side for side in staying if skeleton_of[side] == skeleton), None)
        if behind:
            pairs.append((DecisionKind.DIFFERENT_SKELETON, anchor, behind))
    if not pairs:
        raise DecisionError(
            f"{', '.join(moved)}: nothing to move", field="sides", hint="choose another skeleton"
        )
    return [{"do": str(kind), "sides": [one, other], "why": why} for kind, one, other in pairs]
