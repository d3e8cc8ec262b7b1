"""Type: founts, and the sorts cast from them.

A *sort* is one piece of type. Its face is rendered once for each size and cached;
impressions only move it. Lengths are in ems, positions from the left end of the
baseline, y downwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

import formework.simulate.constants as constants

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG_S = "ſ"
_DESIGN = 1000  # pixels per em at which widths are measured


class Family(StrEnum):
    """The shipped families of the Fell types."""

    ENGLISH = "english"
    DOUBLE_PICA = "double-pica"
    FRENCH_CANON = "french-canon"
    DE_WALPERGEN_PICA = "dw-pica"
    GREAT_PRIMER = "great-primer"


class Style(StrEnum):
    """Roman, italic, or roman with small capitals instead of lower case."""

    ROMAN = "roman"
    ITALIC = "italic"
    SMALL_CAPITALS = "small-capitals"


@dataclass(frozen=True, slots=True)
class Fount:
    """All the type of one face and style."""

    family: Family
    style: Style

    def width(self, character: str) -> float:
        """Set-width of a character in ems."""
        return _width(self, character)


@dataclass(frozen=True, slots=True)
class Nick:
    """The part broken off a face: a disc, in ems from the left end of the baseline."""

    x: float
    y: float
    radius: float


@dataclass(frozen=True, eq=False)
class SortFace:
    """The printing face of a sort: its mask, and the left end of the baseline (pixels)."""

    mask: NDArray[np.uint8]
    x: int
    y: int


@lru_cache(maxsize=8192)
def cast(fount: Fount, character: str, em: float, nick: Nick | None = None) -> SortFace:
    """Render a sort at `em` pixels per em; a nick removes the broken part."""
    face = _long_s(fount, em) if character == LONG_S else _draw(fount, character, em)
    if nick is None:
        return face
    mask = face.mask.copy()
    centre = (face.x + round(nick.x * em), face.y - round(nick.y * em))
    cv2.circle(mask, centre, max(1, round(nick.radius * em)), 0, -1, cv2.LINE_AA)
    return SortFace(mask, face.x, face.y)


def _draw(fount: Fount, character: str, em: float) -> SortFace:
    font = _font(fount, em)
    left, top, right, bottom = font.getbbox(character, anchor="ls")
    edge = 2  # room for interpolation when the face is moved by a fraction of a pixel
    x, y = edge - int(left), edge - int(top)
    image = Image.new("L", (int(right - left) + 2 * edge, int(bottom - top) + 2 * edge))
    ImageDraw.Draw(image).text((x, y), character, fill=255, font=font, anchor="ls")
    return SortFace(np.array(image), x, y)


def _long_s(fount: Fount, em: float) -> SortFace:
    """A long s, which the digital fonts lack: an f without the right arm of its bar."""
    face = _draw(fount, "f", em)
    x_height = -int(_font(fount, em).getbbox("x", anchor="ls")[1])
    mask = face.mask.copy()
    # The bar is at the height of x; above and below it there is only the stem.
    first = face.y - x_height - round(0.05 * em)
    last = face.y - x_height + round(0.13 * em)
    above, below = (_right_edge(mask[row]) for row in (first, last))
    for row in range(first, last):
        stem = above + (below - above) * (row - first) / (last - first)
        mask[row, round(stem) + 1 :] = 0
    return SortFace(mask, face.x, face.y)


def _right_edge(row: NDArray[np.uint8]) -> int:
    inked = np.flatnonzero(row > 127)
    return int(inked[-1]) if inked.size else len(row)


@cache
def _width(fount: Fount, character: str) -> float:
    character = "f" if character == LONG_S else character
    return _font(fount, _DESIGN).getlength(character) / _DESIGN


@cache
def _font(fount: Fount, em: float) -> ImageFont.FreeTypeFont:
    # Basic layout without kerning: the setting decides the positions of letters.
    data = BytesIO(_file(fount))
    return ImageFont.truetype(data, em, layout_engine=ImageFont.Layout.BASIC)


@cache
def _file(fount: Fount) -> bytes:
    name = f"{fount.family}-{fount.style}.woff2"
    return (files("formework.simulate") / "founts" / name).read_bytes()


def em_in_pixels(points: float, dpi: int) -> float:
    """The size of a body in pixels, rounded so that cached faces can be reused."""
    return round(points / constants.POINTS_PER_INCH * dpi, 2)
