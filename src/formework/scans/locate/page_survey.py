"""The survey of one page: its column of text, its first lines, and their pieces.

Which piece is the running title is not decided here: that needs the other
pages of the book (`formework.scans.locate.recurring_lines`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Box
from formework.scans.acquire.paper_sheet import paper_edge, paper_frame
from formework.scans.locate.detector_rows import (
    LEVEL,
    belongs,
    common_slope,
    levelled,
    quad_height,
    quad_width,
    row_level,
    same_rows,
    text_column,
)
from formework.scans.locate.detector_view import view_of_all, view_of_first_lines
from formework.scans.locate.letter_tails import with_tails
from formework.scans.locate.type_lines import Line, is_scale, line_of, read_line
from formework.scans.page_ink import reduced

if TYPE_CHECKING:
    from formework.scans.locate.detector_view import View
    from formework.scans.page_ink import Grey, Quads, Span
    from formework.scans.text.ocr import Reader

# Pixels: pages are reduced to this width. A finer image does not place boxes better.
_WORKING_WIDTH = 1600
# Pixels: a smaller image holds no line of type.
_SMALLEST = 16
# Shares of the page's height, from its top: a headline is within the first part. Where this is
# blank, the next part is searched, with a line of overlap.
_TOP_PART, _NEXT_PART = (0.0, 0.3), (0.27, 0.6)
# Heights per width: an image less high than this is the top of a page, cut off by someone.
_SQUAREST_PAGE = 1.25
# Lines kept of each page: the headline, what may be above it, and text below it.
_LINES_KEPT = 4
# A share of the column: a wider line is a full line of text, and need not be read.
_FULL_LINE = 0.85
# A share of the column: boxes wider than this show the height of the text's type.
_SHOWS_HEIGHT = 0.5


@dataclass(frozen=True, slots=True)
class Survey:
    """The first lines of one page, in pixels of its scan.

    `column` is where the lines of text begin and end, `pitch` the distance
    from one line to the next, `type_height` the height of a line's ink; all
    three are 0 on a page without text.
    """

    width: int
    height: int
    column: Span
    pitch: float
    type_height: float
    lines: tuple[Line, ...]

    @property
    def measure(self) -> int:
        """The width of the column of text."""
        return max(1, self.column[1] - self.column[0])

    @property
    def unread(self) -> bool:
        """Whether no piece has a text: lines were found by their ink alone."""
        return not any(piece.text for line in self.lines for piece in line.pieces)

    @property
    def centre(self) -> float:
        """The middle of the column of text."""
        return (self.column[0] + self.column[1]) / 2


def survey(page: Grey, reader: Reader) -> Survey:
    """Survey the top of one page, given as a 2-D array."""
    height, width = page.shape
    if min(height, width) < _SMALLEST:
        return _nothing(page)
    left, top, right, bottom = paper_frame(page)
    whole = max(bottom - top, _SQUAREST_PAGE * (right - left))
    for start, stop in (_TOP_PART, _NEXT_PART):
        first, last = top + int(start * whole), min(bottom, top + int(stop * whole))
        part = np.ascontiguousarray(page[first:last, left:right])
        if min(part.shape) < _SMALLEST:
            break
        strip, shrink = reduced(part, round(_WORKING_WIDTH * max(part.shape) / width))
        found = _survey_first_lines(strip, reader)
        if found.lines:
            return _Place(shrink, left, first).of(found, width, height)
    return _nothing(page)


def _nothing(image: Grey) -> Survey:
    """Return the survey of an image without type."""
    height, width = image.shape
    return Survey(width, height, (0, 0), 0.0, 0.0, ())


def _survey_first_lines(strip: Grey, reader: Reader) -> Survey:
    """Survey the first lines of a strip; all of it where they turn out to be too few."""
    view = view_of_first_lines(strip)
    if view is None:
        return _nothing(strip)
    if view != view_of_all(strip):
        found = survey_strip(strip, reader, view)
        if len(found.lines) >= _LINES_KEPT:
            return found
    return survey_strip(strip, reader)


def survey_strip(strip: Grey, reader: Reader, view: View | None = None) -> Survey:
    """Survey a part of a page by itself; with a view, only what the view shows."""
    if min(strip.shape) < _SMALLEST:
        quads = np.zeros((0, 4, 2))
    elif view:
        quads = view.on_strip(reader.find(view.of(strip)))
        strip = np.ascontiguousarray(strip[: view.rows[1]])
    else:
        quads = reader.find(strip)
    if not len(quads):
        return _nothing(strip)
    slope = common_slope(quads)
    found = _survey_level(*levelled(strip, quads, slope), reader)
    return _tilted(found, slope)


def _survey_level(strip: Grey, quads: Quads, reader: Reader) -> Survey:
    """Survey a strip whose lines are level."""
    column = text_column(quads, strip.shape[1])
    edge = paper_edge(strip, column)
    within = [q for q in quads if belongs(q, column, strip.shape[1]) and row_level([q]) > edge]
    rows = [row for row in same_rows(within) if not is_scale(strip, row, reader)]
    wide = _SHOWS_HEIGHT * (column[1] - column[0])
    heights = [quad_height(quad) for quad in within if quad_width(quad) > wide]
    heights = heights or [quad_height(quad) for quad in within]
    lines = [line_of(strip, row) for row in rows[:_LINES_KEPT]]
    lines = [line for line in lines if line.pieces]
    levels = [row_level(row) for row in rows]
    return Survey(
        width=strip.shape[1],
        height=strip.shape[0],
        column=column,
        pitch=float(np.median(np.diff(levels[1:]))) if len(levels) > 2 else 0.0,
        type_height=float(np.median(heights)) if heights else 0.0,
        lines=tuple(_measured(strip, line) for line in _read_top(strip, lines, column, reader)),
    )


def _read_top(strip: Grey, lines: list[Line], column: Span, reader: Reader) -> list[Line]:
    """Return the lines with their texts: the first line, and those too short for text."""
    full = _FULL_LINE * (column[1] - column[0])
    texts = [line for line in lines[1:] if sum(p.box.width for p in line.pieces) < full]
    return [
        read_line(strip, line, reader) if line in (lines[0], *texts) else line for line in lines
    ]


def _measured(strip: Grey, line: Line) -> Line:
    """Return a line with the tails of its letters measured."""
    return Line(tuple(replace(p, whole=with_tails(strip, p.box)) for p in line.pieces))


def _tilted(found: Survey, slope: float) -> Survey:
    """Return the survey of level lines with its boxes moved back onto the sloping lines."""
    if abs(slope) < LEVEL:
        return found

    def tilt(box: Box) -> Box:
        more = abs(slope) * box.width
        y = box.y + slope * (box.x + box.width / 2 - found.width / 2) - more / 2
        return replace(box, y=max(0, round(y)), height=round(box.height + more))

    return replace(found, lines=tuple(line.moved(tilt) for line in found.lines))


@dataclass(frozen=True, slots=True)
class _Place:
    """Where on its scan a strip was cut, and the scale it was then reduced by."""

    shrink: float
    left: int
    top: int

    def of(self, found: Survey, width: int, height: int) -> Survey:
        """Return the survey of the strip in pixels of the scan."""
        start, stop = (round(edge / self.shrink) + self.left for edge in found.column)
        return Survey(
            width=width,
            height=height,
            column=(start, stop),
            pitch=found.pitch / self.shrink,
            type_height=found.type_height / self.shrink,
            lines=tuple(line.moved(self._box) for line in found.lines),
        )

    def _box(self, box: Box) -> Box:
        return Box(
            round(box.x / self.shrink) + self.left,
            round(box.y / self.shrink) + self.top,
            max(1, round(box.width / self.shrink)),
            max(1, round(box.height / self.shrink)),
        )
