"""Noise that makes impressions of one title differ, beyond the difficulty of a book.

Real pages are noisier than a clean scan in several ways at once, in proportions
that differ from book to book: letters and word spaces work loose, heights vary,
the leaf is foreshortened at the fold, the frisket masks the tops of letters. The
noise is drawn differently in each universe, so that a method fitted to the noise
of one fails on the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

import formework.simulate.constants as constants
from formework.simulate.seeds import generator

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.simulate.setting import TitleSetting

_STOPS = ".,:;"
_HEAVY_TAILS = 3.0  # degrees of freedom of Student's distribution
_DRIFT_CARRIED = 0.6  # share of a deviation that carries over to the next letter, with drift


class Recipe(StrEnum):
    """How the deviations along a line are drawn."""

    EVEN = "independent, normal"
    WRINKLED = "independent, a few of them large"
    DRIFTING = "each similar to the one before"

    def deviations(self, draw: np.random.Generator, count: int) -> NDArray[np.float64]:
        """`count` deviations with standard deviation 1."""
        if self is Recipe.WRINKLED:
            return np.asarray(draw.standard_t(_HEAVY_TAILS, count) / np.sqrt(_HEAVY_TAILS))
        even = draw.standard_normal(count)
        if self is Recipe.DRIFTING:
            for place in range(1, count):
                fresh = np.sqrt(1 - _DRIFT_CARRIED**2) * even[place]
                even[place] = _DRIFT_CARRIED * even[place - 1] + fresh
        return even


@dataclass(frozen=True, slots=True)
class Disturbance:
    """How much noise of each kind is added to the titles of a book.

    `letters` multiplies the play of gaps between letters, `inking` the
    unevenness of the ink. `words` (em) is the play of word spaces and of a final
    stop, `heights` (em) that of the height of each letter. `squeeze` is the
    largest share by which the line shrinks at the fold, which differs between
    gatherings; `abrupt` tells whether this stops at once. `masked` is the share
    of titles with masked tops, `worse` the share of pages with twice the noise.
    """

    letters: float = 1.0
    words: float = 0.0
    heights: float = 0.0
    inking: float = 1.0
    squeeze: float = 0.0
    abrupt: bool = False
    masked: float = 0.0
    worse: float = 0.0
    recipe: Recipe = Recipe.EVEN

    def loosen(
        self, title: TitleSetting, roughness: float, draw: np.random.Generator
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """By how much each gap before a sort is wider, and each sort is higher, both in em."""
        count = len(title.sorts)
        strength = 2.0 if draw.random() < self.worse else 1.0
        play = constants.LOCK_UP_PLAY * roughness * np.sqrt(max(self.letters**2 - 1, 0.0))
        wider = play * self.recipe.deviations(draw, count)
        wider += np.where(_is_loose(title), self.words, 0.0) * draw.standard_normal(count)
        higher = self.heights * self.recipe.deviations(draw, count)
        return strength * wider, strength * higher


QUIET = Disturbance()


def multiplied(kind: str, factor: float, recipe: Recipe) -> Disturbance:
    """The noise of one kind multiplied: letters, words, heights or looks."""
    beyond = float(np.sqrt(max(factor**2 - 1, 0.0)))
    choices = {
        "letters": Disturbance(letters=factor, recipe=recipe),
        "words": Disturbance(words=beyond * constants.LOCK_UP_PLAY, recipe=recipe),
        "heights": Disturbance(heights=beyond * constants.HEIGHT_PLAY, recipe=recipe),
        "looks": Disturbance(inking=factor, recipe=recipe),
    }
    return choices[kind]


def draw_photographed(seed: int, recipe: Recipe, *, abrupt: bool) -> Disturbance:
    """The noise of a book that was photographed, from a wide range."""
    draw = generator(seed, "photographed")

    def between(least: float, most: float) -> float:
        return float(np.exp(draw.uniform(np.log(least), np.log(most))))

    return Disturbance(
        letters=between(*constants.PHOTO_LETTERS),
        words=between(*constants.PHOTO_WORDS),
        heights=between(*constants.PHOTO_HEIGHTS),
        inking=between(*constants.PHOTO_INKING),
        squeeze=float(draw.uniform(*constants.PHOTO_SQUEEZE)),
        abrupt=abrupt,
        masked=float(draw.uniform(*constants.PHOTO_MASKED)),
        worse=float(draw.uniform(*constants.PHOTO_WORSE)),
        recipe=recipe,
    )


def _is_loose(title: TitleSetting) -> NDArray[np.bool_]:
    """Whether the space before a sort, or a final stop, may work loose, sort by sort."""
    begins = [
        place > 0 and title.text[place - 1] == " "
        for place, character in enumerate(title.text)
        if character != " "
    ]
    loose = np.array(begins, dtype=bool)
    loose[-1] |= title.text[-1] in _STOPS
    return loose
