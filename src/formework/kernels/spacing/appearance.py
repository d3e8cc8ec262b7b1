"""How alike two aligned letters are, beyond being the same letter.

A damaged, bent, worn or wrong-fount sort departs from the usual shape of its
letter, and departs in the same way wherever it prints again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLUR = 1.2  # pixels: finer detail is grain of the paper
_SMALL = 0.5  # of full size: nothing is lost after the blur


def likeness_of_sort(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """Correlate what is peculiar to a letter, title with title: (n, n), -1 to 1.

    `patches` are its aligned impressions, (n, height, width).
    """
    peculiar = _peculiar(patches)
    return peculiar @ peculiar.T


def _peculiar(patches: NDArray[np.float32]) -> NDArray[np.float32]:
    """What is left of each impression of a letter, (n, pixels) of length 1.

    Taken off are the usual shape, more or less ink, fatter or leaner strokes,
    and what a slight misplacement looks like.
    """
    small = np.stack(
        [
            cv2.resize(cv2.GaussianBlur(patch, (0, 0), _BLUR), None, fx=_SMALL, fy=_SMALL,
                       interpolation=cv2.INTER_AREA)
            for patch in patches
        ]
    )  # fmt: skip
    usual = np.median(small, axis=0)
    down, across = np.gradient(usual)
    fat = cv2.Laplacian(usual, cv2.CV_32F, ksize=3)
    ordinary = np.stack([np.ones_like(usual), usual, fat, across, down], axis=-1).reshape(-1, 5)
    flat = small.reshape(len(small), -1)
    shares, *_ = np.linalg.lstsq(ordinary, flat.T, rcond=None)
    left = flat - (ordinary @ shares).T
    length = np.linalg.norm(left, axis=1, keepdims=True)
    return np.asarray(left / np.maximum(length, 1e-6), dtype=np.float32)
