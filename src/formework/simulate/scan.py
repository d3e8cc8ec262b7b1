"""The scan: the printed page with paper, light and lens.

`view` is what the library offers: a grey scan at 300 dpi, a black-and-white one
at 170 dpi taken from microfilm, or a small photograph kept as JPEG. Any window of
a page can be rendered by itself and is to the pixel what the whole page shows there.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING

import cv2
import numpy as np

import formework.simulate.constants as constants
from formework.book.model import Face
from formework.simulate.camera import BORDER
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
        """Resolution in pixels to the inch; that of photographs differs from book to book."""
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


def take_up(
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
    grey = _paper(camera, material, wide, paper)
    if back is not None:
        grey = _show_through(grey, back, camera, material, wide)
    grey = _lay_ink(grey, page, camera, material, wide, draw=inking)
    grey = _surroundings(grey, camera, wide, material)
    exposed = _expose(grey, camera, material, wide, film)
    left, top = window.x - wide.x, window.y - wide.y
    return np.ascontiguousarray(exposed[top : top + window.height, left : left + window.width])


def _on_block_grid(window: Window) -> Window:
    """The window widened to whole blocks of JPEG, which are coded each by itself."""
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
    """Leave the tops of some letters of the title unprinted: the frisket lay over them."""
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


def _paper(
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


def _surroundings(
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
    """What is left of an image kept as JPEG."""
    _, coded = cv2.imencode(".jpg", grey, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return np.asarray(cv2.imdecode(coded, cv2.IMREAD_GRAYSCALE), np.uint8)


def _heights(camera: Camera, window: Window) -> tuple[float, float]:
    """The heights of the page (mm) that a window may show, allowing for skew and curl."""
    room = 4.0
    return (
        camera.height_on_paper(window.y) - room,
        camera.height_on_paper(window.y + window.height) + room,
    )
