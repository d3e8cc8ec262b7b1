"""What a training is asked to do: every number, and the seed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from formework.kernels.neural.stacks import Stacking
from formework.training.networks import NetworkName


class PairSource(StrEnum):
    """Where pairs come from: the full press model, or rendered type perturbed as in the paper."""

    PRESS = "press"
    PAPER = "paper"


class LossName(StrEnum):
    """The paper's two losses."""

    CONTRASTIVE = "contrastive"
    TRIPLET = "triplet"


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """A training, step by step.

    Each step draws `lessons` lessons, in each `anchors` titles, and compares
    each with a match and `negatives` titles of other settings, of which the
    `hardest` count: those that score most like a match. Every `every`
    steps the held-out titles are judged and everything is saved; after
    `patience` such checks without a better one the training stops. `books` are
    printed to learn from, `held_out` others to check by.
    """

    network: NetworkName = NetworkName.TWO_TOWER
    pairs: PairSource = PairSource.PRESS
    stacking: Stacking = Stacking.PAPER
    loss: LossName = LossName.CONTRASTIVE
    seed: int = 0
    steps: int = 2000
    lessons: int = 1
    anchors: int = 16
    negatives: int = 4
    hardest: int = 4
    rate: float = 1e-3
    every: int = 100
    patience: int = 10
    books: int = 500
    held_out: int = 12


def usual_plan(network: NetworkName) -> TrainingPlan:
    """The plan of a full training; a transformer looks at each pair whole and sees fewer."""
    if network is NetworkName.TWO_TOWER:
        return TrainingPlan()
    return TrainingPlan(
        network, PairSource.PAPER, steps=360, lessons=8, anchors=1, rate=3e-4, every=40, held_out=3
    )


def shorten(plan: TrainingPlan) -> TrainingPlan:
    """The same in a few hundred pairs: to see that everything works."""
    return replace(plan, steps=60, every=20, anchors=min(plan.anchors, 12), books=3, held_out=1)
