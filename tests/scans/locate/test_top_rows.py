"""The detector is shown the first lines of a page, and all of it where they cannot be counted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.scans.locate.page_survey import survey
from formework.scans.locate.top_rows import rows_of_first_lines
from formework.scans.text.ocr import shared_reader
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Quads, Reading


def test_six_lines_are_enough() -> None:
    """The headline and five lines of text, of a page whose lines are 48 pixels apart."""
    strip = pixels(book_pages()[3])[:600]
    assert 352 < rows_of_first_lines(strip) < 400  # the sixth line stands on row 352


@pytest.mark.parametrize("rows", [250, 60])
def test_few_lines_are_shown_whole(rows: int) -> None:
    """Where there are no more than six lines, nothing is left out."""
    assert rows_of_first_lines(pixels(book_pages()[3])[:rows]) == rows


def test_blank_paper_is_shown_whole() -> None:
    """Nothing can be counted on blank paper."""
    assert rows_of_first_lines(np.full((300, 900), 235, np.uint8)) == 300


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
