"""What the text detector is shown of a page: its first lines, without margins, reduced.

The detector takes most of the time of a survey, in proportion to the pixels it
is shown. Lines are counted and measured by their ink first, which is cheap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.ink import depth_below_paper
from formework.scans.page_ink import deep_enough, reduced, runs, without_specks

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Mask, Quads, Span

# Lines shown to the detector: those kept of each page, and two more for the distance of lines.
_LINES_SHOWN = 6
# Pixels of the longer side at which lines are counted; the detector is shown no larger image.
_COUNTING_SIDE = 640
# A share of the image's width: about one line of type.
_LINE_REACH = 1 / 25
# Pixels at that size: type as high as this has larger stops than the specks that are ignored.
_SPECK_HEIGHT = 20
# A share of the ink in a full row: rows with less are between lines.
_BETWEEN_LINES = 0.25
# Pixels at that size: lines are no thinner, and thicker bands are pictures or stains.
_THINNEST, _THICKEST = 4, 60
# Lines: fewer do not show how large the type of a page is.
_FEWEST_LINES = 3
# Pixels: the detector finds every line whose small letters are this high; larger is slower only.
_LETTER_HEIGHT = 10.0
# Ratio: type is reduced no further, because a page may have smaller type than most of its lines.
_SMALLEST_SCALE = 0.5
# Marks: fewer are no line of type.
_FEWEST_LETTERS = 3
# Pixels at the counting size: letters are neither lower nor higher.
_LOWEST_LETTER, _HIGHEST_LETTER = 5, 90
# Grey levels: even the faintest letter is this much darker than its paper.
_FAINTEST_TYPE = 16
# Grey levels: on blank paper, nothing as large as a letter is darker; show-through is not.
_BLANK_PAPER = 25
# Pixels at the counting size: type as high as this has larger strokes than the dust of a margin.
_DUST_HEIGHT = 30
# Pixels at the counting size: the shadow at the edge of the paper; lower than a line of type.
_EDGE = 8
# Pixels at the counting size: blank paper left around the type, as much as a line.
_MARGIN = 24
# Pixels: the detector works on squares of this side, and stretches an image to fit them.
_SQUARE = 32


@dataclass(frozen=True, slots=True)
class View:
    """A part of a strip, in pixels of the strip, and the scale at which it is shown."""

    rows: Span
    columns: Span
    scale: float

    def of(self, strip: Grey) -> Grey:
        """Return the pixels that the detector is shown."""
        part = np.ascontiguousarray(strip[slice(*self.rows), slice(*self.columns)])
        high, wide = (max(1, round(side * self.scale)) for side in part.shape)
        return np.asarray(cv2.resize(part, (wide, high), interpolation=cv2.INTER_AREA), np.uint8)

    def on_strip(self, quads: Quads) -> Quads:
        """Return boxes found in the view as boxes on the strip."""
        return np.asarray(quads / self.scale + (self.columns[0], self.rows[0]))


def view_of_all(strip: Grey) -> View:
    """Return the view of a whole strip."""
    height, width = strip.shape
    return View((0, height), (0, width), min(1.0, _COUNTING_SIDE / max(height, width)))


def view_of_first_lines(strip: Grey) -> View | None:
    """Return the view of the first lines of a strip, or None where nothing is printed on it.

    All of it where the lines cannot be counted: there are few, they slope, or
    there are pictures among them.
    """
    small, scale = reduced(strip, _COUNTING_SIDE)
    reach = int(_LINE_REACH * small.shape[1])
    depth = depth_below_paper(small, reach)
    if _letters(depth) < _FEWEST_LETTERS:
        return None
    lines = _lines(without_specks(deep_enough(depth), _SPECK_HEIGHT))
    if len(lines) < _FEWEST_LINES:
        return view_of_all(strip)
    end = small.shape[0]
    if len(lines) > _LINES_SHOWN:
        end = (lines[_LINES_SHOWN - 1][1] + lines[_LINES_SHOWN][0]) // 2
    letters = float(np.median([stop - start for start, stop in lines]))
    shrink = min(1.0, max(_SMALLEST_SCALE, _LETTER_HEIGHT / letters))
    marks = _off_the_edge(without_specks(depth[:end] > _FAINTEST_TYPE, _DUST_HEIGHT))
    rows, columns = (_around(marks, axis, round(_SQUARE / shrink)) for axis in (1, 0))
    return View(
        (int(rows[0] / scale), min(int(strip.shape[0]), int(rows[1] / scale))),
        (int(columns[0] / scale), min(int(strip.shape[1]), int(columns[1] / scale))),
        scale * shrink,
    )


def _lines(mask: Mask) -> list[Span]:
    """Return the rows of each line of type, counted in the middle of the page.

    Marginal notes and the facing page are beside the middle, and have lines of
    their own.
    """
    middle = mask[:, mask.shape[1] // 4 : 3 * mask.shape[1] // 4]
    profile = cv2.GaussianBlur(middle.sum(axis=1).astype(np.float32), (1, 3), 0).ravel()
    if not profile.any():
        return []
    full = float(np.percentile(profile[profile > 0], 80))
    bands = runs(np.asarray(profile > _BETWEEN_LINES * full))
    return [band for band in bands if _THINNEST <= band[1] - band[0] <= _THICKEST]


def _off_the_edge(marks: Mask) -> Mask:
    """Return the marks without the shadow at the edge of the paper."""
    marks[:_EDGE] = marks[:, :_EDGE] = marks[:, -_EDGE:] = False
    return marks


def _letters(depth: Grey) -> int:
    """Return the number of marks as large and as dark as a letter."""
    marks = _off_the_edge(np.asarray(depth > _BLANK_PAPER, dtype=np.bool_))
    _, _, stats, _ = cv2.connectedComponentsWithStats(marks.astype(np.uint8))
    high, wide = stats[1:, cv2.CC_STAT_HEIGHT], stats[1:, cv2.CC_STAT_WIDTH]
    return int(((high >= _LOWEST_LETTER) & (high <= _HIGHEST_LETTER) & (wide >= _THINNEST)).sum())


def _around(marks: Mask, across: int, square: int) -> Span:
    """Return the rows or columns that hold every mark, with a margin, in whole squares."""
    places, end = np.flatnonzero(marks.any(axis=across)), marks.shape[1 - across]
    if not len(places):
        return 0, end
    start, stop = max(0, int(places[0]) - _MARGIN), min(end, int(places[-1]) + 1 + _MARGIN)
    length = -(-(stop - start) // square) * square
    stop = min(end, start + length)
    return max(0, stop - length), stop
