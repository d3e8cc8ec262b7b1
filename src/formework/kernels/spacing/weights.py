"""What was learned on simulated books: the usual noise, and the weight of each kind of evidence.

The noise is the starting point of the fit to a book, and decides where a book
has too few pairs to measure its own. Learned by `benchmarks/evidence.py` on the
development universe.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

# Degrees of freedom: how heavy the tails of residuals are. Within one setting the tails are
# lighter where it is known how reliable each title is: misread letters are then known as such.
SAME_TAILS, RELIABLE_TAILS, OTHER_TAILS = 4.0, 16.0, 2.0
MISREAD = 0.1  # share of letters that say nothing: dirt, a blot, a nick, a wrinkle
_MIN_APART = 1.3  # times the residuals within one setting: least of those between two


class Kind(StrEnum):
    """A kind of evidence: gaps between letters, between words, heights, looks."""

    LETTERS = "letters"
    WORDS = "words"
    RISES = "rises"
    SORTS = "sorts"


MEASURED = (Kind.LETTERS, Kind.WORDS, Kind.RISES)


@dataclass(frozen=True, slots=True)
class KindCounts:
    """How much each kind of evidence counts in the log-odds, to which `bias` is added."""

    counts: Mapping[Kind, float]
    bias: float

    def without(self, *kinds: Kind) -> KindCounts:
        """The same, with some kinds not counted."""
        return KindCounts({**self.counts, **dict.fromkeys(kinds, 0.0)}, self.bias)


@dataclass(frozen=True, slots=True)
class Weights:
    """What to expect of a book before it is looked at, and how its evidence is summed.

    `same`: standard deviation of one impression about its setting, in em, and
    `other`: that of the difference of two settings, by kind; `stays`: the share
    of a letter's peculiar looks that stays with the sort; `guess` and `final`:
    how much each kind counts before and after it is known how reliable each
    title is.
    """

    same: Mapping[Kind, float]
    other: Mapping[Kind, float]
    stays: float
    guess: KindCounts
    final: KindCounts


def weigh_residuals(
    residuals: NDArray[np.float32], other: NDArray[np.float64], tails: float = SAME_TAILS
) -> NDArray[np.float32]:
    """Log-likelihood of one setting against two, residual by residual, if nothing was misread.

    `residuals` (..., m) are in standard deviations within one setting, `other`
    (m, or of their shape) are those between two; `tails` are the degrees of
    freedom within one setting.
    """
    scale = np.maximum(other, _MIN_APART).astype(np.float32)
    square = residuals**2
    same = _log_constant(tails) - (tails + 1) / 2 * np.log1p(square / tails)
    far = (OTHER_TAILS + 1) / 2 * np.log1p(square / (OTHER_TAILS * scale**2))
    two = _log_constant(OTHER_TAILS) - np.log(scale) - far
    return np.asarray(same - two, dtype=np.float32)


def or_misread(
    weight: NDArray[np.floating], share: NDArray[np.floating] | float = MISREAD
) -> NDArray[np.floating]:
    """The weight of a letter, given that it may be misread and then says nothing.

    `share` is the probability of that. It bounds the weight below.
    """
    return np.asarray(np.logaddexp(weight + np.log1p(-share), np.log(share)))


def _log_constant(tails: float) -> np.float32:
    """The logarithm of what norms Student's distribution."""
    value = math.lgamma((tails + 1) / 2) - math.lgamma(tails / 2) - 0.5 * np.log(tails * np.pi)
    return np.float32(value)


def learned() -> Weights:
    """What was learned on simulated books."""
    text = files("formework.kernels.spacing").joinpath("evidence.json").read_text(encoding="utf-8")
    record = json.loads(text)
    guess, final = (KindCounts(**record[part]) for part in ("guess", "final"))
    return Weights(record["same"], record["other"], record["stays"], guess, final)
