"""The identity of every title across the book: which pages carry the same setting of type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import logit

from formework.skeletons.correlation import correlate
from formework.skeletons.linkage import NEVER

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from numpy.typing import NDArray

UNKNOWN = -1
_SMALLEST_CHANCE = 1e-5  # no chance is nearer to 0 or 1


@dataclass(frozen=True, slots=True)
class Identities:
    """The identity of each title, `UNKNOWN` where it could not be read, and how sure it is, 0-1."""

    labels: NDArray[np.intp]
    confidence: NDArray[np.float64]


def identify(
    chances: NDArray[np.float64],
    rivals: NDArray[np.bool_],
    texts: Sequence[Hashable],
    *,
    seed: int = 0,
) -> Identities:
    """Tell the titles of a book apart, text by text.

    `chances` (titles, titles) that two titles are one, NaN where nothing is
    known; `rivals` (titles, titles) stand on one sheet side and cannot be one.
    """
    count = len(chances)
    labels = np.full(count, UNKNOWN, dtype=np.intp)
    confidence = np.full(count, np.nan)
    readable = ~np.isnan(np.diagonal(chances))
    for text in dict.fromkeys(texts):
        members = np.flatnonzero(readable & np.array([other == text for other in texts]))
        if not len(members):
            continue
        within = np.ix_(members, members)
        pull = logit(np.clip(chances[within], _SMALLEST_CHANCE, 1 - _SMALLEST_CHANCE))
        pull[rivals[within]] = NEVER
        labels[members] = correlate(pull, seed=seed) + labels.max() + 1
        confidence[members] = _confidence(chances[within], labels[members])
    return Identities(labels, confidence)


def _confidence(chances: NDArray[np.float64], labels: NDArray[np.intp]) -> NDArray[np.float64]:
    """How sure each title's identity is: its chance with its own, or of being like no other."""
    alike = labels[:, None] == labels
    np.fill_diagonal(alike, val=False)
    own = np.where(alike, chances, 0.0).sum(axis=1) / np.maximum(alike.sum(axis=1), 1)
    others = chances.copy()
    others[labels[:, None] == labels] = 0.0
    alone = 1.0 - others.max(axis=1, initial=0.0)
    return np.asarray(np.where(alike.any(axis=1), own, alone))
