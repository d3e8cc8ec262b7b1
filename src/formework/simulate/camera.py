"""The leaf in front of the camera: from millimetres of paper to pixels of the scan."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

import formework.simulate.constants as constants
from formework.book.model import Face
from formework.simulate.disturbance import QUIET
from formework.simulate.seeds import generator

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.simulate.disturbance import Disturbance
    from formework.simulate.printed_page import Layout

BORDER = 6.0  # mm shown beyond the edges of the paper


@dataclass(frozen=True, slots=True)
class Fold:
    """The foreshortening of a leaf where it rises to the fold.

    `reach` (mm from the inner edge) is the width of this zone, `squeeze` the
    share of the length that is lost at the fold; with `abrupt`, the loss is even
    and stops at once, instead of fading out.
    """

    reach: float
    squeeze: float
    abrupt: bool

    def bend(self, inward: NDArray[np.float64]) -> NDArray[np.float64]:
        """How far points move outward (mm), given their distance from the inner edge (mm)."""
        within = np.maximum(self.reach - inward, 0.0)
        if self.abrupt:
            return np.asarray(self.squeeze * within)
        return np.asarray(self.squeeze * within**2 / self.reach)


@dataclass(frozen=True, slots=True)
class Camera:
    """The position and shape of a leaf when it was photographed.

    `curl` is the quadratic and cubic bend away from the gutter, `bow` the sag
    of a straight line, `wave` the amplitude, length and phase of cockling (mm).
    """

    layout: Layout
    face: Face
    dpi: int
    skew: float
    scale: float
    curl: tuple[float, float]
    bow: float
    wave: tuple[float, float, float]
    fold: Fold | None = None

    @property
    def pixels_per_mm(self) -> float:
        """Resolution of the scan."""
        return self.dpi / constants.MM_PER_INCH

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole scan in pixels."""
        width, height = self.layout.width + 2 * BORDER, self.layout.height + 2 * BORDER
        return round(width * self.pixels_per_mm), round(height * self.pixels_per_mm)

    def project(
        self, x: NDArray[np.float64], y: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Map points of the paper (mm) to the scan (pixels)."""
        width = self.layout.width
        outward = x / width if self.face is Face.RECTO else 1.0 - x / width
        bend = self.curl[0] * outward**2 + self.curl[1] * outward**3
        if self.fold is not None:
            bend = bend + self.fold.bend(outward * width)
        x = x + (bend if self.face is Face.RECTO else -bend)
        amplitude, length, phase = self.wave
        y = (
            y
            + self.bow * (2 * outward - 1) ** 2
            + amplitude * np.sin(2 * math.pi * x / length + phase)
        )
        turn = math.radians(self.skew)
        x, y = x - width / 2, y - self.layout.height / 2
        x, y = x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)
        factor = self.scale * self.pixels_per_mm
        return (
            x * factor + (width / 2 + BORDER) * self.pixels_per_mm,
            y * factor + (self.layout.height / 2 + BORDER) * self.pixels_per_mm,
        )

    def height_on_paper(self, row: int) -> float:
        """The approximate height on the paper of a row of the scan (mm)."""
        return row / self.pixels_per_mm - BORDER


def draw_camera(
    seed: int, signature: str, layout: Layout, face: Face, *, dpi: int, roughness: float,
    disturbance: Disturbance = QUIET,
) -> Camera:  # fmt: skip
    """Draw the position and shape of the leaf of a page at random."""
    draw = generator(seed, "camera", signature)
    skew, scale, square, cube, bow, wave = draw.standard_normal(6).tolist()
    return Camera(
        layout,
        face,
        dpi,
        skew=skew * constants.PHOTO_SKEW,
        scale=1.0 + scale * constants.PHOTO_SCALE,
        curl=(
            square * constants.CURL_SQUARE * roughness,
            cube * constants.CURL_CUBE * roughness,
        ),
        bow=bow * constants.BOW * roughness,
        wave=(
            wave * constants.WAVE * roughness,
            float(draw.uniform(*constants.WAVE_LENGTH)),
            float(draw.uniform(0.0, 2 * math.pi)),
        ),
        fold=_fold_of(seed, signature, layout, disturbance),
    )


def _fold_of(seed: int, signature: str, layout: Layout, disturbance: Disturbance) -> Fold | None:
    """The fold of a leaf: nearly the same for all leaves of a gathering."""
    if not disturbance.squeeze:
        return None
    gathering = generator(seed, "fold", signature.rstrip("0123456789rv"))
    reach = layout.inner + layout.measure * float(gathering.uniform(*constants.FOLD_REACH))
    squeeze = disturbance.squeeze * float(gathering.uniform(0.0, 1.0))
    leaf = generator(seed, "fold of leaf", signature)
    return Fold(reach, squeeze * float(leaf.uniform(0.8, 1.2)), disturbance.abrupt)
