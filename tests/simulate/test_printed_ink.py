"""Ink on paper."""

from __future__ import annotations

import numpy as np

from formework.book.model import Face, Format
from formework.simulate.camera import draw_camera
from formework.simulate.printed_ink import draw_marks, take_ink
from formework.simulate.printed_page import LAYOUTS, Mark
from formework.simulate.texture import Window
from formework.simulate.type import Family, Fount, Style

LAYOUT = LAYOUTS[Format.QUARTO]
CAMERA = draw_camera(1, "B1r", LAYOUT, Face.RECTO, dpi=300, roughness=0.0)
LETTER = Mark(Fount(Family.ENGLISH, Style.ROMAN), "L", 30.0, x=50.0, y=50.0)
WINDOW = Window(0, 0, *CAMERA.size)


def test_a_sort_is_drawn_where_it_stands() -> None:
    """An L begins at its position on the scan; mirrored, it is on the other half, reversed."""
    x, y = (float(part[0]) for part in CAMERA.project(np.array([50.0]), np.array([50.0])))
    upright = draw_marks([LETTER], CAMERA, WINDOW, 1)
    rows, columns = np.nonzero(upright > 127)
    assert abs(columns.min() - x) < 12
    assert abs(rows.max() - y) < 12
    mirrored = draw_marks([LETTER], CAMERA, WINDOW, 1, mirrored=True)
    _, behind = np.nonzero(mirrored > 127)
    assert behind.mean() > columns.max()
    # The stem of an L is its left edge, and the right edge of its mirror image.
    assert np.median(columns) < (columns.min() + columns.max()) / 2
    assert np.median(behind) > (behind.min() + behind.max()) / 2


def test_more_ink_covers_more() -> None:
    """No type gives no ink; heavier inking and slur cover more of the paper."""
    window = Window(0, 0, 200, 120)
    tile = np.zeros((512, 512), np.int8)
    face = np.zeros((120, 200), np.uint8)
    face[40:80, 60:140] = 255

    def cover(pressed: np.ndarray, inking: float = 0.0, slur: float = 0.0) -> float:
        draw = np.random.default_rng(2)
        return float(take_ink(
            pressed, window, 23.6, draw, tile=tile, inking=inking, slur=slur, roughness=0.0,
        ).sum())  # fmt: skip

    assert cover(np.zeros_like(face)) == 0
    assert cover(face, -60.0) < cover(face) < cover(face, 60.0)
    assert cover(face, slur=0.5) > cover(face)
