"""Lessons: what is drawn from them is what it is said to be."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

pytest.importorskip("torch", reason="the extra `training` is not installed: make test-training")

from hypothesis import given
from hypothesis import strategies as st

from formework.training.lesson_source import HELD_OUT, open_school
from formework.training.lessons import Lesson, draw_comparisons
from formework.training.networks import NetworkName
from formework.training.paper_pairs import draw_lesson
from formework.training.training_books import FAMILIES, print_book, print_lessons
from formework.training.training_plan import usual_plan

if TYPE_CHECKING:
    from pathlib import Path


@given(
    settings=st.lists(st.integers(0, 3), min_size=4, max_size=12).filter(
        lambda settings: 1 < len(set(settings)) < len(settings)
    ),
    seed=st.integers(0, 99),
)
def test_matches_match_and_others_do_not(settings: list[int], seed: int) -> None:
    """Every matching pair is of one setting and two impressions, every other pair of two."""
    lesson = Lesson((), np.array(settings))
    drawn = draw_comparisons(lesson, 5, 3, np.random.default_rng(seed))
    assert drawn.matching.shape == (5, 2)
    assert drawn.others.shape == (5, 3, 2)
    one, other = drawn.matching.T
    assert (one != other).all()
    assert (lesson.settings[one] == lesson.settings[other]).all()
    assert (lesson.settings[drawn.others[..., 0]] != lesson.settings[drawn.others[..., 1]]).all()
    assert len(drawn.pairs) == 20


def test_the_papers_pairs_are_drawn_from_their_number() -> None:
    """The same seed and number give the same titles; the match is of the anchor's setting."""
    lesson, again = draw_lesson(3, 5, 4), draw_lesson(3, 5, 4)
    assert lesson.settings.tolist() == [0, 0, 1, 2, 3, 4]
    assert all(np.array_equal(a, b) for a, b in zip(lesson.images, again.images, strict=True))
    assert not np.array_equal(lesson.images[0], draw_lesson(3, 6, 4).images[0])


def test_a_match_of_the_paper_differs_by_its_place_alone() -> None:
    """A match is the anchor shifted: no wider; what does not match is spaced wider or lettered."""
    widths = np.array(
        [[image.shape[1] for image in draw_lesson(0, n, 4).images] for n in range(30)]
    )
    assert (widths[:, 0] == widths[:, 1]).all()
    assert (widths[:, 2:] != widths[:, :1]).mean() > 0.6


def test_no_lesson_wears_the_type_of_the_tests() -> None:
    """Books to learn from use the founts of the development universe only."""
    for seed in range(30):
        (dress,) = print_book(seed).universe.dresses.values()
        assert dress.style.fount.family in FAMILIES


def test_a_book_gives_its_versos_and_its_rectos() -> None:
    """Each lesson has impressions of several settings, most of them more than once."""
    for lesson in print_lessons(HELD_OUT):
        assert len(lesson.images) == len(lesson.settings) >= 20
        assert 4 <= len(set(lesson.settings.tolist())) <= 10


def test_at_rest_a_match_lies_upon_its_anchor() -> None:
    """Without unrest only ink differs; with it, the match is shifted along the line."""
    for number in range(4):
        still, moved = (_likeness(draw_lesson(0, number, 1, unrest)) for unrest in (0.0, 1.0))
        assert still > 0.6 > 0.4 > moved


def test_shift_comes_in_lesson_by_lesson(tmp_path: Path) -> None:
    """The first steps are at rest; the last have lessons at rest and fully shifted ones."""
    plan = replace(usual_plan(NetworkName.MICRO), held_out=0)
    school = open_school(plan, tmp_path, lambda *_: None)
    first, last = school.lessons(0), school.lessons(plan.steps - 1)
    assert all(_likeness(lesson) > 0.6 for lesson in first)
    assert _likeness(last[0]) > 0.6 > 0.4 > _likeness(last[-1])


def _likeness(lesson: Lesson) -> float:
    """How well an anchor and its match agree as they lie."""
    anchor, match = lesson.images[:2]
    return float(np.corrcoef(anchor.ravel(), match.ravel())[0, 1])
