"""Moving sheet sides expands to decisions on pairs."""

from __future__ import annotations

import pytest

from formework.book.decision_lines import DecisionError
from formework.result import UnitResult, Way
from formework.workbench.moves import expand_move

UNITS = [
    UnitResult(name, skeleton, 1, 1.0, Way.SAME)
    for name, skeleton in zip(
        ["A(o)", "A(i)", "B(o)", "B(i)", "C(o)"], ["I", "II", "I", "II", "I"], strict=True
    )
]


def moved(*sides: str, to: str) -> list[tuple[object, ...]]:
    """The decisions of a move, as deed and sides."""
    return [
        (record["do"], *record["sides"])  # type: ignore[misc]
        for record in expand_move(UNITS, sides, to)
    ]


def test_a_side_goes_to_another_skeleton() -> None:
    """It has the same skeleton as a side there, and another than the sides it leaves."""
    assert moved("B(o)", to="II") == [
        ("same-skeleton", "B(o)", "A(i)"),
        ("different-skeleton", "A(i)", "A(o)"),
    ]


def test_sides_become_a_skeleton_of_their_own() -> None:
    """A split: the same among themselves, different from what is left."""
    assert moved("B(o)", "C(o)", to="") == [
        ("same-skeleton", "C(o)", "B(o)"),
        ("different-skeleton", "B(o)", "A(o)"),
    ]


def test_a_whole_skeleton_is_merged() -> None:
    """Nothing is left behind that it would be different from."""
    assert moved("A(i)", "B(i)", to="I") == [
        ("same-skeleton", "A(i)", "A(o)"),
        ("same-skeleton", "B(i)", "A(o)"),
    ]


def test_a_side_is_locked_where_it_is() -> None:
    """Moving a side to the skeleton it has, in any state, declares it the same as another side."""
    assert moved("B(o)", to="I.2") == [("same-skeleton", "B(o)", "A(o)")]


@pytest.mark.parametrize(("sides", "to"), [(["Z(o)"], "I"), (["A(o)"], "IX"), ([], "I")])
def test_a_move_of_nothing_is_refused(sides: list[str], to: str) -> None:
    """An unknown side, an unknown skeleton, no side at all."""
    with pytest.raises(DecisionError):
        expand_move(UNITS, sides, to)
