"""Cutting a running title out of its scan, level: what the kernels compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.scans.page_ink import ink_mask, main_band, rotation

if TYPE_CHECKING:
    from formework.book.model import Box
    from formework.scans.page_ink import Grey


def window(image: Grey, box: Box, margin: float) -> Grey:
    """Return the pixels of a box with a margin around it, in heights of the box."""
    add = int(margin * box.height)
    rows = slice(max(0, box.y - add), box.y + box.height + add)
    return image[rows, max(0, box.x - add) : box.x + box.width + add]


def cut_out(image: Grey, box: Box) -> Grey:
    """Return a running title as it was printed, its slight rotation measured and undone.

    The cut has the size of the box, which may lie partly off the scan.
    """
    wide = window(image, box, margin=0.5)
    if not wide.size:
        return np.full((box.height, box.width), 255, dtype=np.uint8)
    left, top = max(0, box.x - box.height // 2), max(0, box.y - box.height // 2)
    centre = (box.x + box.width / 2 - left, box.y + box.height / 2 - top)
    turn = np.asarray(cv2.getRotationMatrix2D(centre, line_angle(wide), 1.0), dtype=float)
    turn[:, 2] += np.array([box.width / 2 - centre[0], box.height / 2 - centre[1]])
    size = (box.width, box.height)
    cut = cv2.warpAffine(wide, turn, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, dtype=np.uint8)


def line_angle(image: Grey) -> float:
    """Return how far the line of type in a crop is turned, in degrees, clockwise positive."""
    mask = ink_mask(image, reach=image.shape[0] // 2)
    top, bottom = main_band(mask)
    slack = (bottom - top) // 3
    return rotation(mask[max(0, top - slack) : bottom + slack])
