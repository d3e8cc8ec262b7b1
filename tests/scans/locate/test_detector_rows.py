"""The detector's boxes in order: slope, column, rows."""

from __future__ import annotations

import numpy as np
import pytest

from formework.scans.locate.detector_rows import (
    belongs,
    common_slope,
    levelled,
    quad_height,
    quad_width,
    row_level,
    same_rows,
    text_column,
)


def quad(x: float, y: float, width: float, height: float, slope: float = 0.0) -> np.ndarray:
    """The corners of a box on a line that may slope, clockwise from the top left."""
    fall = slope * width
    return np.array(
        [(x, y), (x + width, y + fall), (x + width, y + fall + height), (x, y + height)]
    )


def test_size_is_measured_along_and_across_the_line() -> None:
    """A sloping box is as high as its line, not as the rows it covers."""
    box = quad(10, 20, 100, 30, slope=0.1)
    assert quad_width(box) == 100
    assert quad_height(box) == pytest.approx(30)


@pytest.mark.parametrize("slope", [-0.03, 0.0, 0.02])
def test_the_slope_is_that_of_the_long_lines(slope: float) -> None:
    """Short pieces, whose corners are uncertain, have no say; a wild slope is limited."""
    lines = [quad(50, 100 + 40 * row, 800, 30, slope) for row in range(4)]
    noise = [quad(50, 500 + 40 * row, 20, 30, 0.5) for row in range(3)]
    assert common_slope(np.array(lines + noise)) == pytest.approx(slope)
    assert common_slope(np.array([quad(0, 0, 100, 20, 3.0)])) == pytest.approx(0.1)


def test_the_facing_page_is_no_part_of_the_column() -> None:
    """Lines cut by the edge of the image are left out, and what is beside the column too."""
    own = [quad(200, 100 + 40 * row, 600, 30) for row in range(5)]
    facing = [quad(0, 100 + 40 * row, 120, 30) for row in range(5)]
    column = text_column(np.array(own + facing), width=1000)
    assert column == (200, 800)
    assert all(belongs(one, column, 1000) for one in own)
    assert not any(belongs(one, column, 1000) for one in facing)
    note = quad(880, 200, 100, 20)
    assert not belongs(note, column, 1000)


def test_a_page_that_fills_its_image_has_a_column() -> None:
    """Where all lines reach the edges, they are the page."""
    lines = np.array([quad(0, 40 * row, 1000, 30) for row in range(4)])
    assert text_column(lines, width=1000) == (0, 1000)


def test_pieces_of_one_line_are_one_row() -> None:
    """Pieces at nearly one level are a row, rows come from the top down."""
    pieces = [quad(500, 102, 80, 30), quad(100, 160, 300, 30), quad(100, 98, 200, 30)]
    rows = same_rows(pieces)
    assert [len(row) for row in rows] == [2, 1]
    assert row_level(rows[0]) < row_level(rows[1])


def test_levelling_moves_pixels_and_boxes_alike() -> None:
    """After shearing, the ink of a sloping line and its box are level at its middle row."""
    strip = np.full((100, 400), 240, np.uint8)
    columns = np.arange(400)
    strip[(40 + 0.05 * (columns - 200)).astype(int), columns] = 0
    box = quad(0, 30, 400, 1, slope=0.05)
    level, moved = levelled(strip, np.array([box]), 0.05)
    dark = np.argmin(level[:, 5:395], axis=0)
    assert dark.max() - dark.min() <= 2
    assert moved[0, 0, 1] == pytest.approx(moved[0, 1, 1])
    same, _ = levelled(strip, np.array([box]), 0.001)
    assert same is strip
