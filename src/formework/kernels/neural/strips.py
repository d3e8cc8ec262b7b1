"""Titles brought to one scale, levelled, and registered in pairs.

A network must learn the positions of the letters. What does not depend on the
setting (margins, skew, resolution, shift and shrinkage of the whole line) is
removed first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
from scipy.fft import irfft, next_fast_len, rfft

from formework.ink import SHOW_THROUGH, ink_share

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# The shipped networks were trained on strips of this form: changing it needs new weights
# (formework train OUT).
ROWS = 24  # height of a strip
_INK_ROWS = 19  # of them, the height of the letters
COLUMNS_PER_HEIGHT = 48  # columns per height of the letters: finer than rows, to resolve spacing
MAX_COLUMNS = 1024  # longer titles are compressed, to bound memory
_MARGIN = 12  # blank columns at each end
_WIDTH_MULTIPLE = 8  # widths are rounded up to a multiple of this many columns
_SLOPES = np.linspace(-0.03, 0.03, 25)  # rise per column, tried when levelling a title
# Registration is coarse: the network handles what is left.
_SCALES = np.linspace(0.98, 1.02, 9)  # sheets differ in size by about 0.5%, and leaves curl
_COARSE = 2  # columns averaged into one
_SHIFTS = 10  # coarse columns tried to each side
_BANDS = 4  # bands of rows compared
_PAPER_PERCENTILE, _BLACK_PERCENTILE = 75, 2  # of the grey levels of a crop


def make_strips(images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float32]:
    """Turn titles of one text into strips: (titles, `ROWS`, columns), ink 1, paper 0.

    All are scaled by the same factor, from their median height, so that a title
    printed or photographed slightly larger stays larger.
    """
    level = [_straighten(find_ink(image)) for image in images]
    boxes = np.array([_extent(ink) for ink in level])
    height = float(np.median(boxes[:, 1] - boxes[:, 0]))
    widths = boxes[:, 3] - boxes[:, 2]
    across = min(COLUMNS_PER_HEIGHT / height, (MAX_COLUMNS - 2 * _MARGIN) / widths.max())
    columns = int(np.ceil(widths.max() * across)) + 2 * _MARGIN
    size = (-(-columns // _WIDTH_MULTIPLE) * _WIDTH_MULTIPLE, ROWS)
    return np.stack(
        [_place(ink, box, across, _INK_ROWS / height, size)
         for ink, box in zip(level, boxes, strict=True)]
    )  # fmt: skip


def find_ink(image: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The share of ink, 0 to 1, independent of the tone of paper and ink.

    One tone of paper for the whole crop, not the local paper of
    `depth_below_paper`: the networks were trained on ink found this way.
    """
    paper, black = np.percentile(image, (_PAPER_PERCENTILE, _BLACK_PERCENTILE))
    ink = ink_share(paper - image.astype(np.float32), max(paper - black, 1.0))
    return np.where(ink > SHOW_THROUGH, ink, 0.0).astype(np.float32)


def _straighten(ink: NDArray[np.float32]) -> NDArray[np.float32]:
    """Level a title: shear it by the slope at which its rows differ most."""
    size = (max(1, ink.shape[1] // 4), len(ink))
    small = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.float32)
    sharpest = max(_SLOPES, key=lambda slope: _sharpness(_shear(small, 4 * slope)))
    return _shear(ink, float(sharpest))


def _sharpness(ink: NDArray[np.float32]) -> float:
    return float(np.square(ink.sum(axis=1)).sum())


def _shear(ink: NDArray[np.float32], slope: float) -> NDArray[np.float32]:
    height, width = ink.shape
    matrix = np.array([[1.0, 0.0, 0.0], [slope, 1.0, -slope * width / 2]])
    return np.asarray(cv2.warpAffine(ink, matrix, (width, height)), np.float32)


def _extent(ink: NDArray[np.float32]) -> tuple[float, float, float, float]:
    """Top, bottom, left and right of the letters; specks and ends of rules have little effect."""
    top, bottom = _quantiles(ink.sum(axis=1), 0.01)
    left, right = _quantiles(ink.sum(axis=0), 0.002)
    return top, max(bottom, top + 1.0), left, max(right, left + 1.0)


def _quantiles(profile: NDArray[np.float32], share: float) -> tuple[float, float]:
    total = np.cumsum(profile, dtype=np.float64)
    if total[-1] <= 0:
        return 0.0, float(len(profile))
    low, high = np.searchsorted(total, (share * total[-1], (1 - share) * total[-1]))
    return float(low), float(high + 1)


def _place(
    ink: NDArray[np.float32], box: NDArray[np.float64], across: float, down: float,
    size: tuple[int, int],
) -> NDArray[np.float32]:  # fmt: skip
    """Put a title into a strip, centred between its ends and on its centre of ink."""
    weight = ink.sum(axis=1)
    middle = float(weight @ np.arange(len(weight)) / max(weight.sum(), 1e-6))
    centre = (box[2] + box[3]) / 2
    matrix = np.array(
        [[across, 0, size[0] / 2 - across * centre], [0, down, size[1] / 2 - down * middle]]
    )
    # Blur first by as much as the title shrinks, so that no ink falls between the samples.
    blur = (max(0.0, 0.5 / across - 0.5), max(0.0, 0.5 / down - 0.5))
    soft = cv2.GaussianBlur(ink, (0, 0), blur[0] + 1e-3, sigmaY=blur[1] + 1e-3)
    return np.asarray(cv2.warpAffine(soft, matrix, size), np.float32)


def register(strips: NDArray[np.float32], pairs: NDArray[np.intp]) -> NDArray[np.float32]:
    """Register the second title of each pair on the first: (pairs, 2), scale and shift.

    Column x of the first corresponds to column `scale * (x - middle) + middle +
    shift` of the second. Of a grid of scales and shifts, the one with the
    largest overlap of ink is chosen.
    """
    titles, _, columns = strips.shape
    coarse = strips.reshape(titles, _BANDS, -1, columns // _COARSE, _COARSE).mean(axis=(2, 4))
    length = next_fast_len(coarse.shape[2] + 2 * _SHIFTS, real=True)
    spectra = np.conj(rfft(coarse, length))
    found = np.empty((len(pairs), 2), np.float32)
    for second in np.unique(pairs[:, 1]):
        rows = np.flatnonzero(pairs[:, 1] == second)
        scaled = _at_all_scales(coarse[second])
        both = np.einsum("nbf,sbf->nsf", spectra[pairs[rows, 0]], rfft(scaled, length))
        overlap = irfft(both, length)[:, :, : 2 * _SHIFTS + 1] / _lengths(scaled)
        best = np.argmax(overlap.reshape(len(rows), -1), axis=1)
        scale, start = np.divmod(best, 2 * _SHIFTS + 1)
        found[rows, 0] = _SCALES[scale]
        found[rows, 1] = _SCALES[scale] * (start - _SHIFTS) * _COARSE
    return found


def _at_all_scales(bands: NDArray[np.float32]) -> NDArray[np.float32]:
    """A title at every scale, (scales, bands, columns), `_SHIFTS` columns wider at each end."""
    count = bands.shape[1]
    columns, middle = np.arange(count), (count - 1) / 2
    wide = np.arange(-_SHIFTS, count + _SHIFTS) - middle
    return np.array(
        [
            [np.interp(scale * wide + middle, columns, band, 0.0, 0.0) for band in bands]
            for scale in _SCALES
        ],
        np.float32,
    )


def _lengths(scaled: NDArray[np.float32]) -> NDArray[np.float32]:
    """The norm of what each shift leaves in view, (scales, shifts)."""
    squares = np.square(scaled).sum(axis=1)
    total = np.pad(np.cumsum(squares, axis=1), ((0, 0), (1, 0)))
    count = squares.shape[1] - 2 * _SHIFTS
    within = total[:, count:] - total[:, : 2 * _SHIFTS + 1]
    return np.asarray(np.sqrt(np.maximum(within, 0.0)) + 1e-6, np.float32)


def align_strip(
    strip: NDArray[np.float32], registration: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Shift and scale a strip along the line by its registration (scale, shift)."""
    rows, columns = strip.shape
    scale, shift = map(float, registration)
    matrix = np.array([[scale, 0, columns / 2 * (1 - scale) + shift], [0, 1.0, 0]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(strip, matrix, (columns, rows), flags=flags), np.float32)
