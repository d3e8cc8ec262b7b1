"""The detector's boxes set in order: how they slope, the column they form, their rows.

A *quad* holds the four corners of one box, 4 × 2, clockwise from the top left.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Quads, Span

# Lines that rise or fall less than this (rows a column) count as level.
LEVEL = 0.003


def quad_width(quad: Quads) -> float:
    """The columns a box spans."""
    return float(quad[:, 0].max() - quad[:, 0].min())


def quad_height(quad: Quads) -> float:
    """The height of a box across its own line."""
    return float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2


def common_slope(quads: Quads) -> float:
    """Rows a line falls for each column to the right, from the longest lines."""
    long = sorted(quads, key=quad_width)[-max(1, len(quads) // 2) :]
    falls = [(q[1, 1] - q[0, 1]) / max(1.0, q[1, 0] - q[0, 0]) for q in long]
    return float(np.clip(np.median(falls), -0.1, 0.1))


def text_column(quads: Quads, width: int) -> Span:
    """Where the lines of text begin and end.

    Lines cut by the edge of the image belong to the facing page; where only
    those are long, the page itself fills the image.
    """
    whole = [q for q in quads if q[:, 0].min() > 0.005 * width and q[:, 0].max() < 0.995 * width]
    pool = whole or list(quads)
    widest = max(quad_width(q) for q in pool)
    long = [q for q in pool if quad_width(q) > 0.6 * widest]
    lefts = np.array([q[:, 0].min() for q in long])
    rights = np.array([q[:, 0].max() for q in long])
    return int(np.percentile(lefts, 10)), int(np.percentile(rights, 90))


def belongs(quad: Quads, column: Span, width: int) -> bool:
    """Whether a piece stands over the column; what stands beside it is another page or a note."""
    left, right = float(quad[:, 0].min()), float(quad[:, 0].max())
    measure = column[1] - column[0]
    if (left < 0.005 * width or right > 0.995 * width) and right - left < 0.25 * measure:
        return False
    return column[0] - 0.1 * measure < (left + right) / 2 < column[1] + 0.1 * measure


def row_level(row: list[Quads]) -> float:
    """How far down a row stands."""
    return float(np.median([quad[:, 1].mean() for quad in row]))


def same_rows(quads: list[Quads]) -> list[list[Quads]]:
    """Pieces that stand on one line, lines from the top down."""
    rows: list[list[Quads]] = []
    for quad in sorted(quads, key=lambda q: row_level([q])):
        near = 0.5 * min(quad_height(quad), quad_height(rows[-1][0])) if rows else 0.0
        if rows and row_level([quad]) - row_level(rows[-1]) < near:
            rows[-1].append(quad)
        else:
            rows.append([quad])
    return rows


def levelled(strip: Grey, quads: Quads, slope: float) -> tuple[Grey, Quads]:
    """A strip sheared so that its lines lie level, every column where it was."""
    if abs(slope) < LEVEL:
        return strip, quads
    middle = strip.shape[1] / 2
    shear = np.array([[1.0, 0.0, 0.0], [-slope, 1.0, slope * middle]])
    level = cv2.warpAffine(strip, shear, strip.shape[::-1], borderMode=cv2.BORDER_REPLICATE)
    moved = quads.copy()
    moved[..., 1] -= slope * (quads[..., 0] - middle)
    return np.asarray(level, dtype=np.uint8), moved
