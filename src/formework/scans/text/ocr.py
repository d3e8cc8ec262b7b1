"""The text detector: an adapter to RapidOCR, whose weights come in its wheel.

No other module imports the package. Where it is not installed, lines are found
by their ink alone (`formework.scans.page_ink`), and their text stays unknown.
"""

from __future__ import annotations

import math
import os
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Protocol, cast

import cv2
import numpy as np

from formework.scans.page_ink import InkReader, Reading, reduced

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.scans.page_ink import Grey, Quads

# Pixels of the longer side. A larger image takes longer and is detected no better.
DETECTOR_SIDE = 640
# Pixels, the size of images the recogniser was trained on. Wider pieces keep their width.
_READ_HEIGHT, _READ_WIDTH = 48, 320
# Pixels: page numbers, which fit this width, are read as well in it as in 320, and twice as fast.
_NUMBER_WIDTH = 128
# Threads: pages read in parallel. More than four compete for memory bandwidth.
WORKERS = max(1, min(4, os.cpu_count() or 1))
_opening = threading.Lock()
_opened: list[Reader] = []


class Reader(Protocol):
    """Finds lines of type on a page, and reads them if it can."""

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        ...

    def read(self, crop: Grey) -> Reading:
        """Return the text of one piece, empty where it cannot be read."""
        ...


class OcrReader:
    """RapidOCR, set up for the top of a page. Safe to use from several threads.

    The models are called directly. The engine around them would also cut out
    every box that is found, and it keeps state between calls.
    """

    def __init__(self) -> None:
        from rapidocr import RapidOCR

        # One thread each: pages are read in parallel already. With the arena, a model
        # keeps its memory between calls instead of asking the system for it each time.
        self._engine: Any = RapidOCR(
            params={
                "Global.log_level": "error",
                "Global.min_height": 1,
                "Det.limit_type": "max",
                "Det.limit_side_len": DETECTOR_SIDE,
                "EngineConfig.onnxruntime.intra_op_num_threads": 1,
                "EngineConfig.onnxruntime.inter_op_num_threads": 1,
                "EngineConfig.onnxruntime.enable_cpu_mem_arena": True,
            }
        )
        self._in_use = threading.Lock()
        engine = cast("Any", self._engine)  # parts of it have no types
        self._detector: Any = engine._load_det_model()
        self._recogniser: Any = engine._load_rec_model()
        greys = np.repeat(np.arange(256, dtype=np.uint8)[:, None, None], 3, axis=2)
        levels = self._detector.get_preprocess().normalize(greys)[:, 0].T
        self._levels = np.ascontiguousarray(levels, dtype=np.float32)  # 3 × 256

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        small, scale = reduced(image, DETECTOR_SIDE)
        height, width = small.shape
        usual = min(small.shape) >= self._engine.min_side_len
        usual &= width <= self._engine.width_height_ratio * height
        boxes = self._boxes(small) if usual else self._boxes_of_odd_shape(small)
        return np.asarray(np.asarray(boxes, dtype=float).reshape(-1, 4, 2) / scale)

    def read(self, crop: Grey) -> Reading:
        """Return the text of one piece, empty where it cannot be read."""
        image, _ = self._engine.preprocess_img(crop)
        scores = self._recogniser.session(_canvas(image))
        lines, _ = self._recogniser.postprocess_op(scores)
        text, sureness = lines[0]
        return Reading(str(text), float(sureness)) if text else Reading("", 0.0)

    def _boxes(self, image: Grey) -> Any:  # noqa: ANN401 (the engine has no types)
        """Detect on an image that the engine would neither enlarge nor pad."""
        resized = self._detector.get_preprocess().resize(image)
        found = self._detector.session(self._levels[:, resized][None])
        boxes, _ = self._detector.postprocess_op(found, image.shape)
        return self._detector.sorted_boxes(boxes)

    def _boxes_of_odd_shape(self, image: Grey) -> Any:  # noqa: ANN401
        """Detect by the whole engine, which enlarges tiny images and pads long ones."""
        with self._in_use:
            # The engine keeps these flags between calls, so each call sets all three.
            found = self._engine(_colour(image), use_det=True, use_cls=False, use_rec=False)
        return [] if found.boxes is None else found.boxes


def _canvas(image: Grey) -> NDArray[np.float32]:
    """Return a piece as the recogniser takes it: 1 × 3 × height × width, -1 for black to 1.

    What is right of the piece is 0, as in training.
    """
    height, width = image.shape
    own = _READ_HEIGHT * width / height
    room = _NUMBER_WIDTH if own <= _NUMBER_WIDTH else max(_READ_WIDTH, int(own))
    shown = min(room, math.ceil(own))
    scaled = cv2.resize(image, (shown, _READ_HEIGHT)).astype(np.float32)
    canvas = np.zeros((1, 3, _READ_HEIGHT, room), np.float32)
    canvas[0, :, :, :shown] = (scaled / 255 - 0.5) / 0.5
    return canvas


def reader_name() -> str:
    """Return the reader of this installation: "rapidocr", or "ink" without it."""
    return "rapidocr" if find_spec("rapidocr") and find_spec("onnxruntime") else "ink"


def open_reader() -> Reader:
    """Return the best reader this installation has."""
    return OcrReader() if reader_name() == "rapidocr" else InkReader()


def shared_reader() -> Reader:
    """Return the reader of this process, opened once: its models take long to load."""
    with _opening:
        if not _opened:
            _opened.append(open_reader())
    return _opened[0]


def _colour(image: Grey) -> Any:  # noqa: ANN401 (OpenCV's own type is as wide)
    return cv2.cvtColor(image, cv2.COLOR_GRAY2BGR)
