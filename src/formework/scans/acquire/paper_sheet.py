"""Finding the paper on an image, without background, ruler or colour chart."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

from formework.scans.page_ink import reduced, runs

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey, Span


# The greatest thickness of a printed rule, as a share of the height of a page's top part.
RULE_THICKNESS = 0.015
# Pixels of the longer side from which the paper is found.
_ENOUGH_PIXELS = 1000

Frame: TypeAlias = tuple[int, int, int, int]


def paper_frame(image: Grey) -> Frame:
    """Return left, top, right and bottom of the largest sheet of paper on a dark background."""
    return max(paper_sheets(image), key=lambda sheet: (sheet[2] - sheet[0]) * (sheet[3] - sheet[1]))


def paper_sheets(image: Grey) -> tuple[Frame, ...]:
    """Return every sheet of paper on a dark background: two if a dark gutter divides an opening.

    Without a dark background, the whole image is the sheet.
    """
    height, width = image.shape
    # Every second or third pixel is enough, and saves most of the time of reducing a large scan.
    step = max(1, max(height, width) // _ENOUGH_PIXELS)
    small, shrink = reduced(np.ascontiguousarray(image[::step, ::step]), 256)
    shrink /= step
    # At a small scale lines of type become grey, a dark background stays dark.
    small = np.asarray(cv2.GaussianBlur(small, (5, 5), 0), dtype=np.uint8)
    level, light = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    ground, paper = small[small <= level], small[small > level]
    whole = ((0, 0, width, height),)
    if not ground.size or not paper.size or ground.mean() > 0.45 * paper.mean():
        return whole
    light = cv2.morphologyEx(light, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, _, stats, _ = cv2.connectedComponentsWithStats(light)
    sheets = [
        (
            int(x / shrink),
            int(y / shrink),
            min(width, int((x + w) / shrink) + 1),
            min(height, int((y + h) / shrink) + 1),
        )
        for x, y, w, h, area in stats[1:].tolist()
        if area > 0.15 * small.size
    ]
    return tuple(sheets) or whole


def paper_edge(strip: Grey, column: Span) -> int:
    """The row at which the page begins, below a ruler or chart.

    On a dark background, rows that are dark across the whole column separate
    the page from a ruler or chart above it.
    """
    across = strip[:, column[0] : column[1] : 4]
    if not across.size:
        return 0
    # A row of type has white between its letters; a row of background has none.
    rows = np.percentile(across, 95, axis=1)
    paper = float(np.percentile(rows, 75))
    dark = runs(np.asarray(rows < 0.55 * paper), join=2)
    # A printed rule is as dark and as wide, but thin.
    thick = [stop for start, stop in dark if stop - start > RULE_THICKNESS * len(rows)]
    return max((stop for stop in thick if stop < 0.8 * len(rows)), default=0)
