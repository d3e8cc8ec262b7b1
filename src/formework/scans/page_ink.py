"""Where type is on a scan, by its darkness alone.

Everything here works on 2-D `uint8` arrays, dark ink on light paper. A *band*
is the rows of one line of type, a *run* the columns of one stretch of ink.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from formework.ink import Grey, Mask, depth_below_paper, full_ink

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = [
    "Grey",
    "InkReader",
    "Mask",
    "Quads",
    "Reading",
    "Span",
    "darkness",
    "deep_enough",
    "ink_mask",
    "least_darkness",
    "main_band",
    "reduced",
    "rotation",
    "runs",
    "without_specks",
    "words",
]

Quads: TypeAlias = NDArray[np.float64]
Span: TypeAlias = tuple[int, int]

# Grey levels: type is at least this much darker than paper; fainter marks are show-through.
_MIN_CONTRAST = 40.0
# Per cent: on a page, the darkest hundredth of the pixels are solid strokes.
_SOLID_INK = 99.0
# A share of solid ink: the edge of a stroke is a little below half its depth on any scan.
_EDGE_DEPTH = 0.4
# A share of the darkness of a word's letters.
_AS_DARK = 0.75
# Pixels: fewer do not show how a line is rotated.
_FEWEST_INKED = 20
# Pixels of the longer side at which the fallback reader looks for lines.
_INK_READER_SIDE = 800


def reduced(image: Grey, most: int) -> tuple[Grey, float]:
    """Return an image with no side longer than `most` pixels, and its scale, at most 1."""
    scale = min(1.0, most / max(image.shape))
    if scale == 1.0:
        return image, scale
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.uint8), scale


def ink_mask(image: Grey, reach: int, solid_in: Span | None = None) -> Mask:
    """Return where type is printed: what is darker than the paper around it.

    `reach` in pixels is about one line of type (see `depth_below_paper`). The
    columns `solid_in` show how dark solid ink is; without them, all do.
    """
    return deep_enough(depth_below_paper(image, reach), solid_in)


def deep_enough(depth: Grey, solid_in: Span | None = None) -> Mask:
    """Return where type is printed, from depths below the paper (see `ink_mask`)."""
    solid = full_ink(depth[:, slice(*solid_in)] if solid_in else depth, _SOLID_INK, least=0.0)
    return np.asarray(depth > max(_MIN_CONTRAST, _EDGE_DEPTH * solid), dtype=np.bool_)


def runs(profile: NDArray[np.bool_], join: int = 1) -> tuple[Span, ...]:
    """Return the stretches that are true; stretches less than `join` apart are one.

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
    """Return the rows of the line that a box was drawn around.

    A box often includes the ascenders of the line below. The line meant is the
    one with the most ink, weighted towards the middle of the box.
    """
    height = mask.shape[0]
    profile = mask.sum(axis=1) * np.sin(np.pi * (np.arange(height) + 0.5) / height)
    if not profile.any():
        return 0, height
    above: Mask = np.array(profile > 0.12 * profile.max(), dtype=np.bool_, ndmin=1)
    bands = runs(above, join=2)
    return max(bands, key=lambda band: profile[band[0] : band[1]].sum())


def without_specks(mask: Mask, height: int) -> Mask:
    """Return the mask without marks smaller than a full stop of type this high, in pixels."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    keep = stats[:, cv2.CC_STAT_AREA] >= max(2, (height // 10) ** 2)
    keep[0] = False  # the paper
    return np.asarray(keep[labels], dtype=np.bool_)


def words(mask: Mask, gap: int) -> tuple[Span, ...]:
    """Return the columns of each stretch of type, divided where `gap` columns are blank."""
    inked: Mask = np.asarray(mask.any(axis=0), dtype=np.bool_)
    return runs(np.atleast_1d(inked), join=gap)


def darkness(depth: Grey, span: Span) -> float:
    """Return how dark the strokes in some columns are, in grey levels below the paper.

    The upper quartile of the columns, computed here because `np.percentile`
    takes longer than everything else that is done to a letter.
    """
    peaks = np.sort(depth[:, span[0] : span[1]].max(axis=0)).tolist()
    whole, part = divmod(3 * (len(peaks) - 1), 4)
    return float(peaks[whole] + part / 4 * (peaks[-(-3 * (len(peaks) - 1) // 4)] - peaks[whole]))


def least_darkness(depth: Grey, letters: Sequence[Span]) -> float:
    """Return how dark a mark must be to belong to a word with these letters.

    Fainter marks show through from the other side of the leaf.
    """
    return _AS_DARK * float(np.median([darkness(depth, span) for span in letters]))


def rotation(mask: Mask, most: float = 3.0) -> float:
    """Return by how much a line of type is rotated, in degrees, clockwise positive.

    Angles up to `most` degrees either way are tried. The best one makes the
    rows differ most: type on the line, blank paper above and below.
    """
    rows, columns = np.nonzero(mask)
    if len(rows) < _FEWEST_INKED:
        return 0.0
    columns = columns - columns.mean()

    def sharpness(angle: float) -> float:
        level = np.rint(rows - columns * np.tan(np.radians(angle))).astype(int)
        return float((np.bincount(level - level.min()).astype(float) ** 2).sum())

    coarse = max(np.arange(-most, most + 0.01, 0.5), key=sharpness)
    return float(max(np.arange(coarse - 0.5, coarse + 0.51, 0.1), key=sharpness))


class Reading(NamedTuple):
    """The text of one piece of type, and the confidence of the reading, from 0 to 1."""

    text: str
    sureness: float


class InkReader:
    """Finds lines of type by their ink and reads nothing: the fallback without OCR."""

    def find(self, image: Grey) -> Quads:
        """Return the corners of each piece of text: n × 4 × 2, clockwise from the top left."""
        small, scale = reduced(image, _INK_READER_SIDE)
        mask = ink_mask(small, reach=small.shape[1] // 25)
        found = [
            (left, top, right, bottom)
            for top, bottom in _bands(mask)
            for left, right in words(mask[top:bottom], gap=3 * (bottom - top))
            if right - left > (bottom - top) // 2
        ]
        corners = [[(x0, y0), (x1, y0), (x1, y1), (x0, y1)] for x0, y0, x1, y1 in found]
        return np.asarray(np.array(corners, dtype=float).reshape(-1, 4, 2) / scale)

    def read(self, crop: Grey) -> Reading:  # noqa: ARG002 (the protocol has it)
        """Return an empty text."""
        return Reading("", 0.0)


def _bands(mask: Mask) -> tuple[Span, ...]:
    """Return the rows of each line on a page; lines are divided where there is little ink."""
    type_only = without_specks(mask, 20)
    profile = cv2.GaussianBlur(type_only.sum(axis=1).astype(np.float32), (1, 3), 0).ravel()
    if not profile.any():
        return ()
    level = 0.15 * float(np.percentile(profile[profile > 0], 90))
    return tuple((top, bottom) for top, bottom in runs(profile > level) if 5 <= bottom - top <= 60)
