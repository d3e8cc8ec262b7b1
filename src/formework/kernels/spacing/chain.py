"""Placing the letters of a text one by one, from left to right, as a chain.

Real settings of one text differ by up to a sixth of their width, so nothing is
stretched as a whole: every letter is located separately, and the gaps between
letters may differ from the usual at a small price.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.ink import Ink

_PRICE = 0.35  # of a perfect match: the highest price of a gap that is off
_FAINT = 0.08  # standard deviation of ink, below which a place counts as blank


def match(strip: Ink, shape: Ink) -> NDArray[np.float32]:
    """How alike a letter and the strip are, by the place of the letter's upper left corner.

    Returns normalised correlations, -1 to 1, one for every place where the
    letter is entirely within the strip.
    """
    centred = shape - shape.mean()
    norm = float(np.sqrt((centred**2).sum())) + 1e-6
    product = cv2.matchTemplate(strip, centred, cv2.TM_CCORR)
    rows, columns = product.shape
    size = (shape.shape[1], shape.shape[0])
    mean, square = (
        box(strip, -1, size, anchor=(0, 0), normalize=True, borderType=cv2.BORDER_CONSTANT)
        for box in (cv2.boxFilter, cv2.sqrBoxFilter)
    )
    spread = np.sqrt(np.maximum(square - mean**2, 0.0))[:rows, :columns]
    return np.asarray(product / (norm * np.sqrt(shape.size) * np.maximum(spread, _FAINT)))


def place_chain(
    scores: Sequence[NDArray[np.float32]],
    gaps: NDArray[np.float64],
    plays: NDArray[np.float64],
    reaches: NDArray[np.float64],
) -> NDArray[np.intp]:
    """Where the letters stand: the chain of columns that scores best.

    `scores` hold, letter by letter, how well it fits at every column; `gaps`
    (letters - 1) are the usual distances between their left edges. The price of
    a gap grows until it is off by `plays`; it may be off by `reaches` at most.
    All are in columns.
    """
    columns = len(scores[0])
    best = scores[0].astype(np.float64)
    came_from = []
    for score, gap, play, most in zip(scores[1:], gaps, plays, reaches, strict=True):
        steps = np.arange(round(gap - most), round(gap + most) + 1)
        prices = _PRICE * np.minimum(((steps - gap) / play) ** 2, 1.0)
        reach = np.full((len(steps), columns), -np.inf)
        for row, (step, price) in enumerate(zip(steps.tolist(), prices.tolist(), strict=True)):
            if abs(step) >= columns:
                continue
            if step >= 0:
                reach[row, step:] = best[: columns - step] - price
            else:
                reach[row, :step] = best[-step:] - price
        choice = np.argmax(reach, axis=0)
        came_from.append(np.clip(np.arange(columns) - steps[choice], 0, columns - 1))
        best = reach[choice, np.arange(columns)] + score
    places = [int(np.argmax(best))]
    for before in reversed(came_from):
        places.append(int(before[places[-1]]))
    return np.array(places[::-1], dtype=np.intp)
