"""The text detector, and what replaces it where it is not installed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from formework.scans.page_ink import InkReader, reduced
from formework.scans.text import ocr
from tests.scans.press import book_pages, pixels

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey


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


def test_all_threads_share_one_reader() -> None:
    """The models are loaded once, and threads that use them together read as one alone does."""
    page = pixels(book_pages()[3])
    reader = ocr.shared_reader()
    alone = (reader.find(page[:300]).tolist(), reader.read(page[60:115, 300:600]))
    both = Barrier(2)

    def together() -> tuple[int, object]:
        mine = ocr.shared_reader()
        both.wait()
        return id(mine), (mine.find(page[:300]).tolist(), mine.read(page[60:115, 300:600]))

    with ThreadPoolExecutor(2) as pool:
        results = [future.result() for future in [pool.submit(together) for _ in range(2)]]
    assert results == [(id(reader), alone)] * 2


@pytest.mark.parametrize("rows", [(0, 300), (60, 115), (60, 85)])
def test_the_detector_finds_what_its_engine_finds(rows: tuple[int, int]) -> None:
    """Boxes are those of RapidOCR's own call: usual strips, long ones and tiny ones."""
    strip = np.ascontiguousarray(pixels(book_pages()[3])[slice(*rows)])
    reader = ocr.OcrReader()
    small, scale = reduced(strip, ocr.DETECTOR_SIDE)
    colour = cv2.cvtColor(small, cv2.COLOR_GRAY2BGR)
    found = reader._engine(colour, use_det=True, use_cls=False, use_rec=False)
    expected = np.zeros((0, 4, 2)) if found.boxes is None else found.boxes / scale
    np.testing.assert_allclose(reader.find(strip), expected, rtol=1e-6)


def test_a_page_number_is_read() -> None:
    """A crop as narrow as a page number gives its figures; a narrow word is read as well."""
    reader = ocr.shared_reader()
    assert reader.read(_printed("137")).text == "137"
    assert reader.read(_printed("of")).text == "of"


def _printed(text: str) -> Grey:
    image = Image.new("L", (84, 60), 235)
    ImageDraw.Draw(image).text((42, 30), text, 20, ImageFont.load_default(32), anchor="mm")
    return np.asarray(image)


def test_a_missing_detector_is_replaced_by_the_ink(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the detector's packages are not installed, lines are found by their ink."""
    monkeypatch.setattr(ocr, "find_spec", lambda _name: None)
    assert ocr.reader_name() == "ink"
    assert isinstance(ocr.open_reader(), InkReader)
