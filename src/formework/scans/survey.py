"""The top of one page as it stands: its column of text, its first lines, their pieces.

No judgement is passed here on which piece is the running title: that needs
the other pages of the book (`formework.scans.recurrence`).
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.book.model import Box
from formework.scans.ink import ink_mask, main_band, runs, without_specks, words
from formework.scans.text import figures_at_ends, is_figure

if TYPE_CHECKING:
    from formework.scans.ink import Grey, Mask, Quads, Span
    from formework.scans.ocr import Reader

# A box needs no finer grid than this many columns a page.
WORKING_WIDTH = 1600
# The share of the page, from its top, in which a headline can stand.
TOP_PART = 0.3
# Lines kept of each page: the headline, what may stand above it, and the text below it.
LINES_KEPT = 4
# Pieces of one line wider apart than this, in heights of type, are different matter.
PARTED = 1.6


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of type on one line, set apart by blanks. `box` fits the ink."""

    box: Box
    text: str = ""
    sureness: float = 0.0

    @property
    def right(self) -> int:
        """The first column right of the ink."""
        return self.box.x + self.box.width

    @property
    def middle(self) -> float:
        """The column half way along the ink."""
        return self.box.x + self.box.width / 2


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of one line of type, left to right."""

    pieces: tuple[Piece, ...]

    @property
    def y(self) -> float:
        """The row half way down the line, in the middle of its pieces."""
        return float(np.median([piece.box.y + piece.box.height / 2 for piece in self.pieces]))


@dataclass(frozen=True, slots=True)
class Survey:
    """The first lines of one page, in pixels of its scan.

    `column` is where the lines of text begin and end, `pitch` the distance
    from one to the next, `type_height` how high a line's ink is; all three
    are 0 on a page without text.
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
    def centre(self) -> float:
        """The middle of the column of text."""
        return (self.column[0] + self.column[1]) / 2


def survey(page: Grey, reader: Reader) -> Survey:
    """Survey the top of one page, given as a 2-D array."""
    height, width = page.shape
    shrink = min(1.0, WORKING_WIDTH / width)
    work = cv2.resize(page, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    left, top, right, bottom = paper_frame(work)
    for share in (TOP_PART, 2 * TOP_PART):
        # Only where the top of the page is blank does one look further down.
        strip = np.ascontiguousarray(work[top : top + int(share * (bottom - top)), left:right])
        quads = reader.find(strip) if min(strip.shape) > 16 else np.zeros((0, 4, 2))
        if len(quads):
            slope = _slope(quads)
            found = _survey_strip(*_levelled(strip, quads, slope), reader)
            frame = _Frame(shrink, left, top, slope, strip.shape[1] / 2)
            return frame.place(found, width, height)
    return Survey(width, height, (0, 0), 0.0, 0.0, ())


def _levelled(strip: Grey, quads: Quads, slope: float) -> tuple[Grey, Quads]:
    """A strip sheared so that its lines lie level, every column where it was."""
    if abs(slope) < 0.003:
        return strip, quads
    middle = strip.shape[1] / 2
    shear = np.array([[1.0, 0.0, 0.0], [-slope, 1.0, slope * middle]])
    level = cv2.warpAffine(strip, shear, strip.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    moved = quads.copy()
    moved[..., 1] -= slope * (quads[..., 0] - middle)
    return np.asarray(level, dtype=np.uint8), moved


@dataclass(frozen=True, slots=True)
class _Frame:
    """How a levelled strip lies on its scan."""

    shrink: float
    left: int
    top: int
    slope: float
    middle: float

    def place(self, found: Survey, width: int, height: int) -> Survey:
        """Return the survey of the strip in pixels of the scan."""
        start, stop = (round((edge + self.left) / self.shrink) for edge in found.column)
        return Survey(
            width=width,
            height=height,
            column=(start, stop),
            pitch=found.pitch / self.shrink,
            type_height=found.type_height / self.shrink,
            lines=tuple(Line(tuple(map(self._place, line.pieces))) for line in found.lines),
        )

    def _place(self, piece: Piece) -> Piece:
        box = piece.box
        slope = self.slope if abs(self.slope) >= 0.003 else 0.0
        fall = slope * (piece.middle - self.middle)
        more = abs(slope) * box.width
        placed = Box(
            round((box.x + self.left) / self.shrink),
            max(0, round((box.y + fall - more / 2 + self.top) / self.shrink)),
            max(1, round(box.width / self.shrink)),
            max(1, round((box.height + more) / self.shrink)),
        )
        return replace(piece, box=placed)


def paper_frame(image: Grey) -> tuple[int, int, int, int]:
    """Return left, top, right, bottom of the paper, without a dark ground around it."""
    height, width = image.shape
    shrink = 256 / max(height, width)
    small = cv2.resize(image, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    # Light and dark at the smallest scale: lines of type are grey there, a dark ground is not.
    small = cv2.GaussianBlur(small, (5, 5), 0)
    level, light = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    ground = small[small <= level]
    light = cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(light)
    if count < 2 or not ground.size or ground.mean() > 0.45 * small[small > level].mean():
        return 0, 0, width, height
    x, y, w, h, area = max(stats[1:].tolist(), key=lambda row: row[cv2.CC_STAT_AREA])
    if area < 0.2 * small.size:
        return 0, 0, width, height
    return (
        int(x / shrink),
        int(y / shrink),
        min(width, int((x + w) / shrink) + 1),
        min(height, int((y + h) / shrink) + 1),
    )


def _survey_strip(strip: Grey, quads: Quads, reader: Reader) -> Survey:
    """Survey a strip whose lines are level."""
    column = _column(quads, strip.shape[1])
    edge = _paper_edge(strip, column)
    within = [q for q in quads if _belongs(q, column, strip.shape[1]) and _level([q]) > edge]
    rows = [row for row in _rows(within) if not _is_scale(strip, row, reader)]
    heights = [_height(quad) for quad in within if _width(quad) > 0.5 * (column[1] - column[0])]
    heights = heights or [_height(quad) for quad in within]
    lines = [_line(strip, row) for row in rows[:LINES_KEPT]]
    lines = [line for line in lines if line.pieces]
    levels = [_level(row) for row in rows]
    return Survey(
        width=strip.shape[1],
        height=strip.shape[0],
        column=column,
        pitch=float(np.median(np.diff(levels[1:]))) if len(levels) > 2 else 0.0,
        type_height=float(np.median(heights)) if heights else 0.0,
        lines=tuple(_read_top(strip, lines, column, reader)),
    )


def _paper_edge(strip: Grey, column: Span) -> int:
    """The row at which the sheet of the text begins: what lies above an edge is no part of it.

    Over a dark ground, a ruler or chart laid above the page is parted from it
    by rows that are dark all along the column.
    """
    across = strip[:, column[0] : column[1] : 4]
    if not across.size:
        return 0
    # A row of type has white between its letters; a row of ground has none.
    rows = np.percentile(across, 95, axis=1)
    paper = float(np.percentile(rows, 75))
    dark = runs(np.asarray(rows < 0.55 * paper), join=2)
    return max((stop for start, stop in dark if stop < 0.8 * len(rows)), default=0)


def _is_scale(strip: Grey, row: list[Quads], reader: Reader) -> bool:
    """Whether a row is a ruler: four figures or more side by side."""
    if len(row) < 4:
        return False
    texts = [reader.read(cut(strip, piece.box, 0.3)).text for piece in _line(strip, row).pieces]
    return sum(is_figure(text) for text in texts) >= 4


def _width(quad: Quads) -> float:
    return float(quad[:, 0].max() - quad[:, 0].min())


def _height(quad: Quads) -> float:
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def _slope(quads: Quads) -> float:
    """Rows a line falls for each column to the right, from the longest lines."""
    long = sorted(quads, key=_width)[-max(1, len(quads) // 2) :]
    falls = [(q[1, 1] - q[0, 1]) / max(1.0, q[1, 0] - q[0, 0]) for q in long]
    return float(np.clip(np.median(falls), -0.1, 0.1))


def _column(quads: Quads, width: int) -> Span:
    """Where the lines of text begin and end.

    Lines cut by the edge of the image belong to the facing page; where only
    those are long, the page itself fills the image.
    """
    whole = [q for q in quads if q[:, 0].min() > 0.005 * width and q[:, 0].max() < 0.995 * width]
    pool = whole or list(quads)
    widest = max(_width(q) for q in pool)
    long = [q for q in pool if _width(q) > 0.6 * widest]
    lefts = np.array([q[:, 0].min() for q in long])
    rights = np.array([q[:, 0].max() for q in long])
    return int(np.percentile(lefts, 10)), int(np.percentile(rights, 90))


def _belongs(quad: Quads, column: Span, width: int) -> bool:
    """Whether a piece stands over the column; what stands beside it is another page or a note."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    measure = column[1] - column[0]
    if (left < 0.005 * width or right > 0.995 * width) and right - left < 0.25 * measure:
        return False
    return column[0] - 0.1 * measure < (left + right) / 2 < column[1] + 0.1 * measure


def _level(row: list[Quads]) -> float:
    return float(np.median([quad[:, 1].mean() for quad in row]))


def _rows(quads: list[Quads]) -> list[list[Quads]]:
    """Pieces that stand on one line, lines from the top down."""
    rows: list[list[Quads]] = []
    for quad in sorted(quads, key=lambda q: _level([q])):
        near = 0.5 * min(_height(quad), _height(rows[-1][0])) if rows else 0.0
        if rows and _level([quad]) - _level(rows[-1]) < near:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return rows


def _line(strip: Grey, row: list[Quads]) -> Line:
    pieces = [piece for quad in row for piece in _pieces(strip, quad)]
    return Line(tuple(sorted(pieces, key=lambda piece: piece.box.x)))


def _pieces(strip: Grey, quad: Quads) -> list[Piece]:
    """The stretches of ink in one box of the detector, each fitted to its ink."""
    x0, y0 = np.maximum(quad.min(axis=0).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    crop = strip[y0:y1, x0:x1]
    if min(crop.shape) < 4:
        return []
    mask = ink_mask(crop, reach=crop.shape[0])
    top, bottom = main_band(mask)
    high = bottom - top
    mask = without_specks(mask[top:bottom], high)
    return [
        Piece(_fitted(mask[:, a:b], int(x0) + a, int(y0) + top))
        for a, b in words(mask, gap=max(4, int(PARTED * high)))
        if b - a > 0.2 * high
    ]


def _fitted(mask: Mask, x: int, y: int) -> Box:
    rows = np.flatnonzero(mask.any(axis=1))
    first, last = (int(rows[0]), int(rows[-1])) if len(rows) else (0, mask.shape[0] - 1)
    return Box(x, y + first, mask.shape[1], last - first + 1)


def _read_top(strip: Grey, lines: list[Line], column: Span, reader: Reader) -> list[Line]:
    """Read the first line whole, and of those below only what is too short for a line of text."""
    full = 0.85 * (column[1] - column[0])
    texts = [line for line in lines[1:] if sum(p.box.width for p in line.pieces) < full]
    return [_read(strip, line, reader) if line in (lines[0], *texts) else line for line in lines]


def _read(strip: Grey, line: Line, reader: Reader) -> Line:
    pieces: list[Piece] = []
    for piece in line.pieces:
        reading = reader.read(cut(strip, piece.box, margin=0.3))
        pieces += _figure_apart(strip, replace(piece, text=reading.text, sureness=reading.sureness))
    return Line(tuple(pieces))


def _figure_apart(strip: Grey, piece: Piece) -> list[Piece]:
    """Part a page number from the title it stands so close to that both were one piece."""
    before, text, after = figures_at_ends(piece.text)
    if not text or not (before or after):
        return [piece]
    box = piece.box
    mask = ink_mask(cut(strip, box, margin=0.0), reach=box.height)
    gaps = _gaps(mask, least=0.6 * box.height)
    near_end = [g for g in gaps if (g[1] < 0.4 * box.width if before else g[0] > 0.6 * box.width)]
    if not near_end:
        return [piece]
    stop, start = max(near_end, key=lambda gap: gap[1] - gap[0])
    first = replace(piece, box=replace(box, width=stop), text=before or text)
    last = replace(
        piece,
        box=replace(box, x=box.x + start, width=box.width - start),
        text=text if before else after,
    )
    return [first, last]


def _gaps(mask: Mask, least: float) -> list[Span]:
    inked = words(without_specks(mask, mask.shape[0]), gap=1)
    between = [(a[1], b[0]) for a, b in itertools.pairwise(inked)]
    return [gap for gap in between if gap[1] - gap[0] >= least]


def cut(image: Grey, box: Box, margin: float) -> Grey:
    """Return the pixels of a box with a margin around it, in heights of the box."""
    add = int(margin * box.height)
    rows = slice(max(0, box.y - add), box.y + box.height + add)
    return image[rows, max(0, box.x - add) : box.x + box.width + add]
