"""Openings: recognised, and divided at the gutter."""

from __future__ import annotations

import numpy as np
import pytest

from formework.scans.acquire.openings import are_openings, find_gutter, halves, is_opening
from formework.scans.acquire.paper_sheet import paper_edge, paper_frame, paper_sheets
from tests.scans.press import HEIGHT, WIDTH, book_pages, pixels

LEFT, RIGHT = (pixels(page) for page in book_pages(3)[1:3])
OPENING = np.hstack([LEFT, RIGHT])


def test_an_opening_is_recognised() -> None:
    """Two pages side by side are an opening, one page is not; the majority decides."""
    assert is_opening(OPENING)
    assert not is_opening(LEFT)
    assert are_openings([OPENING, OPENING, LEFT])
    assert not are_openings([OPENING, LEFT])
    assert not are_openings([])


def test_the_gutter_lies_between_the_pages() -> None:
    """An opening is divided in the middle, to within the margin of the text."""
    assert find_gutter(OPENING) == pytest.approx(WIDTH, abs=100)
    (start, gutter), (again, stop) = halves(OPENING)
    assert (start, stop) == (0, 2 * WIDTH)
    assert gutter == again


def test_a_fold_is_the_gutter() -> None:
    """A dark line in the white between the columns is where the pages meet."""
    folded = OPENING.copy()
    folded[:, WIDTH + 40 : WIDTH + 46] = 90
    assert find_gutter(folded) == pytest.approx(WIDTH + 43, abs=6)


def test_a_single_page_has_nothing_beside_it() -> None:
    """It is a left page, with an empty right one."""
    assert halves(LEFT) == ((0, WIDTH), (WIDTH, WIDTH))


def test_paper_on_a_dark_background() -> None:
    """The frame holds the paper, not the background; without background it is the image."""
    scan = np.full((HEIGHT + 400, WIDTH + 400), 20, np.uint8)
    scan[200:-200, 200:-200] = LEFT
    assert paper_frame(scan) == pytest.approx((200, 200, WIDTH + 200, HEIGHT + 200), abs=25)
    assert paper_sheets(LEFT) == ((0, 0, WIDTH, HEIGHT),)


def test_a_ruler_above_the_page_is_cut_off() -> None:
    """The page begins below the dark rows between it and a ruler; without them, at the top."""
    strip = np.vstack(
        [np.full((60, 400), 200, np.uint8), np.full((40, 400), 15, np.uint8), LEFT[:300, :400]]
    )
    assert paper_edge(strip, (0, 400)) == 100
    assert paper_edge(LEFT[:300], (0, WIDTH)) == 0
