"""Titles in type."""

from __future__ import annotations

import numpy as np
import pytest

from formework.simulate.difficulty import NORMAL, STRESS
from formework.simulate.setting import TitleStyle, respace, set_title, with_numeral
from formework.simulate.type import Family, Fount, Style

STYLE = TitleStyle(Fount(Family.ENGLISH, Style.ROMAN), 16.0)


def draw(seed: int) -> np.random.Generator:
    """A generator for one case."""
    return np.random.default_rng(seed)


@pytest.mark.parametrize("seed", range(5))
def test_respacing_keeps_the_sorts(seed: int) -> None:
    """A respaced title has the same sorts, and other material in one to three gaps."""
    title = set_title(0, "Of COMMON-WEALTH.", STYLE, NORMAL, draw(seed))
    again = respace(title, 1, NORMAL, draw(seed + 100))
    assert again.sorts == title.sorts
    changed = sum(one != two for one, two in zip(title.gaps, again.gaps, strict=True))
    assert 1 <= changed <= 3
    assert min(again.gaps) >= 0


def test_settings_of_one_text_differ() -> None:
    """No two settings of one text have the same positions."""
    places = {set_title(0, "Of MAN.", STYLE, STRESS, draw(seed)).places for seed in range(50)}
    assert len(places) == 50


def test_a_changed_figure_leaves_the_rest_standing() -> None:
    """Letters before the figure keep their places, those behind move by its width."""
    title = set_title(0, "Book #.", STYLE, NORMAL, draw(3))
    four, ten = with_numeral(title, 4, seed=0), with_numeral(title, 10, seed=0)
    assert (four.text, ten.text) == ("Book 4.", "Book 10.")
    assert four.places[:4] == ten.places[:4] == title.places[:4]
    assert ten.places[-1] > four.places[-1]
    assert with_numeral(title, 4, seed=0) == four


def test_letters_stand_in_order() -> None:
    """Positions increase along the line, whatever the material between sorts."""
    for seed in range(20):
        title = set_title(0, "PARTHENISSA, A ROMANCE.", STYLE, NORMAL, draw(seed))
        assert (np.diff(title.places) > 0).all()
