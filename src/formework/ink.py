"""Ink and paper on a grey image: how much darker than its paper each pixel is.

Every part of the program that looks at type starts from these functions:
locating titles on pages (`scans.page_ink`), and the three kernels that compare
cut-out titles. They agree on what paper is, and differ only in the threshold
that their task, their training or their publication requires.

Images are 2-D `uint8` arrays, dark ink on light paper.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Grey: TypeAlias = NDArray[np.uint8]
Mask: TypeAlias = NDArray[np.bool_]
Ink: TypeAlias = NDArray[np.float32]
Depth: TypeAlias = NDArray[np.floating[Any]]

# A share of full ink. Fainter marks are show-through from the other side of the leaf, or grain.
SHOW_THROUGH = 0.25
_SMALLEST_REACH = 3  # pixels: a smaller square has no neighbours to take the paper from


def depth_below_paper(image: Grey, reach: int) -> Grey:
    """Return how much darker than the paper around it each pixel is, in grey levels.

    The paper is the lightest tone within `reach` pixels (a morphological
    closing). `reach` must be wider than any stroke and narrower than a shadow,
    about one line of type: shading, borders and stains wider than that count
    as paper.

    >>> line = np.array([[200, 190, 90, 170, 170]] * 5, dtype=np.uint8)
    >>> depth_below_paper(line, reach=3)[2].tolist()
    [0, 0, 80, 0, 0]
    """
    size = max(_SMALLEST_REACH, reach | 1)
    square = cv2.getStructuringElement(cv2.MORPH_RECT, (size, size))
    paper = cv2.morphologyEx(image, cv2.MORPH_CLOSE, square)
    return np.asarray(cv2.subtract(paper, image), dtype=np.uint8)


def full_ink(depth: Grey | Depth, percentile: float, least: float) -> float:
    """Return the depth of solid ink: that of the darkest strokes, at least `least`.

    `percentile` says how much of the image the darkest strokes cover. `least`,
    in grey levels, keeps the grain of blank paper from counting as ink.
    """
    deepest = float(np.percentile(depth, percentile)) if depth.size else 0.0
    return max(deepest, least)


def ink_share(depth: Depth, full: float) -> Depth:
    """Return depths as shares of solid ink, from 0 for paper to 1.

    >>> ink_share(np.array([-5.0, 0.0, 40.0, 200.0]), full=80.0).tolist()
    [0.0, 0.0, 0.5, 1.0]
    """
    share: Depth = np.clip(depth / full, 0.0, 1.0)
    return share


def split_ink(image: Grey) -> Mask:
    """Return where ink is, by Otsu's threshold: the grey level that best separates dark from light.

    One threshold for the whole image: right for cut-out titles on even paper,
    wrong for a page with shadows.
    """
    _, dark = cv2.threshold(image, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    return np.asarray(dark, dtype=np.bool_)
