"""Skeletons, new and renewed."""

from __future__ import annotations

import numpy as np

from formework.simulate.difficulty import NORMAL
from formework.simulate.forme_sequence import Work
from formework.simulate.setting import TitleStyle
from formework.simulate.skeleton_formes import Skeleton, Stone
from formework.simulate.type import Family, Fount, Style

STYLE = TitleStyle(Fount(Family.ENGLISH, Style.ROMAN), 16.0)


def make_up(work: Work, seed: int) -> tuple[Skeleton, ...]:
    """The skeletons of a quarto, renewed piecemeal whenever possible."""
    draw = np.random.default_rng(seed)
    return Stone(("A b c", "D e", "A b c", "D e"), STYLE, NORMAL, 1.0, 0, draw).make_up(work)


def test_a_title_is_not_taken_from_a_skeleton_with_a_successor() -> None:
    """Skeleton 2 starts while 0 is idle, but 3 replaces 0 later: 2 and 3 share no title."""
    work = Work(uses=(0, 1, 2, 3, 2, 3), follows=(None, None, 1, 0))
    for seed in range(80):
        skeletons = make_up(work, seed)
        assert not set(skeletons[2].numbers) & set(skeletons[3].numbers)


def test_titles_are_kept_and_taken_over() -> None:
    """A skeleton renewed piecemeal keeps titles, and may take one of a broken-up skeleton."""
    work = Work(uses=(0, 1, 2, 3, 4, 3, 4), follows=(None, None, 0, 1, 2))
    kept = taken = 0
    for seed in range(80):
        first, second, renewed, other, last = (set(s.numbers) for s in make_up(work, seed))
        kept += bool(first & renewed) and bool(second & other)
        taken += bool(last & (first | second) - renewed)
        assert len({frozenset(s) for s in (first, second, renewed, other, last)}) == 5
    assert kept == 80
    assert taken > 0
