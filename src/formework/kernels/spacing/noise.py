"""What may differ between two impressions of one setting: the noise of press, paper and scan.

Places and heights of letters are compared after whitening by this noise: a
shift costs nothing, shrinking paper, the curl and waves of a page and the
squeeze at the fold little, and what is left is counted letter by letter in
standard deviations. How noisy each gap and each height is differs from book to
book and along the line, and is measured on the book (`book_noise.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

_ROWS = 128  # titles compared at a time, so that memory stays small
_FREE = 100.0  # square em: so wide that it costs nothing

# Standard deviations of one impression about its setting, the same for every book: they are
# smooth along the line, cost little evidence, and are wide enough for a bad photograph.
_SCALE = 0.015  # em for every em: shrunk paper, distance of the camera
_BEND = 0.001  # em for every square em: the curl of the leaf
_WAVE, _WAVE_LENGTH = 0.004, 2.0  # em: cockled paper, and over what length
_FOLD = 0.01  # em for every em: the squeeze next to the inner margin, beyond the common scale
_FOLD_REACHES = (1.5, 3.0)  # em from the inner end of the line where a squeeze may stop
_TILT = 0.01  # em of height for every em: a line that is not level
_BOW = 0.002  # em of height for every square em
_SAG, _SAG_LENGTH = 0.02, 2.0  # em of height, and over what length


class Direction(StrEnum):
    """In which direction letters are compared."""

    ALONG = "along the line"
    UPWARDS = "upwards"


@dataclass(frozen=True, slots=True)
class Noise:
    """Standard deviations, in em, of one impression about its setting, for k letters.

    `reading`: where a letter seems to stand; `gaps` (k): the play of the gap
    before each letter, which adds up along the line; `heights` (k): how high
    each letter seems to stand.
    """

    reading: float
    gaps: NDArray[np.float64]
    heights: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Found:
    """What was found of the letters of n titles: which, and where they usually stand.

    `usable` (n, k) letters were found; `changing` (k) are figures that change
    from page to page and are never compared; `places` (k) are in em;
    `begins_word` (k) says before which letters a word space stands; `rectos` (n)
    on which pages the inner margin is at the left, `None` where that is not known.
    """

    usable: NDArray[np.bool_]
    changing: NDArray[np.bool_]
    places: NDArray[np.float64]
    begins_word: NDArray[np.bool_]
    rectos: NDArray[np.bool_] | None = None

    def take(self, titles: NDArray[np.intp]) -> Found:
        """Only these titles."""
        rectos = None if self.rectos is None else self.rectos[titles]
        return Found(self.usable[titles], self.changing, self.places, self.begins_word, rectos)


@dataclass(frozen=True, slots=True)
class Block:
    """Residuals between titles that show the same letters.

    `rows` (a) and `columns` (b) number the titles; `residuals` (a, b, m) are in
    standard deviations and `deviations` (m) these in em; `letters` (m) are those
    whose height, or the gap before which, each residual is about. In a block of
    `one_pattern` titles are also compared with themselves, and some pairs twice.
    """

    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    letters: NDArray[np.intp]
    residuals: NDArray[np.float32]
    deviations: NDArray[np.float64]
    one_pattern: bool

    @property
    def once(self) -> NDArray[np.bool_]:
        """Which pairs (a, b) to count, so that each pair of two titles counts once."""
        return np.asarray((self.rows[:, None] < self.columns) | (not self.one_pattern))


def whitened(
    values: NDArray[np.float64], found: Found, noise: Noise, direction: Direction
) -> Iterator[Block]:
    """Compare titles pair by pair in the letters both show, in standard deviations.

    `values` (n, k) are places or heights in em. A residual is what a letter is
    off, given all letters compared before it, from the middle outward. Nothing is
    filled in: a letter missing in either title is left out for that pair. Every
    pair comes at least once.
    """
    rectos = np.zeros(len(values), bool) if found.rectos is None else found.rectos
    shown = np.column_stack((found.usable & ~found.changing, rectos))
    patterns, kind = np.unique(shown, axis=0, return_inverse=True)
    kind = kind.ravel()
    for one, pattern in enumerate(patterns):
        for other in range(one, len(patterns)):
            letters = np.flatnonzero(pattern[:-1] & patterns[other][:-1])
            if len(letters) < 2:
                continue
            faces = (bool(pattern[-1]), bool(patterns[other][-1]))
            covariance = pair_covariance(letters, found, noise, direction, faces)
            order = _from_the_middle(found.places[letters])
            root = np.linalg.cholesky(covariance[np.ix_(order, order)])
            rows, columns = np.flatnonzero(kind == one), np.flatnonzero(kind == other)
            ours, theirs = (
                np.linalg.solve(root, values[np.ix_(titles, letters[order])].T)
                .T[:, 1:]
                .astype(np.float32)
                for titles in (rows, columns)
            )
            about = order[1:]
            if direction is Direction.ALONG:
                about = np.where(about < order[0], about + 1, about)  # the gap to its right
            about = letters[about]
            for start in range(0, len(rows), _ROWS):
                part = slice(start, start + _ROWS)
                # Within one pattern, everything left of the block has been compared before.
                first = start if one == other else 0
                yield Block(
                    rows[part], columns[first:], about, ours[part, None] - theirs[first:],
                    np.diagonal(root)[1:], one == other,
                )  # fmt: skip


def _from_the_middle(places: NDArray[np.float64]) -> NDArray[np.intp]:
    """The order in which letters are compared: from the middle of the line outward.

    What is off early makes all that follows seem off, and what is most often off
    are the ends: the fold, the final stop, a letter cut.
    """
    middle = int(np.argmin(np.abs(places - 0.5 * (places[0] + places[-1]))))
    return np.argsort(np.abs(places - places[middle]), kind="stable").astype(np.intp)


def pair_covariance(
    letters: NDArray[np.intp],
    found: Found,
    noise: Noise,
    direction: Direction,
    faces: tuple[bool, bool],
) -> NDArray[np.float64]:
    """The covariance of the difference of two impressions of one setting, in square em.

    `faces` says of either whether it stands on a recto. After each figure that
    changes the line may have moved by any amount, because its width changes too.
    """
    places = found.places[letters]
    centred = places - places.mean()
    apart = centred[:, None] - centred
    if direction is Direction.ALONG:
        walked = np.cumsum(noise.gaps**2)[letters]
        one = noise.reading**2 * np.eye(len(letters))
        one += np.minimum.outer(walked, walked) - walked[0]
        one += _SCALE**2 * np.outer(centred, centred) + _BEND**2 * np.outer(centred**2, centred**2)
        one += _WAVE**2 * np.exp(-0.5 * (apart / _WAVE_LENGTH) ** 2)
        both = 2 * one
        if found.rectos is not None:
            both += sum(_fold_covariance(found, letters, recto) for recto in faces)
    else:
        one = np.diag(noise.heights[letters] ** 2)
        one += _TILT**2 * np.outer(centred, centred) + _BOW**2 * np.outer(centred**2, centred**2)
        one += _SAG**2 * np.exp(-0.5 * (apart / _SAG_LENGTH) ** 2)
        both = 2 * one
    part = np.cumsum(found.changing)[letters]
    return np.asarray(both + _FREE * (1.0 + (part[:, None] == part)))


def _fold_covariance(found: Found, letters: NDArray[np.intp], recto: bool) -> NDArray[np.float64]:
    """How the squeeze at the fold moves letters: most next to the fold.

    It may stop at the first word space, or at some distance from the inner margin.
    """
    inward = found.places if recto else -found.places
    word_edges = inward[found.begins_word if recto else np.roll(found.begins_word, -1)]
    stops = [inward.min() + reach for reach in _FOLD_REACHES]
    stops += [word_edges.min()] if len(word_edges) else []
    total = np.zeros((len(letters), len(letters)))
    for stop in stops:
        moved = np.maximum(stop - inward, 0.0)[letters]
        total += _FOLD**2 * np.outer(moved, moved)
    return total
