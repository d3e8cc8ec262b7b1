"""The blank leaf in front of the camera: its paper, and what is around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

import formework.simulate.constants as constants
from formework.book.model import Face
from formework.simulate.camera import BORDER
from formework.simulate.texture import Window, lay, patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.simulate.camera import Camera
    from formework.simulate.scan import Material


def draw_paper(
    camera: Camera, material: Material, window: Window, draw: np.random.Generator
) -> NDArray[np.uint8]:
    """The blank leaf: tone, patches, fibres, laid and chain lines, gutter shadow."""
    per_mm = camera.pixels_per_mm
    offset = (int(draw.integers(1 << 20)), int(draw.integers(1 << 20)))
    tone = patches(draw, window, constants.PAPER_PATCH * per_mm, constants.PAPER_PATCH_TONE)
    tone += lay(material.paper_grain, window, offset, constants.PAPER_GRAIN)
    tone += np.int16(round(material.paper_tone + 4 * draw.standard_normal()))
    y = np.arange(window.y, window.y + window.height) / per_mm
    x = np.arange(window.x, window.x + window.width) / per_mm
    laid = np.rint(constants.LAID_TONE * np.cos(2 * np.pi * y / constants.LAID_LINES))
    chain = -2 * constants.CHAIN_TONE * np.exp(-(((x % constants.CHAIN_LINES) - 12) ** 2) / 0.4)
    inward = x if camera.face is Face.RECTO else camera.size[0] / per_mm - x
    shadow = -constants.GUTTER_TONE * np.exp(-np.maximum(inward, 0) / constants.GUTTER_WIDTH)
    tone += laid.astype(np.int16)[:, None]
    tone += np.rint(chain + shadow).astype(np.int16)[None, :]
    return np.clip(tone, 0, 255).astype(np.uint8)


def add_surroundings(
    grey: NDArray[np.uint8], camera: Camera, window: Window, material: Material
) -> NDArray[np.uint8]:
    """Darken the area outside the paper; beyond the gutter, show the facing page in shadow."""
    layout = camera.layout
    if _inside(camera, window):
        return grey
    rows = np.arange(window.y, window.y + window.height)
    columns = np.arange(window.x, window.x + window.width)
    heights = rows / camera.pixels_per_mm
    widths = columns / camera.pixels_per_mm
    left = camera.project(np.zeros_like(heights), heights)[0]
    right = camera.project(np.full_like(heights, layout.width), heights)[0]
    top = camera.project(widths, np.zeros_like(widths))[1]
    bottom = camera.project(widths, np.full_like(widths, layout.height))[1]
    before, behind = columns[None, :] < left[:, None], columns[None, :] > right[:, None]
    outer, inner = (behind, before) if camera.face is Face.RECTO else (before, behind)
    ends = (rows[:, None] < top[None, :]) | (rows[:, None] > bottom[None, :])
    grey = grey.copy()
    grey[inner] = round(material.paper_tone * 0.55)
    grey[outer | ends] = 38
    return grey


def _inside(camera: Camera, window: Window) -> bool:
    """Whether a window is too far from the edges of the paper to contain one."""
    room = (BORDER + 8.0) * camera.pixels_per_mm
    width, height = camera.size
    return (
        min(window.x, window.y) > room
        and window.x + window.width < width - room
        and window.y + window.height < height - room
    )
