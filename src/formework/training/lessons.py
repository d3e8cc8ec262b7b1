"""Lessons: titles of one text of which it is known which were printed from the same type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Lesson:
    """Impressions of several settings of one text; `settings` (titles,) says which are one."""

    images: tuple[NDArray[np.uint8], ...]
    settings: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Comparisons:
    """Pairs of a lesson to be judged: an anchor with its match, and with titles of other settings.

    `matching` is (anchors, 2), `others` (anchors, negatives, 2).
    """

    matching: NDArray[np.intp]
    others: NDArray[np.intp]

    @property
    def pairs(self) -> NDArray[np.intp]:
        """All pairs, those that match first."""
        return np.concatenate([self.matching, self.others.reshape(-1, 2)])


def draw_comparisons(
    lesson: Lesson, anchors: int, negatives: int, draw: np.random.Generator
) -> Comparisons:
    """Draw anchors that have a match, and for each so many titles that are none.

    Which of a pair comes first is left to chance.
    """
    same = lesson.settings[:, None] == lesson.settings
    others = ~same
    np.fill_diagonal(same, False)
    able = np.flatnonzero(same.any(axis=1) & others.any(axis=1))
    chosen = draw.choice(able, anchors, replace=anchors > len(able))
    matches = [draw.choice(np.flatnonzero(same[anchor])) for anchor in chosen]
    strangers = [draw.choice(np.flatnonzero(others[anchor]), negatives) for anchor in chosen]
    matching = np.stack([chosen, np.array(matches)], axis=1)
    apart = np.stack([chosen[:, None].repeat(negatives, axis=1), np.array(strangers)], axis=2)
    return Comparisons(_shuffle(matching, draw), _shuffle(apart, draw))


def _shuffle(pairs: NDArray[np.intp], draw: np.random.Generator) -> NDArray[np.intp]:
    return np.where(draw.random(pairs.shape[:-1])[..., None] < 0.5, pairs, pairs[..., ::-1])
