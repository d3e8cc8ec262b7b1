"""*Hack 'n stack*: two wide titles on one square image (Vogler et al. 2024, §3.1)."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.neural.strips import align_strip, find_ink, make_strips, register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SIDE = 224  # pixels: the input size of pretrained Vision Transformers
PARTS = 5  # into which a title is cut, as in the paper
_PART_ROWS = SIDE // PARTS


class Stacking(StrEnum):
    """How two titles share the square.

    `paper`: side by side, each as it was cut out. `registered`: side by side,
    at one scale, the second aligned with the first. `overlaid`: registered,
    and laid over each other as three channels: the first, the second, and
    their difference; each uses the whole width.
    """

    PAPER = "paper"
    REGISTERED = "registered"
    OVERLAID = "overlaid"


def hack_and_stack(title: NDArray[np.float32], width: int) -> NDArray[np.float32]:
    """Cut a title into parts from left to right and stack them: (`SIDE`, width)."""
    line = cv2.resize(title, (PARTS * width, _PART_ROWS), interpolation=cv2.INTER_AREA)
    stacked = np.concatenate(np.split(line, PARTS, axis=1))
    spare = SIDE - len(stacked)
    return np.pad(stacked, ((0, spare), (0, 0)))


def stack_pairs(
    images: Sequence[NDArray[np.uint8]], pairs: NDArray[np.intp], stacking: Stacking
) -> NDArray[np.float32]:
    """Put pairs of titles of one text on squares: (pairs, 3, `SIDE`, `SIDE`), ink 1, paper 0."""
    squares = np.empty((len(pairs), 3, SIDE, SIDE), np.float32)
    if stacking is Stacking.PAPER:
        stacks = {i: hack_and_stack(find_ink(images[i]), SIDE // 2) for i in np.unique(pairs)}
        for square, (one, other) in zip(squares, pairs, strict=True):
            square[:] = np.concatenate([stacks[one], stacks[other]], axis=1)
        return squares
    strips = make_strips(images)
    registrations = register(strips, pairs)
    for square, (one, other), registration in zip(squares, pairs, registrations, strict=True):
        square[:] = _combine(strips[one], align_strip(strips[other], registration), stacking)
    return squares


def _combine(
    one: NDArray[np.float32], other: NDArray[np.float32], stacking: Stacking
) -> NDArray[np.float32]:
    """Two registered titles on one square."""
    if stacking is Stacking.OVERLAID:
        first, second = hack_and_stack(one, SIDE), hack_and_stack(other, SIDE)
        return np.stack([first, second, first - second])
    return np.concatenate([hack_and_stack(title, SIDE // 2) for title in (one, other)], axis=1)
