"""Boxes with the tails of their letters: descenders, swashes, the tail of a comma.

A line of type is found by the rows that hold much ink. Tails are in the rows
above and below, which look almost blank.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.book.model import Box
from formework.scans.page_ink import ink_mask

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey

# Heights of the box: tails reach no further. What does is joined to the next line, or is a rule.
_LONGEST_TAIL = 0.6
# A share of a mark's ink: a letter of this line has at least this share within the box.
_ON_THE_LINE = 0.4


def with_tails(image: Grey, box: Box) -> Box:
    """Return the box around all ink of the letters that are in a box, at least the box itself."""
    reach = round(_LONGEST_TAIL * box.height)
    x, y = max(0, box.x - reach), max(0, box.y - reach)
    near = image[y : box.y + box.height + reach, x : box.x + box.width + reach]
    rows = slice(box.y - y, box.y - y + box.height)
    columns = (box.x - x, box.x - x + box.width)
    mask = ink_mask(near, reach=2 * box.height, solid_in=columns)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask.astype(np.uint8))
    inside = np.bincount(labels[rows, slice(*columns)].ravel(), minlength=len(stats))
    left, top, wide, high, area = stats.T
    right, bottom = left + wide, top + high
    ends = (left > 0) & (top > 0) & (right < near.shape[1]) & (bottom < near.shape[0])
    letters = ends & (inside >= _ON_THE_LINE * area)
    letters[0] = False  # the paper
    if not letters.any():
        return box
    start, above = int(left[letters].min()), int(top[letters].min())
    stop, below = int(right[letters].max()), int(bottom[letters].max())
    return around(box, Box(x + start, y + above, stop - start, below - above))


def around(*boxes: Box) -> Box:
    """Return the smallest box around some boxes."""
    x, y = min(box.x for box in boxes), min(box.y for box in boxes)
    right = max(box.x + box.width for box in boxes)
    bottom = max(box.y + box.height for box in boxes)
    return Box(x, y, right - x, bottom - y)
