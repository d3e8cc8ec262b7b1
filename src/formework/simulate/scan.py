"""The scan: the printed page with paper, light and lens.

`view` is what the library offers: a grey scan at 300 dpi, a black-and-white one
at 170 dpi from microfilm, or a small photograph stored as JPEG. Any window of a
page can be rendered alone, and is identical to that part of the whole page.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

import formework.simulate.constants as constants
from formework.simulate.blank_leaf import add_surroundings, draw_paper
from formework.simulate.disturbance import QUIET
from formework.simulate.printed_ink import draw_marks, take_ink
from formework.simulate.seeds import generator
from formework.simulate.texture import Window, grain_tile, lay, patches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.simulate.camera import Camera
    from formework.simulate.disturbance import Disturbance
    from formework.simulate.impression import PrintedPage

_PAD = 16  # pixels: more than the reach of any blur
_JPEG_BLOCK = 8  # pixels
_GRID = constants.OVERSAMPLING


class View(StrEnum):
    """How the book was photographed."""

    SCAN = "scan"
    MICROFILM = "microfilm"
    PHOTOGRAPH = "photograph"

    @property
    def dpi(self) -> int:
        """Resolution in pixels per inch; photographs differ from book to book: see `Press.dpi`."""
        return constants.SCAN_DPI if self is View.SCAN else constants.FILM_DPI


@dataclass(frozen=True, eq=False)
class Material:
    """What all pages of one copy have in common: ink, paper and film."""

    seed: int
    view: View
    roughness: float
    ink_tone: float
    paper_tone: float
    show_through: float
    threshold: float
    ink_grain: NDArray[np.int8]
    paper_grain: NDArray[np.int8]
    noise: NDArray[np.int8]
    disturbance: Disturbance
    jpeg_quality: int


def draw_material(
    seed: int, view: View, roughness: float, dpi: int, disturbance: Disturbance = QUIET
) -> Material:
    """Draw the ink and paper of one copy at random."""
    draw = generator(seed, "copy")
    ink, paper, through = (
        float(draw.uniform(*bounds))
        for bounds in (constants.INK_TONE, constants.PAPER_TONE, constants.SHOW_THROUGH)
    )
    threshold = constants.FILM_THRESHOLD + constants.FILM_THRESHOLD_SPREAD * draw.standard_normal()
    fine = dpi / constants.SCAN_DPI
    return Material(
        seed, view, roughness, ink, paper, through * roughness, float(threshold),
        ink_grain=grain_tile(generator(seed, "ink grain"), 1.6 * fine),
        paper_grain=grain_tile(generator(seed, "paper grain"), 1.1 * fine),
        noise=grain_tile(generator(seed, "noise"), 0.45),
        disturbance=disturbance,
        jpeg_quality=int(generator(seed, "jpeg").integers(*constants.PHOTO_QUALITY)),
    )  # fmt: skip


def photograph(
    page: PrintedPage, back: PrintedPage | None, camera: Camera, material: Material, window: Window
) -> NDArray[np.uint8]:
    """Render a window of a page; `back` is the page on the other side of its leaf."""
    draw = generator(material.seed, "photograph", page.copy.signature)
    inking, paper, film = draw.spawn(3)
    wide = _on_block_grid(window.padded(_PAD))
    grey = draw_paper(camera, material, wide, paper)
    if back is not None:
        grey = _show_through(grey, back, camera, material, wide)
    grey = _lay_ink(grey, page, camera, material, wide, draw=inking)
    grey = add_surroundings(grey, camera, wide, material)
    exposed = _expose(grey, camera, material, wide, film)
    left, top = window.x - wide.x, window.y - wide.y
    return np.ascontiguousarray(exposed[top : top + window.height, left : left + window.width])


def _on_block_grid(window: Window) -> Window:
    """The window widened to whole JPEG blocks, which are coded independently."""
    x, y = window.x - window.x % _JPEG_BLOCK, window.y - window.y % _JPEG_BLOCK
    right, bottom = window.x + window.width, window.y + window.height
    width, height = right + -right % _JPEG_BLOCK - x, bottom + -bottom % _JPEG_BLOCK - y
    return Window(x, y, width, height)


def _lay_ink(
    grey: NDArray[np.uint8], page: PrintedPage, camera: Camera, material: Material,
    window: Window, *, draw: np.random.Generator,
) -> NDArray[np.uint8]:  # fmt: skip
    fine = window.finer(_GRID)
    per_mm = camera.pixels_per_mm * _GRID
    top, bottom = _heights(camera, window)
    pressed = draw_marks(page.marks(top, bottom), camera, fine, _GRID)
    _mask_tops(pressed, page, camera, fine, material)
    _draw_rule(pressed, page, camera, fine)
    _draw_specks(pressed, camera, fine, draw)
    covered = take_ink(
        pressed, fine, per_mm, draw, tile=material.ink_grain, inking=page.pull.inking,
        slur=page.pull.slur, roughness=material.roughness * material.disturbance.inking,
    )  # fmt: skip
    share = cv2.resize(covered, (window.width, window.height), interpolation=cv2.INTER_AREA)
    layer = _thickness(np.asarray(share, np.uint8), camera, material, window, draw)
    return _darken(grey, layer, 1 - material.ink_tone / material.paper_tone)


def _thickness(
    share: NDArray[np.uint8], camera: Camera, material: Material, window: Window,
    draw: np.random.Generator,
) -> NDArray[np.uint8]:  # fmt: skip
    """The thickness of the ink: more at the edges of strokes, and mottled by the paper."""
    offset = (int(draw.integers(1 << 20)), int(draw.integers(1 << 20)))
    within = cv2.GaussianBlur(share, (0, 0), constants.RIM_WIDTH * camera.pixels_per_mm)
    level = cv2.LUT(within, _rim_table()).astype(np.int16)
    level += lay(material.paper_grain, window, offset, constants.INK_MOTTLE)
    dense = np.clip(level, 0, 255).astype(np.uint8)
    return np.asarray(cv2.multiply(share, dense, scale=1 / 255), np.uint8)


@cache
def _rim_table() -> NDArray[np.uint8]:
    return np.rint(255 * (1 - constants.RIM * np.arange(256) / 255)).astype(np.uint8)


def _show_through(
    grey: NDArray[np.uint8], back: PrintedPage, camera: Camera, material: Material, window: Window
) -> NDArray[np.uint8]:
    top, bottom = _heights(camera, window)
    ghost = draw_marks(back.marks(top, bottom), camera, window, 1, mirrored=True)
    soft = cv2.GaussianBlur(ghost, (0, 0), constants.SHOW_THROUGH_BLUR * camera.pixels_per_mm)
    return _darken(grey, np.asarray(soft, np.uint8), material.show_through)


def _darken(
    grey: NDArray[np.uint8], share: NDArray[np.uint8], strength: float
) -> NDArray[np.uint8]:
    table = np.rint(255 - np.arange(256) * strength).astype(np.uint8)
    return np.asarray(cv2.multiply(grey, cv2.LUT(share, table), scale=1 / 255), np.uint8)


def _mask_tops(
    canvas: NDArray[np.uint8], page: PrintedPage, camera: Camera, window: Window,
    material: Material,
) -> None:  # fmt: skip
    """Leave the tops of some letters of the title unprinted: the frisket covered them."""
    draw = generator(material.seed, "masked", page.copy.signature)
    if draw.random() >= material.disturbance.masked or not page.title_marks:
        return
    marks = page.title_marks
    first = int(draw.integers(len(marks)))
    last = int(draw.integers(first, len(marks)))
    depth = float(draw.uniform(*constants.MASKED_DEPTH))
    em = marks[0].points / constants.POINTS_PER_INCH * camera.dpi * _GRID
    x, y = camera.project(
        np.array([marks[first].x, marks[last].x]), np.array([marks[first].y, marks[last].y])
    )
    left, right = round(x[0] * _GRID) - window.x, round(x[1] * _GRID + 0.8 * em) - window.x
    line = float(y.mean()) * _GRID - window.y
    top, bottom = round(line - 1.1 * em), round(line - (0.68 - depth) * em)
    canvas[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)] = 0


def _draw_rule(
    canvas: NDArray[np.uint8], page: PrintedPage, camera: Camera, window: Window
) -> None:
    if page.rule is None:
        return
    (x0, y0), (x1, y1) = page.rule
    x, y = camera.project(np.linspace(x0, x1, 40), np.linspace(y0, y1, 40))
    bits = 6
    points = np.stack([x * _GRID - window.x, y * _GRID - window.y], axis=1) * (1 << bits)
    thick = max(1, round(0.22 * camera.pixels_per_mm * _GRID))
    cv2.polylines(
        canvas, [np.rint(points).astype(np.int32)], False, 255, thick, cv2.LINE_8, shift=bits
    )


def _draw_specks(
    canvas: NDArray[np.uint8], camera: Camera, window: Window, draw: np.random.Generator
) -> None:
    """Draw specks of dirt and ink."""
    width, height = camera.size
    number = int(draw.poisson(constants.SPECKS))
    places = draw.random((number, 2)) * (width * _GRID, height * _GRID)
    sizes = draw.uniform(*constants.SPECK_SIZE, number) * camera.pixels_per_mm * _GRID / 2
    for (x, y), radius in zip(np.rint(places).astype(int).tolist(), sizes, strict=True):
        centre = (x - window.x, y - window.y)
        if -20 < centre[0] < window.width + 20 and -20 < centre[1] < window.height + 20:
            cv2.circle(canvas, centre, max(1, round(radius)), 235, -1)


def _expose(
    grey: NDArray[np.uint8], camera: Camera, material: Material, window: Window,
    draw: np.random.Generator,
) -> NDArray[np.uint8]:  # fmt: skip
    """Apply lens and sensor, or lens, film and threshold."""
    per_mm = camera.pixels_per_mm
    offset = (int(draw.integers(1 << 20)), int(draw.integers(1 << 20)))
    if material.view is View.SCAN:
        soft = cv2.GaussianBlur(grey, (0, 0), constants.SCAN_BLUR * per_mm)
        seen = soft + lay(material.noise, window, offset, constants.SCAN_NOISE).astype(np.int16)
        return np.clip(seen, 0, 255).astype(np.uint8)
    if material.view is View.PHOTOGRAPH:
        soft = cv2.GaussianBlur(grey, (0, 0), constants.PHOTO_BLUR * per_mm)
        seen = soft + lay(material.noise, window, offset, constants.PHOTO_NOISE).astype(np.int16)
        return _as_jpeg(np.clip(seen, 0, 255).astype(np.uint8), material.jpeg_quality)
    soft = cv2.GaussianBlur(grey, (0, 0), constants.FILM_BLUR * per_mm)
    seen = soft + lay(material.noise, window, offset, constants.FILM_NOISE).astype(np.int16)
    exposure = constants.FILM_EXPOSURE * material.roughness
    seen += patches(draw, window, constants.PAPER_PATCH * per_mm, exposure)
    level = material.ink_tone + material.threshold * (material.paper_tone - material.ink_tone)
    return np.where(seen > level, 255, 0).astype(np.uint8)


def _as_jpeg(grey: NDArray[np.uint8], quality: int) -> NDArray[np.uint8]:
    """An image after JPEG compression."""
    _, coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def _heights(camera: Camera, window: Window) -> tuple[float, float]:
    """The heights of the page (mm) that a window may show, allowing for skew and curl."""
    room = 4.0
    return (
        camera.height_on_paper(window.y) - room,
        camera.height_on_paper(window.y + window.height) + room,
    )
