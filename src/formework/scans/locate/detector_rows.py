"""The boxes of the text detector, put in order: their slope, their column, their rows.

A *quad* holds the four corners of one box, 4 × 2, clockwise from the top left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Quads, Span

# Rows per column: lines that slope less than this count as level (3 pixels in 1000).
LEVEL = 0.003
# Rows per column: no scan slopes more; a steeper slope is a wrong detection.
_STEEPEST = 0.1
# A share of the image's width: what reaches this close to its edge is cut by it.
_AT_THE_EDGE = 0.005
# A share of the widest line: lines at least this wide are full lines of text.
_FULL_LINE = 0.6
# A share of the column: a piece cut by the edge and narrower than this is of the facing page.
_FACING_PAGE = 0.25
# A share of the column: how far outside it the middle of a piece may be.
_OUTSIDE_COLUMN = 0.1
# A share of the smaller height: pieces whose middles differ less are on one line.
_SAME_LINE = 0.5


def quad_width(quad: Quads) -> float:
    """Return the number of columns a box spans."""
    return float(quad[:, 0].max() - quad[:, 0].min())


def quad_height(quad: Quads) -> float:
    """Return the height of a box, measured across its own line."""
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def common_slope(quads: Quads) -> float:
    """Return the slope of the longest lines in rows per column, downwards positive."""
    long = sorted(quads, key=quad_width)[-max(1, len(quads) // 2) :]
    falls = [(q[1, 1] - q[0, 1]) / max(1.0, q[1, 0] - q[0, 0]) for q in long]
    return float(np.clip(np.median(falls), -_STEEPEST, _STEEPEST))


def text_column(quads: Quads, width: int) -> Span:
    """Return the columns at which the lines of text begin and end.

    Lines cut by the edge of the image belong to the facing page, unless all
    are: then the page fills the image.
    """
    whole = [quad for quad in quads if not _is_cut(quad, width)]
    pool = whole or list(quads)
    widest = max(quad_width(q) for q in pool)
    long = [q for q in pool if quad_width(q) > _FULL_LINE * widest]
    lefts = np.array([q[:, 0].min() for q in long])
    rights = np.array([q[:, 0].max() for q in long])
    return int(np.percentile(lefts, 10)), int(np.percentile(rights, 90))


def belongs(quad: Quads, column: Span, width: int) -> bool:
    """Whether a piece is over the column; a piece beside it is of another page, or a note."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    measure = column[1] - column[0]
    if _is_cut(quad, width) and right - left < _FACING_PAGE * measure:
        return False
    slack = _OUTSIDE_COLUMN * measure
    return column[0] - slack < (left + right) / 2 < column[1] + slack


def _is_cut(quad: Quads, width: int) -> bool:
    """Whether a box reaches the left or right edge of the image."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    return not (left > _AT_THE_EDGE * width and right < (1 - _AT_THE_EDGE) * width)


def row_level(row: list[Quads]) -> float:
    """Return the level of a row: how far down the middle of its boxes is, in pixels."""
    return float(np.median([quad[:, 1].mean() for quad in row]))


def same_rows(quads: list[Quads]) -> list[list[Quads]]:
    """Return the pieces by line, lines from the top down."""
    rows: list[list[Quads]] = []
    for quad in sorted(quads, key=lambda q: row_level([q])):
        near = _SAME_LINE * min(quad_height(quad), quad_height(rows[-1][0])) if rows else 0.0
        if rows and row_level([quad]) - row_level(rows[-1]) < near:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return rows


def levelled(strip: Grey, quads: Quads, slope: float) -> tuple[Grey, Quads]:
    """Return a strip sheared so that its lines are level; columns stay where they were."""
    if abs(slope) < LEVEL:
        return strip, quads
    middle = strip.shape[1] / 2
    shear = np.array([[1.0, 0.0, 0.0], [-slope, 1.0, slope * middle]])
    level = cv2.warpAffine(strip, shear, strip.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    moved = quads.copy()
    moved[..., 1] -= slope * (quads[..., 0] - middle)
    return np.asarray(level, dtype=np.uint8), moved
