"""No descender, swash or comma is cut off by the box of its line."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from formework.book.model import Box
from formework.scans.locate.letter_tails import with_tails
from formework.scans.locate.locator import locate_in_book
from formework.scans.locate.page_survey import survey
from formework.scans.text.ocr import shared_reader
from tests.scans.press import LEFT, RIGHT, font, page, pixels

LINE = Box(20, 40, 160, 30)


def line_of_type(tail: tuple[int, int, int, int]) -> np.ndarray:
    """A line of eight upright strokes, and one more mark: left, top, right and bottom."""
    image = np.full((120, 220), 235, np.uint8)
    for x in range(LINE.x, LINE.x + LINE.width, 20):
        image[LINE.y : LINE.y + LINE.height, x : x + 8] = 30
    left, top, right, bottom = tail
    image[top:bottom, left:right] = 30
    return image


@pytest.mark.parametrize(
    ("tail", "whole"),
    [
        ((60, 60, 68, 82), Box(20, 40, 160, 42)),  # a descender
        ((160, 30, 168, 50), Box(20, 30, 160, 40)),  # a swash above
        ((10, 64, 28, 74), Box(10, 40, 170, 34)),  # a tail to the left
    ],
)
def test_tails_are_in_the_box(tail: tuple[int, int, int, int], whole: Box) -> None:
    """A letter's ink beyond the line is added, on whichever side it is."""
    found = with_tails(line_of_type(tail), LINE)
    right = max(found.x + found.width, LINE.x + LINE.width)
    assert (found.x, found.y, found.height) == (whole.x, whole.y, whole.height)
    assert right == LINE.x + LINE.width


@pytest.mark.parametrize(
    "mark",
    [
        (60, 60, 68, 120),  # joined to the next line
        (0, 60, 220, 74),  # a rule across the page
        (100, 78, 108, 84),  # a mark of its own below the line
    ],
)
def test_other_marks_are_left_out(mark: tuple[int, int, int, int]) -> None:
    """What is longer than a tail, or no part of a letter of the line, changes nothing."""
    assert with_tails(line_of_type(mark), LINE) == LINE


def titled_page(title: str, number: int) -> Image.Image:
    """A page whose title is drawn in large letters, well above the text."""
    image = page("", number, recto=True, first_word=7 * number).copy()
    draw = ImageDraw.Draw(image)
    draw.text(((LEFT + RIGHT) / 2, 90), title, font=font(40), fill=30, anchor="ms")
    draw.text((RIGHT, 90), str(number), font=font(30), fill=30, anchor="rs")
    return image


@pytest.mark.parametrize(
    "title", ["A Discourse of Holinesse, & Joy", "The Historie of Queene Mab;"]
)
def test_the_box_of_a_title_cuts_no_descender(title: str) -> None:
    """One letter of a long title reaches below the line: its rows hold little ink."""
    pages = [pixels(titled_page(title, number)) for number in range(11, 15)]
    surveys = [survey(one, shared_reader()) for one in pages]
    for one, found in zip(pages, locate_in_book(surveys, lambda i: pages[i]), strict=True):
        assert found is not None
        columns = one[: 160 - 40, found.box.x : found.box.x + found.box.width]
        inked = np.flatnonzero((columns < 128).any(axis=1))
        assert found.box.y <= inked[0]
        assert inked[-1] < found.box.y + found.box.height
