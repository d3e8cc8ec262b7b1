"""The detector is shown the first lines of a page, and all of it where they cannot be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest

from formework.scans.locate.detector_view import View, view_of_all, view_of_first_lines
from formework.scans.locate.page_survey import survey
from formework.scans.text.ocr import shared_reader
from tests.scans.press import LEFT, RIGHT, book_pages, pixels

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Quads, Reading


def test_six_lines_are_enough() -> None:
    """The headline and five lines of text, of a page whose lines are 48 pixels apart."""
    strip = pixels(book_pages()[3])[:600]
    view = view_of_first_lines(strip)
    assert view is not None
    rows = view.rows
    assert rows[0] < 74  # the headline stands on row 74
    assert 352 < rows[1] < 400  # the sixth line stands on row 352


def test_margins_are_left_out_and_large_type_is_reduced() -> None:
    """The view holds the whole column, no wide margins, and type no larger than needed."""
    strip = pixels(book_pages()[3])[:600]
    wide = np.hstack([np.full((600, 400), strip[0, 0], np.uint8), strip])
    view = view_of_first_lines(wide)
    assert view is not None
    assert 200 < view.columns[0] < 400 + LEFT
    assert view.columns[1] > 400 + RIGHT
    large = np.asarray(cv2.resize(strip[:330, LEFT - 20 : RIGHT + 20], None, fx=2, fy=2), np.uint8)
    closer = view_of_first_lines(large)
    assert closer is not None
    assert max(closer.of(large).shape) < 640


def test_boxes_of_the_view_are_boxes_of_the_strip() -> None:
    """What the detector finds in the view is moved and enlarged."""
    view = View((100, 300), (50, 450), 0.5)
    assert view.of(np.zeros((400, 500), np.uint8)).shape == (100, 200)
    corners = np.array([[(10, 20), (60, 20), (60, 30), (10, 30)]], dtype=float)
    assert view.on_strip(corners)[0].tolist() == [[70, 140], [170, 140], [170, 160], [70, 160]]


def test_faint_type_and_the_edge_of_the_paper() -> None:
    """A faint headline is in the view; the shadow at the edge of the paper is not."""
    strip = pixels(book_pages()[3])[:600]
    faint = np.where(np.arange(600)[:, None] < 120, 235 - (235 - strip.astype(int)) // 8, strip)
    framed = np.full((640, strip.shape[1] + 400), 235, np.uint8)
    framed[40:, 200:-200] = faint
    framed[:, -4:] = framed[:4] = 90
    view = view_of_first_lines(framed)
    assert view is not None
    assert 4 < view.rows[0] < 40 + 74
    assert view.columns[1] < framed.shape[1] - 4


def test_what_cannot_be_counted_is_shown_whole() -> None:
    """A strip with no more than a headline."""
    headline = pixels(book_pages()[3])[:120]
    assert view_of_first_lines(headline) == view_of_all(headline)


@pytest.mark.parametrize("shape", [(60, 900), (300, 900)])
def test_blank_paper_is_not_shown(shape: tuple[int, int]) -> None:
    """Show-through, two stains and the edge of the paper are no type."""
    blank = np.full(shape, 235, np.uint8)
    cv2.putText(blank, "ESIOCNARF", (100, 40), cv2.FONT_HERSHEY_SIMPLEX, 1.2, 216, 4)
    blank[20:40, 600:615] = blank[10:40, 700:760] = blank[:, :8] = 60
    assert view_of_first_lines(blank) is None


class _Watched:
    """The reader of this process, and the images it was shown for detection."""

    def __init__(self) -> None:
        self.shown: list[tuple[int, ...]] = []

    def find(self, image: Grey) -> Quads:
        self.shown.append(image.shape)
        return shared_reader().find(image)

    def read(self, crop: Grey) -> Reading:
        return shared_reader().read(crop)


def test_the_survey_of_a_page_detects_on_its_first_lines_only() -> None:
    """One detection, on less than three tenths of the page."""
    page, reader = pixels(book_pages()[3]), _Watched()
    small = np.ascontiguousarray(np.vstack([page[:600]] * 3))  # lines close together on a tall page
    found = survey(small, reader)
    assert [piece.text for piece in found.lines[0].pieces] == ["4", "A DISCOURSE"]
    assert len(reader.shown) == 1
    assert reader.shown[0][0] < 0.25 * small.shape[0]


def test_the_top_of_a_page_is_surveyed_as_deep_as_a_page() -> None:
    """An image that shows only the upper part of a page is wide: its lines of text are seen."""
    top = np.ascontiguousarray(pixels(book_pages()[3])[:330])
    found = survey(top, shared_reader())
    assert [piece.text for piece in found.lines[0].pieces] == ["4", "A DISCOURSE"]
    assert len(found.lines) == 4
    assert found.pitch == pytest.approx(48, abs=2)
