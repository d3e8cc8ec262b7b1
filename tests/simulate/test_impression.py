"""The impression of a page."""

from __future__ import annotations

import numpy as np
import pytest

from formework.book.model import Face, Format
from formework.simulate.constants import NICK_GROWTH, SCRAPS
from formework.simulate.difficulty import NORMAL
from formework.simulate.impression import lock_up, pull_page
from formework.simulate.printed_page import LAYOUTS, MM_PER_POINT, Mark
from formework.simulate.setting import TitleStyle, damage, set_title
from formework.simulate.type import Family, Fount, Style

LAYOUT = LAYOUTS[Format.QUARTO]
STYLE = TitleStyle(Fount(Family.ENGLISH, Style.ROMAN), 16.0)
TITLE = set_title(0, "Of MAN.", STYLE, NORMAL, np.random.default_rng(0))


def lock(draw: int, use: int = 0, roughness: float = 1.0) -> tuple[Mark, ...]:
    """Lock up the title once."""
    generator = np.random.default_rng(draw)
    return lock_up(TITLE, use, Face.RECTO, LAYOUT, generator, seed=5, roughness=roughness)


def steps(marks: tuple[Mark, ...]) -> np.ndarray:
    """The distances from sort to sort, in ems."""
    return np.diff([mark.x for mark in marks]) / (16.0 * MM_PER_POINT)


def test_two_impressions_of_a_title_differ_by_less_than_a_scrap() -> None:
    """Lock-up moves the letters, but far less than the thinnest scrap of paper."""
    one, other = steps(lock(1)), steps(lock(2))
    assert not np.array_equal(one, other)
    assert np.abs(one - np.diff(TITLE.places)).max() < min(SCRAPS)
    assert np.abs(one - other).mean() < min(SCRAPS)


def test_drift_grows_with_use() -> None:
    """After 40 uses the gaps differ more from the setting than at the first use."""
    new, old = (np.abs(steps(lock(1, use, 0.0)) - np.diff(TITLE.places)) for use in (0, 40))
    assert old.mean() > 2 * new.mean()


def test_pages_of_a_forme_share_their_register() -> None:
    """Two pages of one forme have the same shift; the other forme of the sheet has another."""
    one, two = (pull_page(1, "B1", "outer", page, 1.0) for page in ("B1r", "B2v"))
    inner = pull_page(1, "B1", "inner", "B1v", 1.0)
    assert one.shift == two.shift != inner.shift
    assert one.scale == pytest.approx(two.scale, abs=0.02)
    assert one.scale != two.scale


def test_growing_damage_grows_with_use() -> None:
    """One sort of a damaged title loses a little more of its face at every use."""
    broken = damage(TITLE, np.random.default_rng(1))
    draw = np.random.default_rng(2)
    radii = []
    for use in (0, 10):
        marks = lock_up(broken, use, Face.RECTO, LAYOUT, draw, seed=5, roughness=1.0)
        radii.append([mark.nick.radius if mark.nick else 0.0 for mark in marks])
    grown = [later - earlier for earlier, later in zip(*radii, strict=True)]
    assert [value for value in grown if value] == [pytest.approx(10 * NICK_GROWTH)]
