"""What a residual says: how much likelier it is within one setting than between two.

Learned on simulated books of the development universe by `benchmarks/evidence.py`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np
from scipy.stats import t as student

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

SAME_TAILS, OTHER_TAILS = 4.0, 2.0  # degrees of freedom: how heavy the tails of residuals are
_MISREAD = 0.1  # share of letters whose place says nothing: dirt, a blot, a nick
_STEPS, _FARTHEST = 16, 20  # tabled at so many steps a deviation, up to so many deviations
LIKENESS = np.linspace(-1.0, 1.0, 21)  # knots at which the weight of likeness is tabled


class Kind(StrEnum):
    """A kind of evidence: gaps between letters, between words, heights, looks."""

    LETTERS = "letters"
    WORDS = "words"
    RISES = "rises"
    SORTS = "sorts"


MEASURED = (Kind.LETTERS, Kind.WORDS, Kind.RISES)


@dataclass(frozen=True, slots=True)
class Weights:
    """Scales of residuals by kind, in standard deviations of the simulated noise.

    `same` within one setting, `other` between two; `sorts` is the weight of
    likeness at the knots `LIKENESS`; `counts` says how much each kind counts
    in the log-odds, to which `bias` is added.
    """

    same: Mapping[Kind, float]
    other: Mapping[Kind, float]
    sorts: tuple[float, ...]
    counts: Mapping[Kind, float]
    bias: float

    def of_residuals(self, kind: Kind, residuals: NDArray[np.float32]) -> NDArray[np.float32]:
        """The weight of residuals for the same setting, summed over the last axis."""
        steps = np.arange(_FARTHEST * _STEPS + 1) / _STEPS
        same = student.pdf(steps, SAME_TAILS, scale=self.same[kind])
        other = student.pdf(steps, OTHER_TAILS, scale=self.other[kind])
        table = np.log((1 - _MISREAD) * same / other + _MISREAD).astype(np.float32)
        place = np.minimum(np.abs(residuals) * _STEPS, len(table) - 1).astype(np.intp)
        return np.asarray(table[place].sum(axis=-1))

    def of_likeness(self, likeness: NDArray[np.float32]) -> NDArray[np.float64]:
        """The weight of likeness between peculiar sorts."""
        return np.asarray(np.interp(likeness, LIKENESS, self.sorts))


def learned() -> Weights:
    """What was learned on simulated books."""
    text = files("formework.kernels.spacing").joinpath("evidence.json").read_text(encoding="utf-8")
    record = json.loads(text)
    return Weights(
        record["same"], record["other"], tuple(record["sorts"]), record["counts"], record["bias"]
    )
