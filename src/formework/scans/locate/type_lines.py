"""Lines of type and their pieces: stretches of ink set apart by blanks, fitted and read."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Box
from formework.scans.crops import window
from formework.scans.page_ink import ink_mask, main_band, without_specks, words
from formework.scans.text.page_references import figures_at_ends, is_figure

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Mask, Quads, Span
    from formework.scans.text.ocr import Reader

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


def line_of(strip: Grey, row: list[Quads]) -> Line:
    """Return the pieces of one row of boxes, left to right, fitted to the ink, not yet read."""
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


def is_scale(strip: Grey, row: list[Quads], reader: Reader) -> bool:
    """Whether a row is a ruler: four figures or more side by side."""
    if len(row) < 4:
        return False
    texts = [
        reader.read(window(strip, piece.box, 0.3)).text for piece in line_of(strip, row).pieces
    ]
    return sum(is_figure(text) for text in texts) >= 4


def read_line(strip: Grey, line: Line, reader: Reader) -> Line:
    """Return a line with the text of its pieces."""
    pieces: list[Piece] = []
    for piece in line.pieces:
        reading = reader.read(window(strip, piece.box, margin=0.3))
        pieces += _figure_apart(strip, replace(piece, text=reading.text, sureness=reading.sureness))
    return Line(tuple(pieces))


def _figure_apart(strip: Grey, piece: Piece) -> list[Piece]:
    """Part a page number from the title it stands so close to that both were one piece."""
    before, text, after = figures_at_ends(piece.text)
    if not text or not (before or after):
        return [piece]
    box = piece.box
    mask = ink_mask(window(strip, box, margin=0.0), reach=box.height)
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
