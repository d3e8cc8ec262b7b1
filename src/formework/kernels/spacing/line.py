"""The line of type in each crop: levelled, upright, of one size, all on one line.

Crops hold ascenders of the next line, page edges and loose margins. One band is
found for all titles of a text: taken title by title it falls now on the
x-height, now on the full height.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.spacing.type_ink import type_ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.ink import Grey, Ink

EM = 48  # pixels to the em in the strips
_CAPITALS = 0.68  # em: the height of capitals and ascenders above the line
ABOVE, BELOW = 1.0, 0.45  # em of a strip above and below the line
_TOP = 0.04  # of the fullest row: where capitals and ascenders begin
_SLOPES = np.tan(np.radians(np.arange(-2.5, 2.51, 0.25)))
_SLANTS = np.tan(np.radians(np.arange(-2.0, 26.1, 2.0)))


@dataclass(frozen=True, slots=True)
class Line:
    """One title as a strip of ink, `EM` pixels to the em, its letters upright.

    `to_crop` is the 2 x 3 affine map from the strip's pixels to the crop's, which
    is `crop_width` pixels wide.
    """

    strip: Ink
    to_crop: NDArray[np.float64]
    crop_width: int


def find_lines(images: Sequence[Grey]) -> tuple[Line, ...]:
    """Bring the titles of one text to strips of one height, in which their lines of type agree."""
    inks = [type_ink(image) for image in images]
    slopes = [_slope(ink) for ink in inks]
    level = [_shear_rows(ink, slope) for ink, slope in zip(inks, slopes, strict=True)]
    bands = [_band(ink) for ink in level]
    scale = EM * _CAPITALS / _letter_height(level, bands)
    slant = _slant(level)
    return _on_one_line(
        [
            _strip(ink, slope, slant, foot, scale)
            for ink, slope, (_, foot) in zip(inks, slopes, bands, strict=True)
        ]
    )


def resized(line: Line, factor: float) -> Line:
    """The line enlarged by a factor, still on the same row."""
    row = ABOVE * EM
    grow = np.array([[factor, 0.0, 0.0], [0.0, factor, row * (1 - factor)]])
    size = (int(np.ceil(line.strip.shape[1] * factor)), line.strip.shape[0])
    strip = cv2.warpAffine(line.strip, grow, size, flags=cv2.INTER_LINEAR)
    shrink = np.array([[1 / factor, 0, 0], [0, 1 / factor, row * (1 - 1 / factor)], [0, 0, 1]])
    return Line(np.asarray(strip, dtype=np.float32), line.to_crop @ shrink, line.crop_width)


def _letter_height(inks: Sequence[Ink], bands: Sequence[tuple[float, float]]) -> float:
    """The height of capitals, in pixels, measured on all titles together."""
    reach = np.arange(-3.0, 0.01, 0.02) * np.median([foot - top for top, foot in bands])
    rows = []
    for ink, (_, foot) in zip(inks, bands, strict=True):
        profile = ink.sum(axis=1)
        rows.append(np.interp(foot + reach, np.arange(len(profile)), profile, left=0.0))
        rows[-1] /= max(rows[-1].max(), 1e-6)
    usual = np.median(rows, axis=0)
    blank = np.flatnonzero(usual[: int(np.argmax(usual))] < _TOP * usual.max())
    return float(-reach[blank[-1]] if len(blank) else -reach[0])


def _strip(ink: Ink, slope: float, slant: float, foot: float, scale: float) -> Line:
    """Cut a strip about the line of type, `foot` being its row in the middle of the crop."""
    width = ink.shape[1]
    columns = int(np.ceil(width * scale)) + EM  # room for what the slant moves
    # Strip (x, y) -> crop: undo scale, slant and slope.
    across = np.array([1 / scale, -slant / scale])
    line_row = ABOVE * EM
    to_crop = np.zeros((2, 3))
    to_crop[0, :2] = across
    to_crop[0, 2] = slant * line_row / scale - EM / 2 / scale
    to_crop[1, :2] = (slope * to_crop[0, 0], 1 / scale + slope * to_crop[0, 1])
    to_crop[1, 2] = foot - line_row / scale + slope * (to_crop[0, 2] - width / 2)
    return Line(_warp(ink, to_crop, columns), to_crop, width)


def _warp(ink: Ink, to_crop: NDArray[np.float64], columns: int) -> Ink:
    size = (columns, int((ABOVE + BELOW) * EM))
    shrinking = to_crop[1, 1]
    if shrinking > 1.3:
        # Blurred first, or strokes would be lost between the samples.
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), 0.4 * shrinking), dtype=np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(ink, to_crop, size, flags=flags), dtype=np.float32)


def _shear_rows(ink: Ink, slope: float) -> Ink:
    """Undo a slope: each column moved up or down about the middle one."""
    shear = np.array([[1.0, 0.0, 0.0], [slope, 1.0, -slope * ink.shape[1] / 2]])
    size = (ink.shape[1], ink.shape[0])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(ink, shear, size, flags=flags), dtype=np.float32)


def _slope(ink: Ink) -> float:
    """How far the line of type runs downhill: rows a column, at which the rows differ most."""
    return float(max(_SLOPES, key=lambda slope: _sharpness(_shear_rows(ink, slope).sum(axis=1))))


def _slant(inks: Sequence[Ink]) -> float:
    """How far the letters lean to the right: columns a row, at which the columns differ most."""
    sample = inks[:: max(1, len(inks) // 12)]
    scores = np.array([[_sharpness(_upright(ink, slant)) for slant in _SLANTS] for ink in sample])
    shares = scores / np.maximum(scores.max(axis=1, keepdims=True), 1e-6)  # a crop may be blank
    return float(_SLANTS[np.argmax(shares.mean(axis=0))])


def _upright(ink: Ink, slant: float) -> NDArray[np.float32]:
    height, width = ink.shape
    lean = np.array([[1.0, -slant, slant * height / 2], [0.0, 1.0, 0.0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(ink, lean, (width, height), flags=flags).sum(axis=0))


def _sharpness(profile: NDArray[np.float32]) -> float:
    return float((np.diff(profile) ** 2).sum())


def _band(ink: Ink) -> tuple[float, float]:
    """The row where capitals begin, and the row the letters stand on."""
    profile = cv2.GaussianBlur(ink.sum(axis=1)[:, None], (1, 3), 0).ravel()
    height = len(profile)
    # The line meant is half way down the crop rather than at its edges.
    profile = profile * np.sin(np.pi * (np.arange(height) + 0.5) / height)
    if not profile.any():
        return 0.15 * height, 0.75 * height
    peak = int(np.argmax(profile))
    foot = peak + int(np.argmin(np.diff(profile[peak:], append=0.0)))
    heavy = profile > 0.12 * profile.max()
    top = peak
    while top > 0 and heavy[top - 1]:
        top -= 1
    return float(top), float(max(foot, top + 4))


def _on_one_line(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Move each strip up or down until its rows agree best with those of all."""
    agreed = list(lines)
    for _ in range(2):
        profiles = np.array([line.strip.sum(axis=1) for line in agreed])
        profiles /= np.maximum(profiles.sum(axis=1, keepdims=True), 1e-6)
        usual = np.median(profiles, axis=0)
        agreed = [
            _moved(line, _shift(profile, usual))
            for line, profile in zip(agreed, profiles, strict=True)
        ]
    return tuple(agreed)


def _shift(profile: NDArray[np.float32], usual: NDArray[np.float32]) -> int:
    most = EM // 4
    return max(
        range(-most, most + 1), key=lambda shift: float((np.roll(profile, -shift) * usual).sum())
    )


def _moved(line: Line, shift: int) -> Line:
    if not shift:
        return line
    to_crop = line.to_crop.copy()
    to_crop[:, 2] += to_crop[:, 1] * shift
    strip = np.roll(line.strip, -shift, axis=0)
    return Line(strip, to_crop, line.crop_width)
