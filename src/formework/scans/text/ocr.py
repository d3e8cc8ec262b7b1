"""The text detector: an adapter to RapidOCR, whose weights come in its wheel.

No other module imports the package. Where it is not installed, lines are found
by their ink alone (`formework.scans.page_ink`), and their text stays unknown.
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

# Pixels of the longer side. A larger image takes longer and is detected no better.
DETECTOR_SIDE = 640
# Threads: pages read in parallel. More than four compete for memory bandwidth.
WORKERS = max(1, min(4, os.cpu_count() or 1))
_own = threading.local()


class Reader(Protocol):
    """Finds lines of type on a page, and reads them if it can."""

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        ...

    def read(self, crop: Grey) -> Reading:
        """Return the text of one piece, empty where it cannot be read."""
        ...


class OcrReader:
    """RapidOCR, set up for the top of a page."""

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        # One thread each: pages are read in parallel already.
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
        # The engine keeps these flags between calls, so each call sets all three.
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
    """Return the reader of this installation: "rapidocr", or "ink" without it."""
    return "rapidocr" if find_spec("rapidocr") and find_spec("onnxruntime") else "ink"


def open_reader() -> Reader:
    """Return the best reader this installation has."""
    return OcrReader() if reader_name() == "rapidocr" else InkReader()


def thread_reader() -> Reader:
    """Return the reader of this thread, opened once: a reader is not thread-safe."""
    if not hasattr(_own, "reader"):
        _own.reader = open_reader()
    reader: Reader = _own.reader
    return reader


def _colour(image: Grey) -> Any:  # noqa: ANN401 (OpenCV's own type is as wide)
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
