"""How far down a page its first lines reach, by their ink: the detector need not see more.

The detector takes most of the time of a survey, in proportion to the pixels it
is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.scans.page_ink import ink_mask, reduced, runs, without_specks

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey

# Lines shown to the detector: those kept of each page, and two more for the distance of lines.
_LINES_SHOWN = 6
# Pixels of the longer side at which lines are counted.
_COUNTING_SIDE = 640
# A share of the image's width: about one line of type.
_LINE_REACH = 1 / 25
# Pixels at that size: type as high as this has larger stops than the specks that are ignored.
_SPECK_HEIGHT = 20
# A share of the ink in a full row: rows with less are between lines.
_BETWEEN_LINES = 0.25
# Pixels at that size: lines are no thinner, and thicker bands are pictures or stains.
_THINNEST, _THICKEST = 4, 60


def rows_of_first_lines(strip: Grey) -> int:
    """Return the number of rows, from the top, that hold the first lines of a strip.

    All rows where the lines cannot be counted: there are few, they slope, or
    there are pictures among them.
    """
    small, scale = reduced(strip, _COUNTING_SIDE)
    mask = without_specks(ink_mask(small, int(_LINE_REACH * small.shape[1])), _SPECK_HEIGHT)
    # Marginal notes and the facing page are beside the middle, and have lines of their own.
    middle = mask[:, mask.shape[1] // 4 : 3 * mask.shape[1] // 4]
    profile = cv2.GaussianBlur(middle.sum(axis=1).astype(np.float32), (1, 3), 0).ravel()
    if not profile.any():
        return int(strip.shape[0])
    full = float(np.percentile(profile[profile > 0], 80))
    lines = [
        band
        for band in runs(np.asarray(profile > _BETWEEN_LINES * full))
        if _THINNEST <= band[1] - band[0] <= _THICKEST
    ]
    if len(lines) <= _LINES_SHOWN:
        return int(strip.shape[0])
    end = (lines[_LINES_SHOWN - 1][1] + lines[_LINES_SHOWN][0]) / 2
    return min(int(strip.shape[0]), int(end / scale))
