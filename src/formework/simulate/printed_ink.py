"""Ink on paper: sorts drawn where they printed, with spread and uneven ink."""

from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

import formework.simulate.constants as constants
from formework.simulate.texture import Window, lay, patches
from formework.simulate.type import cast, em_in_pixels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.simulate.camera import Camera
    from formework.simulate.printed_page import Mark
    from formework.simulate.type import SortFace

_EVEN = 128  # gain of evenly inked type, of 255
_STEP = 0.5  # mm along a line, to measure its direction
_LARGEST_SORT = 8.0  # mm: sorts further outside the window are not drawn


def draw_marks(
    marks: Sequence[Mark], camera: Camera, window: Window, grid: int, *, mirrored: bool = False
) -> NDArray[np.uint8]:
    """Draw sorts on a window with `grid` pixels per pixel of the scan.

    `mirrored` draws the other page of the leaf, as seen through the paper.
    """
    canvas = np.zeros((window.height, window.width), np.uint8)
    if not marks:
        return canvas
    side = camera.layout.width
    x = np.array([side - mark.x if mirrored else mark.x for mark in marks])
    y = np.array([mark.y for mark in marks])
    tilt = np.tan(np.deg2rad([mark.tilt for mark in marks]))
    left, top = camera.project(x, y)
    right, along = camera.project(x + (-_STEP if mirrored else _STEP), y + _STEP * tilt)
    across, down = ((end - start) / (_STEP * camera.pixels_per_mm)
                    for start, end in ((left, right), (top, along)))  # fmt: skip
    left, top = left * grid, top * grid
    room = _LARGEST_SORT * camera.pixels_per_mm * grid
    seen = (left > window.x - room) & (left < window.x + window.width + room)
    seen &= (top > window.y - room) & (top < window.y + window.height + room)
    for number in np.flatnonzero(seen).tolist():
        mark = marks[number]
        em = em_in_pixels(mark.points, camera.dpi * grid)
        face = cast(mark.fount, mark.character, em, mark.nick)
        run = (float(across[number]), float(down[number]))
        place = (float(left[number]), float(top[number]))
        _press(canvas, window, face, place, run=run, gain=mark.gain)
    return canvas


def _press(
    canvas: NDArray[np.uint8], window: Window, face: SortFace, place: tuple[float, float],
    *, run: tuple[float, float], gain: float,
) -> None:  # fmt: skip
    """Draw one face with its left baseline at `place` and the line along `run`."""
    across, down = run
    height, width = face.mask.shape
    whole_x, whole_y = math.floor(place[0]), math.floor(place[1])
    before = (width - face.x if across < 0 else face.x) + 3
    above = face.y + 3
    # A mirrored face is flipped, not rotated: its vertical direction stays.
    up = abs(across)
    matrix = np.array([
        [across, -down if across > 0 else down, 0.0],
        [down, up, 0.0],
    ])  # fmt: skip
    matrix[:, 2] = (
        before + place[0] - whole_x - matrix[0, 0] * face.x - matrix[0, 1] * face.y,
        above + place[1] - whole_y - matrix[1, 0] * face.x - matrix[1, 1] * face.y,
    )
    pressed = cv2.warpAffine(face.mask, matrix, (width + 6, height + 6), flags=cv2.INTER_LINEAR)
    if gain != 1.0:
        pressed = cv2.convertScaleAbs(pressed, alpha=gain)
    x, y = whole_x - before - window.x, whole_y - above - window.y
    x0, y0 = max(x, 0), max(y, 0)
    x1, y1 = min(x + width + 6, canvas.shape[1]), min(y + height + 6, canvas.shape[0])
    if x0 < x1 and y0 < y1:
        part = canvas[y0:y1, x0:x1]
        np.maximum(part, pressed[y0 - y : y1 - y, x0 - x : x1 - x], out=part)


def take_ink(
    type_face: NDArray[np.uint8], window: Window, pixels_per_mm: float,
    draw: np.random.Generator, *, tile: NDArray[np.int8], inking: float, slur: float,
    roughness: float,
) -> NDArray[np.uint8]:  # fmt: skip
    """The share of each pixel covered by ink (0 to 255), for type drawn on a window."""
    offset = (int(draw.integers(1 << 20)), int(draw.integers(1 << 20)))
    if slur:
        length = max(2, round(slur * pixels_per_mm))
        moved = cv2.blur(type_face, (length, 1), anchor=(0, 0))
        type_face = np.maximum(type_face, cv2.convertScaleAbs(moved, alpha=0.75))
    spread = cv2.GaussianBlur(type_face, (0, 0), constants.INK_SPREAD * pixels_per_mm)
    size = constants.INKING_PATCH * pixels_per_mm
    gain = patches(draw, window, size, constants.INKING_BY_SPOT * roughness)
    gain += np.int16(_EVEN + round(inking))
    gain += lay(tile, window, offset, constants.INK_GRAIN)
    strength = np.clip(gain, 0, 255).astype(np.uint8)
    wet = cv2.multiply(spread, strength, scale=1 / _EVEN)
    return np.asarray(cv2.LUT(wet, _bite()), np.uint8)


@cache
def _bite() -> NDArray[np.uint8]:
    """How much ink takes at each pressure: none below `INK_BITE`, all above `INK_FULL`."""
    wet = np.arange(256) / 255
    span = constants.INK_FULL - constants.INK_BITE
    taken = np.clip((wet - constants.INK_BITE) / span, 0, 1)
    return np.rint(255 * taken * taken * (3 - 2 * taken)).astype(np.uint8)
