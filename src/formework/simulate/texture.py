"""Uneven ink, paper and light: smooth patches and fine grain.

Both can be computed for any window and equal that part of the whole page:
patches are sums of products of a vertical and a horizontal curve, grain is one
tile repeated over the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

import formework.simulate.constants as constants

if TYPE_CHECKING:
    from numpy.typing import NDArray

TILE_SPREAD = 32  # standard deviation of a tile, before it is scaled
_TERMS = 4  # products in the sum: enough to hide the pattern
_BLOCK = 4  # pixels computed as one
_KNOTS = 1024  # of each curve: more than any page needs; all are drawn, so that windows agree


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a scan: left, top, width and height in pixels."""

    x: int
    y: int
    width: int
    height: int

    def padded(self, margin: int) -> Window:
        """The window enlarged by `margin` pixels on each side."""
        return Window(
            self.x - margin, self.y - margin, self.width + 2 * margin, self.height + 2 * margin
        )

    def finer(self, factor: int) -> Window:
        """The same window on a finer grid."""
        return Window(self.x * factor, self.y * factor, self.width * factor, self.height * factor)


def patches(
    draw: np.random.Generator, window: Window, size: float, strength: float
) -> NDArray[np.int16]:
    """A smooth field over a window, with patches of about `size` pixels, in grey levels."""
    # Computed once per block: the steps are invisible in such a smooth field.
    first_row, first_column = window.y // _BLOCK, window.x // _BLOCK
    rows = np.arange(first_row, (window.y + window.height - 1) // _BLOCK + 1, dtype=float)
    last_column = (window.x + window.width - 1) // _BLOCK
    columns = np.arange(first_column, last_column + 1, dtype=float)
    field = np.zeros((len(rows), len(columns)))
    for _ in range(_TERMS):
        down, across = draw.standard_normal((2, _KNOTS))
        curve_across = _eased(columns * (_BLOCK / size), across)
        field += _eased(rows * (_BLOCK / size), down)[:, None] * curve_across[None, :]
    # The product of two interpolated unit curves has a standard deviation of about 0.7.
    levels = np.asarray(np.rint(field * (strength / 0.7 / _TERMS**0.5)), np.int16)
    fine: NDArray[np.int16] = levels.repeat(_BLOCK, axis=1).repeat(_BLOCK, axis=0)
    top, left = window.y - first_row * _BLOCK, window.x - first_column * _BLOCK
    return fine[top : top + window.height, left : left + window.width]


def _eased(places: NDArray[np.floating], knots: NDArray[np.float64]) -> NDArray[np.float64]:
    first = np.floor(places).astype(int)
    part = places - first
    part = part * part * (3 - 2 * part)
    eased = knots[first % len(knots)] * (1 - part) + knots[(first + 1) % len(knots)] * part
    return np.asarray(eased, np.float64)


def grain_tile(draw: np.random.Generator, blur: float) -> NDArray[np.int8]:
    """A square of grain, blurred over `blur` pixels, that tiles without seams."""
    side = constants.GRAIN_TILE
    noise = draw.standard_normal((side, side)).astype(np.float32)
    wrapped = np.pad(noise, 16, mode="wrap")
    soft = cv2.GaussianBlur(wrapped, (0, 0), blur)[16:-16, 16:-16] if blur else noise
    return np.asarray(np.clip(np.rint(soft * (TILE_SPREAD / soft.std())), -127, 127), np.int8)


def lay(
    tile: NDArray[np.int8], window: Window, offset: tuple[int, int], strength: float
) -> NDArray[np.int8]:
    """The grain on a window, with the tile repeated from an offset (pixels).

    Its standard deviation is `strength` grey levels.
    """
    side = len(tile)
    top, left = (window.y + offset[1]) % side, (window.x + offset[0]) % side
    down = -(-(top + window.height) // side)
    across = -(-(left + window.width) // side)
    scaled = ((tile * np.int16(round(strength * 256 / TILE_SPREAD))) >> 8).astype(np.int8)
    laid = np.tile(scaled, (down, across))
    return laid[top : top + window.height, left : left + window.width]
