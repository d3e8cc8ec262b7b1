"""The paper's quantised edit distance (Vogler et al. 2024, §3.1).

The ink of a title is summed over its height. The column sums are quantised into
five bins, one letter each, which gives a string; the distance of two titles is
the Levenshtein distance of their strings. It depends on gaps and letter widths
and tolerates small shifts.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import cv2
import numpy as np
from rapidfuzz.distance import Levenshtein
from rapidfuzz.process import cdist

from formework.ink import split_ink

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_LETTERS = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz", dtype=np.uint8)  # one for each bin
_MAX_KMEANS_ROUNDS = 100  # in one dimension the edges settle in far fewer


class Edges(StrEnum):
    """How the edges between the bins are computed, for each title; the paper used quantiles."""

    QUANTILE = "quantile"
    UNIFORM = "uniform"
    KMEANS = "kmeans"


class Crop(StrEnum):
    """How crops are prepared; the paper does not say.

    `given`: unchanged. `trimmed`: cut to the ink. `resampled`: cut to the ink
    and brought to one width, so that shrunk paper does not count as spacing.
    """

    GIVEN = "given"
    TRIMMED = "trimmed"
    RESAMPLED = "resampled"


@dataclass(frozen=True, slots=True)
class LevKernel:
    """The Lev kernel and its settings.

    `bins` is 5 in the paper. `black` thresholds the crop first: the paper's
    figures show crops in black and white.
    """

    bins: int = 5
    edges: Edges = Edges.QUANTILE
    crop: Crop = Crop.RESAMPLED
    black: bool = True

    def distances(self, images: Sequence[NDArray[np.uint8]]) -> NDArray[np.float64]:
        """Edit distances in columns: (n, n)."""
        strings = self.to_strings(images)
        return cdist(strings, strings, scorer=Levenshtein.distance, dtype=np.float64, workers=-1)

    def to_strings(self, images: Sequence[NDArray[np.uint8]]) -> list[bytes]:
        """Turn each title into a string with one letter per column: `a` has the least ink."""
        trim = self.crop is not Crop.GIVEN
        profiles = [column_ink(image, trim=trim, black=self.black) for image in images]
        if self.crop is Crop.RESAMPLED:
            width = int(np.median([len(profile) for profile in profiles]))
            profiles = [_resample(profile, width) for profile in profiles]
        return [
            _LETTERS[
                np.searchsorted(_find_edges(profile, self.edges, self.bins), profile, "right")
            ].tobytes()
            for profile in profiles
        ]


def column_ink(image: NDArray[np.uint8], *, trim: bool, black: bool) -> NDArray[np.float64]:
    """The ink of each column, in rows fully black; `trim` leaves out margins without ink.

    Otsu's threshold rather than the local paper: every Lev figure in the docs
    was measured with it, and the paper's crops are in black and white.
    """
    mask = split_ink(image).astype(np.uint8)
    ink = mask if black else 1.0 - image / 255.0
    rows, columns = _extent(mask) if trim else (slice(None), slice(None))
    return np.asarray(ink[rows, columns].sum(axis=0), dtype=np.float64)


def _extent(mask: NDArray[np.uint8]) -> tuple[slice, slice]:
    """The rows and columns of a title, ignoring specks; all of them if there is no ink."""
    _, _, blobs, _ = cv2.connectedComponentsWithStats(mask)
    full_stop = (len(mask) / 15) ** 2  # pixels; anything smaller is a speck
    blobs = blobs[1:][blobs[1:, cv2.CC_STAT_AREA] >= full_stop]
    if not len(blobs):
        return slice(None), slice(None)
    left, top, width, height = blobs[:, :4].T
    return slice(top.min(), (top + height).max()), slice(left.min(), (left + width).max())


def _resample(profile: NDArray[np.float64], width: int) -> NDArray[np.float64]:
    """Stretch or shrink a profile to `width` columns."""
    places = np.linspace(0, len(profile) - 1, width)
    return np.interp(places, np.arange(len(profile)), profile)


def _find_edges(profile: NDArray[np.float64], edges: Edges, bins: int) -> NDArray[np.float64]:
    """The inner edges between the bins, in ascending order."""
    shares = np.arange(1, bins) / bins
    if edges is Edges.QUANTILE:
        return np.quantile(profile, shares)
    low, high = profile.min(), profile.max()
    uniform = np.asarray(low + (high - low) * shares)
    return uniform if edges is Edges.UNIFORM else _kmeans_edges(profile, uniform)


def _kmeans_edges(profile: NDArray[np.float64], edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """K-means in one dimension, from uniform edges: each edge is midway between two means."""
    for _ in range(_MAX_KMEANS_ROUNDS):
        bins = np.searchsorted(edges, profile, "right")
        counts = np.bincount(bins, minlength=len(edges) + 1)
        sums = np.bincount(bins, weights=profile, minlength=len(edges) + 1)
        bounds = np.concatenate(([profile.min()], edges, [profile.max()]))
        middles = (bounds[:-1] + bounds[1:]) / 2  # for empty bins, which have no mean
        means = np.where(counts > 0, sums / np.maximum(counts, 1), middles)
        moved = (means[:-1] + means[1:]) / 2
        if np.allclose(moved, edges):
            break
        edges = moved
    return edges
