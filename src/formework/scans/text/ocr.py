"""The text detector: an adapter to RapidOCR, whose weights come in its wheel.

Nothing but this module knows the package. Where it is missing, the pages are
read by their ink alone (`formework.scans.page_ink`), without any text.
"""

from __future__ import annotations

import os
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol

import cv2
import numpy as np

from formework.scans.page_ink import InkReader, Reading, reduced

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Quads

# Above this side the detector sees no better, and takes four times as long for twice the side.
DETECTOR_SIDE = 640
# Pages read side by side.
WORKERS = max(1, min(4, os.cpu_count() or 1))
_own = threading.local()


class Reader(Protocol):
    """Whatever can find lines of type on a page, and perhaps read them."""

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        ...

    def read(self, crop: Grey) -> Reading:
        """Return the text of one piece, empty where it cannot be read."""
        ...


class OcrReader:
    """RapidOCR with the settings that suit the top of a page."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        # One thread each: pages are read side by side, and two sets of threads only get in
        # each other's way.
        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.min_height": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": DETECTOR_SIDE,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
            }
        )

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        small, scale = reduced(image, DETECTOR_SIDE)
        # The flags persist between calls: each call states all three.
        found = self._engine(_colour(small), use_det=True, use_cls=False, use_rec=False)
        if found.boxes is None:
            return np.zeros((0, 4, 2))
        return np.asarray(np.asarray(found.boxes, dtype=float) / scale)

    def read(self, crop: Grey) -> Reading:
        """Return the text of one piece, empty where it cannot be read."""
        answer = self._engine(_colour(crop), use_det=False, use_cls=False, use_rec=True)
        if not answer.txts:
            return Reading("", 0.0)
        return Reading(str(answer.txts[0]), float(answer.scores[0]))


def reader_name() -> str:
    """Return which reader this installation has: the detector, or the ink alone."""
    return "rapidocr" if find_spec("rapidocr") and find_spec("onnxruntime") else "ink"


def open_reader() -> Reader:
    """Return the best reader this installation has."""
    return OcrReader() if reader_name() == "rapidocr" else InkReader()


def thread_reader() -> Reader:
    """Return the reader of this thread, opened once: readers are not shared between threads."""
    if not hasattr(_own, "reader"):
        _own.reader = open_reader()
    reader: Reader = _own.reader
    return reader


def _colour(image: Grey) -> Any:  # noqa: ANN401 (OpenCV's own type is as wide)
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
