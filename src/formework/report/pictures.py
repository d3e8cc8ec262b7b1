"""Strips of ink as images: grey, or overlaid in red and cyan; their labels and encoding."""

from __future__ import annotations

import base64
import io
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageFont

if TYPE_CHECKING:
    from numpy.typing import NDArray

_WEBP_QUALITY = 55  # of 100; legible, and a report of 372 titles stays below 5 MB
_WEBP_METHOD = 2  # half the time of 4, and files 4 % larger
_PNG_LEVEL = 3  # montages come out smaller than at 9, in a sixth of the time


def grey(ink: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Ink, 0 to 1, as grey levels: dark on white."""
    return np.asarray(255 * (1 - np.clip(ink, 0, 1)), dtype=np.uint8)


def lay_over(one: NDArray[np.floating], other: NDArray[np.floating]) -> NDArray[np.uint8]:
    """Overlay two strips of ink: the first red, the second cyan, black where both have ink."""
    red, cyan = grey(other), grey(one)
    return np.stack([red, cyan, cyan], axis=-1)


def label_font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The font of labels in pictures, its size in pixels."""
    return ImageFont.load_default(size)


def data_address(pixels: NDArray[np.uint8]) -> str:
    """An image as a data URL, for a page that needs no other file."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "WEBP", quality=_WEBP_QUALITY, method=_WEBP_METHOD)
    return f"data:image/webp;base64,{base64.b64encode(buffer.getvalue()).decode()}"


def png(pixels: NDArray[np.uint8]) -> bytes:
    """An image as a PNG file."""
    buffer = io.BytesIO()
    Image.fromarray(pixels).save(buffer, "PNG", compress_level=_PNG_LEVEL)
    return buffer.getvalue()
