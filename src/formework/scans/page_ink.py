"""Ink and paper: where the type stands on a scan, by its darkness alone.

Everything here works on 2-D `uint8` arrays, dark ink on light paper. A *band*
is the rows of one line of type, a *run* the columns of one stretch of ink.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.bool_]
Quads: TypeAlias = NDArray[np.float64]
Span: TypeAlias = tuple[int, int]

# Paper is at least this much lighter than type, of 255: fainter marks are show-through.
LEAST_CONTRAST = 40


def reduced(image: Grey, most: int) -> tuple[Grey, float]:
    """Return an image with no side longer than `most` pixels, and its scale, at most 1."""
    scale = min(1.0, most / max(image.shape))
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def ink_mask(image: Grey, reach: int) -> Mask:
    """Return where type is printed: what is darker than the paper around it.

    `reach` is a length in pixels wider than any stroke and narrower than a
    shadow: about one line of type. Shading, borders and stains wider than that
    count as paper.
    """
    size = max(3, reach | 1)
    kernel = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    paper = cv2.morphologyEx(image, cv2.MORPH_CLOSE, kernel)
    depth = cv2.subtract(paper, image)
    # The darkest strokes set the scale; half way to them is ink on any scan.
    full = float(np.percentile(depth, 99)) if depth.size else 0.0
    return np.asarray(depth > max(LEAST_CONTRAST, 0.4 * full), dtype=np.bool_)


def runs(profile: NDArray[np.bool_], join: int = 1) -> tuple[Span, ...]:
    """Return the stretches that are true, those less than `join` apart as one.

    >>> runs(np.array([0, 1, 1, 0, 1, 0, 0, 0, 1], dtype=bool), join=2)
    ((1, 5), (8, 9))
    """
    edges = np.flatnonzero(np.diff(np.concatenate(([False], profile, [False]))))
    spans: list[Span] = []
    for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        if spans and start - spans[-1][1] < join:
            spans[-1] = (spans[-1][0], stop)
        else:
            spans.append((start, stop))
    return tuple(spans)


def main_band(mask: Mask) -> Span:
    """Return the rows of the line a box was drawn around.

    A box often holds the ascenders of the line below; the line meant is the
    one with the most ink, half way down the box rather than at its edges.
    """
    height = mask.shape[0]
    profile = mask.sum(axis=1) * np.sin(np.pi * (np.arange(height) + 0.5) / height)
    if not profile.any():
        return 0, height
    above: Mask = np.array(profile > 0.12 * profile.max(), dtype=np.bool_, ndmin=1)
    bands = runs(above, join=2)
    return max(bands, key=lambda band: profile[band[0] : band[1]].sum())


def without_specks(mask: Mask, height: int) -> Mask:
    """Return the mask without marks too small to be a full stop of type this high."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    least = max(2, (height // 10) ** 2)
    keep = np.array([False] + [stats[i, cv2.CC_STAT_AREA] >= least for i in range(1, count)])
    return np.asarray(keep[labels], dtype=np.bool_)


def words(mask: Mask, gap: int) -> tuple[Span, ...]:
    """Return the columns of each stretch of type, parted where `gap` columns are blank."""
    inked: Mask = np.asarray(mask.any(axis=0), dtype=np.bool_)
    return runs(np.atleast_1d(inked), join=gap)


def rotation(mask: Mask, most: float = 3.0) -> float:
    """Return how far a line of type is turned, in degrees, clockwise positive.

    The right angle is the one at which the rows are most unlike each other:
    type sits on its line, and blank above and below.
    """
    rows, columns = np.nonzero(mask)
    if len(rows) < 20:
        return 0.0
    columns = columns - columns.mean()

    def sharpness(angle: float) -> float:
        level = np.rint(rows - columns * np.tan(np.radians(angle))).astype(int)
        return float((np.bincount(level - level.min()).astype(float) ** 2).sum())

    coarse = max(np.arange(-most, most + 0.01, 0.5), key=sharpness)
    return float(max(np.arange(coarse - 0.5, coarse + 0.51, 0.1), key=sharpness))


class Reading(NamedTuple):
    """The text of one piece of type, and how sure it is, from 0 to 1."""

    text: str
    sureness: float


class InkReader:
    """Finds lines of type by ink profile, and reads nothing: the fallback without OCR."""

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        small, scale = reduced(image, 800)
        mask = ink_mask(small, reach=small.shape[1] // 25)
        found = [
            (left, top, right, bottom)
            for top, bottom in _bands(mask)
            for left, right in words(mask[top:bottom], gap=3 * (bottom - top))
            if right - left > (bottom - top) // 2
        ]
        corners = [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in found]
        return np.asarray(np.array(corners, dtype=float).reshape(-1, 4, 2) / scale)

    def read(self, crop: Grey) -> Reading:  # noqa: ARG002 (the ink has nothing to say)
        """Return an empty text: ink alone says nothing."""
        return Reading("", 0.0)


def _bands(mask: Mask) -> tuple[Span, ...]:
    """Rows of type on a page, lines parted where the ink thins out between them."""
    type_only = without_specks(mask, 20)
    profile = cv2.GaussianBlur(type_only.sum(axis=1).astype(np.float32), (1, 3), 0).ravel()
    if not profile.any():
        return ()
    level = 0.15 * float(np.percentile(profile[profile > 0], 90))
    return tuple((top, bottom) for top, bottom in runs(profile > level) if 5 <= bottom - top <= 60)
