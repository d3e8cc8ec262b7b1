"""What is peculiar to each impression of a letter, beyond being that letter.

A damaged, bent, worn or wrong-fount sort departs from the usual shape of its
letter, and departs in the same way wherever it prints again. Inking, blur and a
slight misplacement also change the shape, but differ from one impression of a
sort to the next. Which departures stay with the sort and which vary is
measured on the book: probabilistic linear discriminant analysis, letter by letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

_BLUR_PIXELS = 1.2  # pixels: finer detail is grain of the paper
_REDUCTION = 0.5  # of full size: nothing is lost after the blur
_MAX_DEPARTURES = 10  # principal components of the departures of one letter
_INK_BOUNDS = (0.5, 1.5)  # times the usual ink: beyond these there is dirt or blank paper
_MAX_DEVIATIONS = 2.5  # of one departure: one blot must not decide
_MAX_STAYS = 0.85  # upper bound of the share of a departure that stays with the sort


@dataclass(frozen=True, slots=True)
class SortLooks:
    """How the looks of one letter distinguish its sorts.

    `axes` (d, d) turn departures so that they are independent of each other;
    `stays` (d), 0 to 1, is the share of each that stays with the sort.
    """

    axes: NDArray[np.float64]
    stays: NDArray[np.float64]

    def weight(self, departures: NDArray[np.float64]) -> NDArray[np.float64]:
        """Log-likelihood of one sort against two, title with title, (n, n)."""
        turned = np.clip(departures @ self.axes, -_MAX_DEVIATIONS, _MAX_DEVIATIONS)
        free = 1.0 - self.stays**2
        own = turned**2 @ (self.stays**2 / free)
        shared = (turned * (self.stays / free)) @ turned.T
        return np.asarray(shared - 0.5 * (own[:, None] + own + np.log(free).sum()))


def find_departures(patches: NDArray[np.float32]) -> NDArray[np.float64]:
    """How each impression of a letter departs from the usual, (n, d), of spread 1 in each.

    `patches` are its aligned impressions, (n, height, width). Taken off are the
    usual shape, more or less ink, fatter or leaner strokes, and what a slight
    misplacement looks like; an impression that is far off, blotted or cut, is
    scaled down to the usual size of departures.
    """
    small = np.stack([_reduced(patch) for patch in patches])
    if min(small.shape[1:]) < 2:
        return np.zeros((len(patches), 0))
    usual = np.median(small, axis=0)
    down, across = np.gradient(usual)
    fat = cv2.Laplacian(usual, cv2.CV_32F, ksize=3)
    ordinary = np.stack([np.ones_like(usual), usual, fat, across, down], axis=-1).reshape(-1, 5)
    flat = small.reshape(len(small), -1)
    shares, *_ = np.linalg.lstsq(ordinary, flat.T, rcond=None)
    left = (flat - (ordinary @ shares).T) / np.clip(shares[1], *_INK_BOUNDS)[:, None]
    size = np.linalg.norm(left, axis=1)
    left *= (np.median(size) / np.maximum(np.maximum(size, np.median(size)), 1e-6))[:, None]
    axes, spreads, _ = np.linalg.svd(left - left.mean(axis=0), full_matrices=False)
    there = min(_MAX_DEPARTURES, int((spreads > max(1e-3 * spreads[0], 1e-6)).sum()))
    return np.asarray(axes[:, :there] * np.sqrt(len(left)), dtype=np.float64)


def _reduced(patch: NDArray[np.float32]) -> NDArray[np.float32]:
    """A patch without the grain of the paper, at half its size."""
    smooth = cv2.GaussianBlur(patch, (0, 0), _BLUR_PIXELS)
    return np.asarray(
        cv2.resize(smooth, None, fx=_REDUCTION, fy=_REDUCTION, interpolation=cv2.INTER_AREA)
    )


def fit_looks(
    departures: NDArray[np.float64], same: NDArray[np.float64], usual_stay: float, trust: float
) -> SortLooks:
    """Measure which departures stay with the sort.

    `same` (n, n) weighs pairs by how surely they are one sort; `usual_stay` is
    what is expected, and counts as `trust` pairs.
    """
    pairs = same.sum() / 2
    spread = np.diag(same.sum(axis=1)) - same
    within = departures.T @ spread @ departures / max(2 * pairs, 1e-9)
    prior = (1.0 - usual_stay) * np.eye(departures.shape[1])
    varies, axes = np.linalg.eigh((pairs * within + trust * prior) / (pairs + trust))
    return SortLooks(axes, np.clip(1.0 - varies, 0.0, _MAX_STAYS))
