"""Lines of type and their pieces: stretches of ink separated by blanks, fitted and read."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Box
from formework.ink import depth_below_paper
from formework.scans.crops import window
from formework.scans.page_ink import (
    darkness,
    deep_enough,
    ink_mask,
    least_darkness,
    main_band,
    without_specks,
    words,
)
from formework.scans.text.page_references import figures_at_ends, is_figure

if TYPE_CHECKING:
    from collections.abc import Callable

    from formework.scans.page_ink import Grey, Mask, Quads, Span
    from formework.scans.text.ocr import Reader

# Heights of the type: a wider blank separates page number, title and reference.
_SEPARATING_GAP = 1.6
# Heights of the type: a narrower stretch of ink is no letter.
_NARROWEST_PIECE = 0.2
# Heights of the type: the smallest blank between a page number and a title read as one piece.
_SMALLEST_NUMBER_GAP = 0.6
# Heights of the type: white around a piece that is shown to the OCR.
_READING_MARGIN = 0.3
# Figures: a row with this number of them is the scale of a ruler above the page.
_FIGURES_OF_A_SCALE = 4
# Pixels: a smaller box of the detector holds nothing.
_SMALLEST_BOX = 4
# Heights of the type: ink no further from a word than this is its next letter.
_NEXT_LETTER = 0.5
# The same for letterspaced words: a multiple of their median gap, and heights at most.
_SPACED_LETTER, _WIDEST_LETTER_GAP = 1.3, 1.2
# A share of the rows of a detector's box: higher ink is a rule or the edge of the paper.
_HIGHER_THAN_TYPE = 0.95
# Heights of the type: the width of a figure with the white beside it, at most.
_WIDEST_FIGURE = 0.75


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of type on one line, separated by blanks.

    `box` fits the rows that hold most of its ink, `whole` also the tails of its
    letters, where they were measured. `sureness` is the confidence of the
    reading, 0 to 1.
    """

    box: Box
    text: str = ""
    sureness: float = 0.0
    whole: Box | None = None

    @property
    def right(self) -> int:
        """The first column right of the ink."""
        return self.box.x + self.box.width

    @property
    def middle(self) -> float:
        """The middle column of the ink."""
        return self.box.x + self.box.width / 2


@dataclass(frozen=True, slots=True)
class Line:
    """The pieces of one line of type, left to right."""

    pieces: tuple[Piece, ...]

    @property
    def y(self) -> float:
        """The middle row of the line: the median of its pieces."""
        return float(np.median([piece.box.y + piece.box.height / 2 for piece in self.pieces]))

    def moved(self, move: Callable[[Box], Box]) -> Line:
        """Return the line with every box moved."""
        return Line(
            tuple(
                replace(p, box=move(p.box), whole=move(p.whole) if p.whole else None)
                for p in self.pieces
            )
        )


def line_of(strip: Grey, row: list[Quads]) -> Line:
    """Return a row of boxes as a line: pieces left to right, fitted to the ink, not yet read."""
    edges = [(float(quad[:, 0].min()), float(quad[:, 0].max())) for quad in row]
    pieces: list[Piece] = []
    for quad, (left, right) in zip(row, edges, strict=True):
        # Ink beyond the next box belongs to that box.
        start = max((end for _, end in edges if end <= left), default=0.0)
        stop = min((begin for begin, _ in edges if begin >= right), default=strip.shape[1])
        pieces += _pieces(strip, quad, (int(start), int(stop)))
    return Line(tuple(sorted(pieces, key=lambda piece: piece.box.x)))


def _pieces(strip: Grey, quad: Quads, limits: Span) -> list[Piece]:
    """Return the stretches of ink in one box of the detector, each fitted to its ink.

    The detector may end a box within a word, most often in letterspaced type:
    the letters next to the box are added, as far as `limits`.
    """
    x0, y0 = np.maximum(quad.min(axis=0).astype(int), 0)
    x1, y1 = np.ceil(quad.max(axis=0)).astype(int)
    if min(strip[y0:y1, x0:x1].shape) < _SMALLEST_BOX:
        return []
    start, stop = limits
    own = (int(x0) - start, min(int(x1), stop) - start)
    depth = depth_below_paper(strip[y0:y1, start:stop], y1 - y0)
    wide = deep_enough(depth, solid_in=own)
    top, bottom = main_band(wide[:, own[0] : own[1]])
    high = bottom - top
    mask = without_specks(wide[top:bottom], high)
    left, right = _whole_letters(mask & ~_too_high(wide), depth[top:bottom], own)
    return [
        Piece(_fitted(mask[:, left + a : left + b], start + left + a, int(y0) + top))
        for a, b in words(mask[:, left:right], gap=max(4, int(_SEPARATING_GAP * high)))
        if b - a > _NARROWEST_PIECE * high
    ]


def _too_high(mask: Mask) -> Mask:
    """Return the columns that are inked from top to bottom: rules, the edge of the paper."""
    return np.asarray(mask.mean(axis=0) > _HIGHER_THAN_TYPE, dtype=np.bool_)


def _whole_letters(mask: Mask, depth: Grey, own: Span) -> Span:
    """Return the columns from the first to the last letter in a box or next to it.

    The box may cut letters or leave them out, and it may include fainter marks
    at its ends: these show through from the other side of the leaf.
    """
    high = mask.shape[0]
    letters = words(mask, gap=1)
    inside = [span for span in letters if span[1] > own[0] and span[0] < own[1]]
    if not inside:
        return own
    dark = least_darkness(depth, inside)
    printed = [span for span in inside if darkness(depth, span) >= dark]
    gaps = [b[0] - a[1] for a, b in itertools.pairwise(printed)]
    spaced = _SPACED_LETTER * float(np.median(gaps)) if gaps else 0.0
    most = max(_NEXT_LETTER * high, min(spaced, _WIDEST_LETTER_GAP * high))
    left, right = printed[0][0], printed[-1][1]
    for span in reversed([span for span in letters if span[1] <= left]):
        if left - span[1] > most or darkness(depth, span) < dark:
            break
        left = span[0]
    for span in [span for span in letters if span[0] >= right]:
        if span[0] - right > most or darkness(depth, span) < dark:
            break
        right = span[1]
    return left, right


def _fitted(mask: Mask, x: int, y: int) -> Box:
    rows = np.flatnonzero(mask.any(axis=1))
    first, last = (int(rows[0]), int(rows[-1])) if len(rows) else (0, mask.shape[0] - 1)
    return Box(x, y + first, mask.shape[1], last - first + 1)


def is_scale(strip: Grey, row: list[Quads], reader: Reader) -> bool:
    """Whether a row is the scale of a ruler: many figures side by side."""
    if len(row) < _FIGURES_OF_A_SCALE:
        return False
    pieces = line_of(strip, row).pieces
    texts = [reader.read(window(strip, piece.box, _READING_MARGIN)).text for piece in pieces]
    return sum(is_figure(text) for text in texts) >= _FIGURES_OF_A_SCALE


def read_line(strip: Grey, line: Line, reader: Reader) -> Line:
    """Return a line with the text of its pieces."""
    pieces: list[Piece] = []
    for piece in line.pieces:
        reading = reader.read(window(strip, piece.box, margin=_READING_MARGIN))
        pieces += _figure_apart(strip, replace(piece, text=reading.text, sureness=reading.sureness))
    return Line(tuple(pieces))


def _figure_apart(strip: Grey, piece: Piece) -> list[Piece]:
    """Split a piece into page number and title where they are so close that they are one."""
    before, text, after = figures_at_ends(piece.text)
    if not text or not (before or after):
        return [piece]
    box = piece.box
    mask = ink_mask(window(strip, box, margin=0.0), reach=box.height)
    most = _WIDEST_FIGURE * box.height * len(before or after)
    gaps = [
        gap
        for gap in _gaps(mask, least=_SMALLEST_NUMBER_GAP * box.height)
        if (gap[0] if before else box.width - gap[1]) <= most
    ]
    if not gaps:
        return [piece]
    # The widest gap of the line may be one between words, in letterspaced type.
    stop, start = max(gaps, key=lambda gap: gap[1] - gap[0])
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
