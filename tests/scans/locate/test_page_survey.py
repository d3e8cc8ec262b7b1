"""The survey of one page: column, lines and pieces, in pixels of its scan."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from formework.scans.locate.page_survey import survey
from formework.scans.locate.type_lines import line_of, read_line
from formework.scans.page_ink import InkReader
from formework.scans.text.ocr import shared_reader
from tests.scans.press import HEIGHT, LEFT, RIGHT, WIDTH, book_pages, pixels


def test_column_lines_and_text_of_a_page() -> None:
    """The column is that of the text; the first line is read in its pieces, left to right."""
    found = survey(pixels(book_pages()[3]), shared_reader())
    assert (found.width, found.height) == (WIDTH, HEIGHT)
    assert abs(found.column[0] - LEFT) < 15
    assert abs(found.column[1] - RIGHT) < 15
    assert found.pitch == pytest.approx(48, abs=2)
    texts = [piece.text for piece in found.lines[0].pieces]
    assert texts == ["4", "A DISCOURSE"]
    assert not found.unread
    assert found.measure == found.column[1] - found.column[0]


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_boxes_are_in_pixels_of_the_scan(scale: float) -> None:
    """A page photographed larger has its boxes larger in proportion."""
    page = pixels(book_pages()[3])
    large = np.asarray(cv2.resize(page, None, fx=scale, fy=scale), np.uint8)
    title = survey(large, shared_reader()).lines[0].pieces[-1].box
    assert title.y / scale == pytest.approx(74, abs=4)
    assert (title.x + title.width / 2) / scale == pytest.approx((LEFT + RIGHT) / 2, abs=4)


@pytest.mark.parametrize("shape", [(0, 0), (10, 900), (300, 300)])
def test_nothing_to_survey(shape: tuple[int, int]) -> None:
    """A page too small or blank has no lines, and fails nowhere."""
    blank = np.full(shape, 235, np.uint8)
    assert survey(blank, shared_reader()).lines == ()


def test_the_ink_alone_finds_lines_and_reads_nothing() -> None:
    """Without OCR the headline is in the survey, unread."""
    found = survey(pixels(book_pages()[3]), InkReader())
    assert found.unread
    assert abs(found.lines[0].y - 88) < 8


def test_pieces_are_separated_by_blanks_and_fitted_to_the_ink() -> None:
    """One box of the detector around number and title becomes two pieces, each with its ink."""
    strip = np.full((60, 500), 240, np.uint8)
    strip[20:44, 20:40] = 20
    for x in range(200, 400, 20):
        strip[20:44, x : x + 12] = 20
    quad = np.array([(5, 5), (450, 5), (450, 55), (5, 55)], dtype=float)
    line = line_of(strip, [quad])
    assert [(p.box.x, p.box.width, p.box.y, p.box.height) for p in line.pieces] == [
        (20, 20, 20, 24),
        (200, 192, 20, 24),
    ]
    assert line.pieces[1].middle == 296
    assert read_line(strip, line, InkReader()) == line
