"""What was measured of the titles of one text, ready to be compared pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from formework.kernels.spacing.appearance import likeness_of_sort
from formework.kernels.spacing.line import EM
from formework.kernels.spacing.noise import ALONG, UPWARDS, Found, whitened
from formework.kernels.spacing.weights import Kind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from formework.kernels.spacing.register import Registered
    from formework.kernels.spacing.weights import Weights

_USUAL = 0.75  # share of the titles in which a letter that never changes is found
_WORD = 0.2  # em by which the white between words is wider than that between letters
_READ = 0.7  # share of its letters, and of the usual likeness, that make a crop a title of the text


class Compared(NamedTuple):
    """Residuals of one kind, (a, b, letters), between the titles `rows` (a) and `columns` (b)."""

    kind: Kind
    rows: NDArray[np.intp]
    columns: NDArray[np.intp]
    residuals: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Measured:
    """Places and heights of k letters in n titles (em), what was found, and how it looks.

    `begins_word` (k) says before which letters a word space stands; `patches`
    hold the aligned ink, letter by letter; `read` (n) says which crops show the
    text at all: of the others nothing can be said.
    """

    places: NDArray[np.float64]
    rises: NDArray[np.float64]
    found: Found
    begins_word: NDArray[np.bool_]
    patches: tuple[NDArray[np.float32], ...]
    read: NDArray[np.bool_]

    def take(self, titles: NDArray[np.intp]) -> Measured:
        """Only these titles."""
        found = Found(self.found.usable[titles], self.found.changing, self.found.places)
        patches = tuple(patch[titles] for patch in self.patches)
        return Measured(
            self.places[titles],
            self.rises[titles],
            found,
            self.begins_word,
            patches,
            self.read[titles],
        )

    def compared(self) -> Iterator[Compared]:
        """Every pair once, kind by kind."""
        for block in whitened(self.places, self.found, ALONG):
            words = self.begins_word[block.letters[1:]]
            for kind, which in ((Kind.LETTERS, ~words), (Kind.WORDS, words)):
                if which.any():
                    yield Compared(kind, block.rows, block.columns, block.residuals[..., which])
        for block in whitened(self.rises, self.found, UPWARDS):
            yield Compared(Kind.RISES, block.rows, block.columns, block.residuals)

    def sorts(self, weights: Weights) -> NDArray[np.float64]:
        """The weight of how alike peculiar sorts are, (n, n)."""
        total = np.zeros((len(self.places), len(self.places)))
        usable = self.found.usable & ~self.found.changing
        for patch, there in zip(self.patches, usable.T, strict=True):
            if there.any():
                likeness = likeness_of_sort(patch)
                total += np.where(there[:, None] & there, weights.of_likeness(likeness), 0.0)
        return total


def measure(registered: Registered) -> Measured:
    """What is to be compared of titles whose letters were placed."""
    usable = registered.found
    changing = usable.mean(axis=0) < _USUAL
    places = np.median(registered.places, axis=0)
    white = np.diff(places) - [letter.width / EM for letter in registered.letters[:-1]]
    wide = white > _WORD + max(float(np.median(white)) if len(white) else 0.0, 0.0)
    return Measured(
        registered.places,
        registered.rises,
        Found(usable, changing, places),
        np.concatenate(([False], wide))[: len(places)],
        registered.patches,
        _is_read(registered.likeness[:, ~changing], usable[:, ~changing]),
    )


def _is_read(likeness: NDArray[np.float64], usable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which crops show most letters of the text, nearly as well as the others."""
    if not likeness.shape[1]:
        return np.zeros(len(likeness), dtype=bool)
    alike = likeness.mean(axis=1)
    return np.asarray((usable.mean(axis=1) >= _READ) & (alike >= _READ * np.median(alike)))
