"""Strips of ink as images."""

from __future__ import annotations

import base64
import io

import numpy as np
from PIL import Image

from formework.report.pictures import data_address, grey, lay_over, png


def test_overlay_colours() -> None:
    """Ink of the first alone is red, of the second alone cyan, of both black, of none white."""
    one, other = np.array([[1.0, 0.0, 1.0, 0.0]]), np.array([[0.0, 1.0, 1.0, 0.0]])
    pixels = lay_over(one, other)
    assert pixels.tolist() == [[[255, 0, 0], [0, 255, 255], [0, 0, 0], [255, 255, 255]]]
    assert data_address(pixels).startswith("data:image/webp;base64,")


def test_ink_beyond_its_range_is_clipped() -> None:
    """More than all ink is black, less than none is white."""
    assert grey(np.array([[-0.5, 0.0, 0.5, 1.5]])).tolist() == [[255, 255, 127, 0]]


def test_an_image_survives_its_encoding() -> None:
    """PNG is exact; the data URL holds an image of the same size."""
    pixels = np.arange(60, dtype=np.uint8).reshape(6, 10)
    assert np.array_equal(np.asarray(Image.open(io.BytesIO(png(pixels)))), pixels)
    held = base64.b64decode(data_address(pixels).partition(",")[2])
    assert Image.open(io.BytesIO(held)).size == (10, 6)
