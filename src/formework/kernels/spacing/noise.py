"""What may differ between two impressions of one setting: the noise of press, paper and scan.

Places and heights of letters are compared after whitening by this noise: a
shift costs nothing, shrinking paper and the curl and waves of a page little,
and what is left is counted letter by letter in standard deviations.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_ROWS = 128  # titles compared at a time, so that memory stays small
_FREE = 100.0  # square em: so wide that it costs nothing


@dataclass(frozen=True, slots=True)
class Play:
    """Standard deviations, in em, of one impression about its setting.

    `reading`: where a letter seems to stand; `gap`: the play of each gap in the
    lock-up, which adds up along the line; `scale`: an em for every em;
    `bend`: for every square em; `wave`: cockled paper, over lengths of `length` em.
    """

    reading: float
    gap: float
    scale: float
    bend: float
    wave: float
    length: float

    def covariance(
        self, places: NDArray[np.float64], breaks: NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """The covariance of the difference of two impressions, (k, k).

        After each break (k) the line may have moved by any amount: there a
        figure has changed, and its width with it.
        """
        centred = places - places.mean()
        order = np.arange(len(places))
        parts = np.cumsum(breaks)
        alone = self.reading**2 * np.eye(len(places))
        walk = self.gap**2 * np.minimum.outer(order, order)
        scale = self.scale**2 * np.outer(centred, centred)
        bend = self.bend**2 * np.outer(centred**2, centred**2)
        apart = (centred[:, None] - centred) / self.length
        wave = self.wave**2 * np.exp(-0.5 * apart**2)
        shift = _FREE * (1.0 + (parts[:, None] == parts))
        return np.asarray(2 * (alone + walk + scale + bend + wave) + shift)


# Settled on simulated books of the development universe.
ALONG = Play(reading=0.0015, gap=0.0042, scale=0.015, bend=0.001, wave=0.005, length=2.0)
UPWARDS = Play(reading=0.002, gap=0.0, scale=0.01, bend=0.002, wave=0.025, length=2.0)


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of the letters of n titles: which, and where they usually stand.

    `usable` (n, k) letters were found; `changing` (k) are figures that change
    from page to page and are never compared; `places` (k) are in em.
    """

    usable: NDArray[np.bool_]
    changing: NDArray[np.bool_]
    places: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Block:
    """Residuals between titles that show the same letters.

    `rows` (a) and `columns` (b) number the titles, `letters` those compared;
    `residuals` (a, b, letters - 1) are in standard deviations.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    letters: NDArray[np.intp]
    residuals: NDArray[np.float32]


def whitened(values: NDArray[np.float64], found: Found, play: Play) -> Iterator[Block]:
    """Compare titles pair by pair in the letters both show, in standard deviations.

    `values` (n, k) are places or heights in em. A residual is what a letter is
    off, given all letters before it. Nothing is filled in: a letter missing in
    either title is left out for that pair. Each pair comes once.
    """
    patterns, kind = np.unique(found.usable & ~found.changing, axis=0, return_inverse=True)
    kind = kind.ravel()
    for one, pattern in enumerate(patterns):
        for other in range(one, len(patterns)):
            letters = np.flatnonzero(pattern & patterns[other])
            if len(letters) < 2:
                continue
            breaks = np.diff(np.cumsum(found.changing)[letters], prepend=0) > 0
            root = np.linalg.cholesky(play.covariance(found.places[letters], breaks))
            rows, columns = np.flatnonzero(kind == one), np.flatnonzero(kind == other)
            ours, theirs = (
                np.linalg.solve(root, values[np.ix_(titles, letters)].T).T[:, 1:].astype(np.float32)
                for titles in (rows, columns)
            )
            for start in range(0, len(rows), _ROWS):
                part = slice(start, start + _ROWS)
                # Within one pattern, what lies left of the block has been compared before.
                first = start if one == other else 0
                yield Block(rows[part], columns[first:], letters, ours[part, None] - theirs[first:])
