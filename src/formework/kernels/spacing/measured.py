"""What was measured of the titles of one text, ready to be compared pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.appearance import find_departures
from formework.kernels.spacing.glyphs import FIGURE
from formework.kernels.spacing.line import EM
from formework.kernels.spacing.noise import Found

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.register import Registered

_LASTING_SHARE = 0.75  # share of the titles in which a letter that never changes is found
_WORD_SPACE_EM = 0.2  # em by which the white between words is wider than that between letters
_MIN_FOUND_SHARE = 0.55  # share of its letters that a crop must show to be a title of the text
_MIN_READ_SHARE = 0.7  # share of the letters it should show, and of their usual likeness


@dataclass(frozen=True, slots=True)
class Measured:
    """Places and heights of k letters in n titles (em), what was found, and how it looks.

    `departures` say, letter by letter, how each impression departs from the
    usual shape, (n, d); `omitted` (n, k) are letters left out by the compositor;
    `read` (n) says which crops show the text at all: of the others nothing can be
    said; `pixels_per_em` is the resolution of the scans.
    """

    places: NDArray[np.float64]
    rises: NDArray[np.float64]
    found: Found
    departures: tuple[NDArray[np.float64], ...]
    omitted: NDArray[np.bool_]
    read: NDArray[np.bool_]
    pixels_per_em: float

    def take(self, titles: NDArray[np.intp]) -> Measured:
        """Only these titles."""
        return Measured(
            self.places[titles],
            self.rises[titles],
            self.found.take(titles),
            tuple(departure[titles] for departure in self.departures),
            self.omitted[titles],
            self.read[titles],
            self.pixels_per_em,
        )


def measure(registered: Registered, rectos: Sequence[bool] | None = None) -> Measured:
    """What is to be compared of titles whose letters were placed.

    `rectos` says which titles stand on rectos, whose inner margin is at the left.
    """
    usable = registered.found
    is_figure = np.array([letter.name == FIGURE for letter in registered.letters], dtype=bool)
    changing = is_figure | (usable.mean(axis=0) < _LASTING_SHARE)
    places = np.median(registered.places, axis=0)
    white = np.diff(places) - [letter.width / EM for letter in registered.letters[:-1]]
    wide = white > _WORD_SPACE_EM + max(float(np.median(white)) if len(white) else 0.0, 0.0)
    begins_word = np.concatenate(([False], wide))[: len(places)]
    faces = None if rectos is None else np.asarray(rectos, dtype=bool)
    return Measured(
        registered.places,
        registered.rises,
        Found(usable, changing, places, begins_word, faces),
        tuple(find_departures(patch) for patch in registered.patches),
        registered.omitted,
        _is_read(registered, ~changing),
        float(np.median([EM * abs(line.to_crop[1, 1]) for line in registered.lines])),
    )


def _is_read(registered: Registered, lasting: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which crops show most letters of the text, nearly as well as the others.

    Letters beyond the edge of a crop do not count against it.
    """
    if not lasting.any():
        return np.zeros(len(registered.lines), dtype=bool)
    within = registered.within[:, lasting]
    found = registered.found[:, lasting] & within
    count = np.maximum(within.sum(axis=1), 1)
    alike = np.where(within, registered.likeness[:, lasting], 0.0).sum(axis=1) / count
    enough = (found.mean(axis=1) >= _MIN_FOUND_SHARE) & (
        found.sum(axis=1) >= _MIN_READ_SHARE * count
    )
    return np.asarray(enough & (alike >= _MIN_READ_SHARE * np.median(alike)))
