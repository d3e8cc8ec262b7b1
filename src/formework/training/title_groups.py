"""Groups of titles of one text, with the setting of type that printed each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class TitleGroup:
    """Impressions of several settings of one text.

    `settings` (titles,) holds the same number for titles printed from the same setting.
    """

    images: tuple[NDArray[np.uint8], ...]
    settings: NDArray[np.intp]


@dataclass(frozen=True, eq=False)
class Comparisons:
    """The pairs of a group to score: each anchor with its match and with negatives.

    `matching` is (anchors, 2), `others` (anchors, negatives, 2); both hold
    indices into the group.
    """

    matching: NDArray[np.intp]
    others: NDArray[np.intp]

    @property
    def pairs(self) -> NDArray[np.intp]:
        """All pairs, the matching ones first."""
        return np.concatenate([self.matching, self.others.reshape(-1, 2)])


def draw_comparisons(
    group: TitleGroup, anchors: int, negatives: int, draw: np.random.Generator
) -> Comparisons:
    """Draw anchors, and for each one match and `negatives` titles of other settings.

    The order within each pair is random.
    """
    same = group.settings[:, None] == group.settings
    others = ~same
    np.fill_diagonal(same, False)
    usable = np.flatnonzero(same.any(axis=1) & others.any(axis=1))
    chosen = draw.choice(usable, anchors, replace=anchors > len(usable))
    matches = [draw.choice(np.flatnonzero(same[anchor])) for anchor in chosen]
    different = [draw.choice(np.flatnonzero(others[anchor]), negatives) for anchor in chosen]
    matching = np.stack([chosen, np.array(matches)], axis=1)
    apart = np.stack([chosen[:, None].repeat(negatives, axis=1), np.array(different)], axis=2)
    return Comparisons(_shuffle(matching, draw), _shuffle(apart, draw))


def _shuffle(pairs: NDArray[np.intp], draw: np.random.Generator) -> NDArray[np.intp]:
    """Swap the two titles of a random half of the pairs."""
    return np.where(draw.random(pairs.shape[:-1])[..., None] < 0.5, pairs, pairs[..., ::-1])
