"""Rotations of single titles, from hand-made tables of which title stands where."""

from __future__ import annotations

from itertools import count

import numpy as np

from formework.findings.rotation import read_rotation
from formework.findings.uses import Standing, Use

SLOTS = 8


def read(sets: list[list[int]]) -> list[tuple[int, int, int]]:
    """The period, start and stop of each rotation of sheet sides with these titles."""
    uses = []
    for place, own in enumerate(sets):
        titles = (Standing(slot, f"{place}-{slot}", str(name)) for slot, name in enumerate(own))
        uses.append(Use(str(place), place, place // 2, "1", "I", 1, tuple(titles), 1.0))
    return [(found.period, found.start, found.stop) for found in read_rotation(uses)]


def rotating(sides: int, period: int, kept: int, titles: count[int]) -> list[list[int]]:
    """Sheet sides each of which keeps some titles of the one a period before."""
    sets: list[list[int]] = []
    for side in range(sides):
        old = sets[side - period][-kept:] if side >= period else []
        sets.append(old + [next(titles) for _ in range(SLOTS - len(old))])
    return sets


def test_a_rotation_whose_sets_never_return() -> None:
    """Three titles of eight return after three sheet sides, the others never."""
    assert read(rotating(24, 3, 3, count())) == [(3, 0, 24)]


def test_a_short_clear_stretch_does_not_hide_a_longer_one() -> None:
    """A few sides that share nearly all titles, then many that share some, by another rhythm."""
    titles = count()
    ((period, start, stop),) = read(rotating(7, 2, 7, titles) + rotating(19, 3, 2, titles))
    assert period == 3
    assert 5 <= start <= 8
    assert stop == 26


def test_shuffled_sides_show_none() -> None:
    """The same sets in any order: nothing of the rhythm is left."""
    draw = np.random.default_rng(0)
    sets = rotating(24, 3, 3, count())
    assert [read([sets[side] for side in draw.permutation(24)]) for _ in range(5)] == [[]] * 5
