"""The paper's quantised edit distance (Vogler et al. 2024, §3.1).

The ink of a title is summed over its height; the columns, sorted into five
bins, become a string; two titles are as far apart as their strings, by
Levenshtein distance. It sees gaps and letter widths, and forgives small shifts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_LETTERS = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", dtype=np.uint8)
MOST_BINS = len(_LETTERS)


class Edges(StrEnum):
    """How the edges between the bins are found, title by title; the paper took quantiles."""

    QUANTILE = "quantile"
    UNIFORM = "uniform"
    KMEANS = "kmeans"


class Crop(StrEnum):
    """What is done to a crop first; the paper does not say.

    `given`: nothing. `trimmed`: cut to the ink. `resampled`: cut to the ink and
    brought to one width, so that paper that shrank does not count as spacing.
    """

    GIVEN = "given"
    TRIMMED = "trimmed"
    RESAMPLED = "resampled"


@dataclass(frozen=True, slots=True)
class LevKernel:
    """The Lev kernel with its settings."""

    bins: int = 5
    edges: Edges = Edges.QUANTILE
    crop: Crop = Crop.RESAMPLED

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Edit distances in columns, (n, n)."""
        strings = self.spell(images)
        return cdist(strings, strings, scorer=Levenshtein.distance, dtype=np.float64, workers=-1)

    def spell(self, images: Sequence[NDArray[np.uint8]]) -> list[bytes]:
        """Each title as the string of its columns, one letter a bin."""
        profiles = [column_ink(image, trim=self.crop is not Crop.GIVEN) for image in images]
        if self.crop is Crop.RESAMPLED:
            width = int(np.median([len(profile) for profile in profiles]))
            profiles = [_resample(profile, width) for profile in profiles]
        return [
            _LETTERS[
                np.searchsorted(_find_edges(profile, self.edges, self.bins), profile, "right")
            ].tobytes()
            for profile in profiles
        ]


def column_ink(image: NDArray[np.uint8], *, trim: bool) -> NDArray[np.float64]:
    """The ink of each column, in rows fully black; `trim` leaves out margins without ink."""
    ink = 1.0 - image / 255.0
    if not trim:
        return np.asarray(ink.sum(axis=0), dtype=np.float64)
    _, mask = cv2.threshold(image, 0, 1, cv2.THRESH_BINARY_INV | cv2.THRESH_OTSU)
    _, _, blobs, _ = cv2.connectedComponentsWithStats(mask)
    full_stop = (len(image) / 15) ** 2  # in pixels; what is smaller is a speck
    blobs = blobs[1:][blobs[1:, cv2.CC_STAT_AREA] >= full_stop]
    if not len(blobs):
        return np.asarray(ink.sum(axis=0), dtype=np.float64)
    left, top, width, height = blobs[:, :4].T
    rows = slice(top.min(), (top + height).max())
    columns = slice(left.min(), (left + width).max())
    return np.asarray(ink[rows, columns].sum(axis=0), dtype=np.float64)


def _resample(profile: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """A profile stretched or shrunk to so many columns."""
    places = np.linspace(0, len(profile) - 1, width)
    return np.interp(places, np.arange(len(profile)), profile)


def _find_edges(profile: NDArray[np.float64], edges: Edges, bins: int) -> NDArray[np.float64]:
    """The inner edges between the bins, ascending."""
    shares = np.arange(1, bins) / bins
    if edges is Edges.QUANTILE:
        return np.quantile(profile, shares)
    low, high = profile.min(), profile.max()
    uniform = np.asarray(low + (high - low) * shares)
    return uniform if edges is Edges.UNIFORM else _settle(profile, uniform)


def _settle(profile: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """K-means in one dimension, from uniform edges: each edge halves the way between two means."""
    for _ in range(100):
        bins = np.searchsorted(edges, profile, "right")
        counts = np.bincount(bins, minlength=len(edges) + 1)
        sums = np.bincount(bins, weights=profile, minlength=len(edges) + 1)
        bounds = np.concatenate(([profile.min()], edges, [profile.max()]))
        middles = (bounds[:-1] + bounds[1:]) / 2  # an empty bin keeps its place
        means = np.where(counts > 0, sums / np.maximum(counts, 1), middles)
        moved = (means[:-1] + means[1:]) / 2
        if np.allclose(moved, edges):
            break
        edges = moved
    return edges
