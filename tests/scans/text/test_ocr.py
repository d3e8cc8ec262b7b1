"""The text detector, and what replaces it where it is not installed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import numpy as np

from formework.scans.page_ink import InkReader
from formework.scans.text import ocr
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    import pytest


def test_lines_are_found_and_read() -> None:
    """The headline of a page is detected in pixels of the page, and a crop of it is read."""
    page = pixels(book_pages()[3])
    reader = ocr.shared_reader()
    quads = reader.find(page[:300])
    assert quads.shape[1:] == (4, 2)
    assert any(60 < quad[:, 1].mean() < 110 for quad in quads)
    assert reader.read(page[60:115, 300:600]).text == "A DISCOURSE"


def test_a_blank_crop_has_no_text() -> None:
    """Nothing is detected or read where nothing is printed."""
    blank = np.full((60, 300), 235, np.uint8)
    assert ocr.shared_reader().find(blank).shape == (0, 4, 2)
    assert ocr.shared_reader().read(blank).text == ""


def test_each_thread_has_a_reader_of_its_own() -> None:
    """A reader is opened once per thread and never shared."""
    both = Barrier(2)

    def readers() -> tuple[int, int]:
        both.wait()
        return id(ocr.shared_reader()), id(ocr.shared_reader())

    with ThreadPoolExecutor(2) as pool:
        one, other = [future.result() for future in [pool.submit(readers) for _ in range(2)]]
        assert one[0] == one[1] != other[0] == other[1]


def test_a_missing_detector_is_replaced_by_the_ink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the detector's packages are not installed, lines are found by their ink."""
    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    assert ocr.reader_name() == "ink"
    assert isinstance(ocr.open_reader(), InkReader)
