"""The settings of a training run: every number, and the random seed."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from formework.kernels.neural.stacks import Stacking
from formework.training.networks import NetworkName


class PairSource(StrEnum):
    """Where pairs come from: simulated books, or rendered type distorted as in the paper.

    `PRESS` are scans and microfilms; `WIDE` are all views, half of them
    photographs, most with noise drawn from a wide range.
    """

    PRESS = "press"
    WIDE = "wide"
    PAPER = "paper"


class LossName(StrEnum):
    """The paper's two losses."""

    CONTRASTIVE = "contrastive"
    TRIPLET = "triplet"


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """The settings of a training run.

    Each step takes `groups` groups of titles. In each it draws `anchors`
    titles and compares each with one match and `negatives` titles of other
    settings; only the `hardest` of these, which score most like a match,
    count. `rate` is the highest learning rate. Every `every` steps the network
    is checked on the held-out titles and everything is saved; training stops
    after `patience` checks without improvement. `books` books are printed for
    training and `held_out` others for checking.
    """

    network: NetworkName = NetworkName.TWO_TOWER
    pairs: PairSource = PairSource.PRESS
    stacking: Stacking = Stacking.PAPER
    loss: LossName = LossName.CONTRASTIVE
    seed: int = 0
    steps: int = 2000
    groups: int = 1
    anchors: int = 16
    negatives: int = 4
    hardest: int = 4
    rate: float = 1e-3
    every: int = 100
    patience: int = 10
    books: int = 500
    held_out: int = 12

    def as_json(self) -> dict[str, object]:
        """Plain values; checkpoints and `--json` have always called `groups` "lessons"."""
        return {"lessons" if name == "groups" else name: v for name, v in asdict(self).items()}


def default_plan(network: NetworkName) -> TrainingPlan:
    """The plan of a full training run.

    A transformer processes each pair as a whole, which is slow, so it is
    trained on fewer pairs.
    """
    if network is NetworkName.TWO_TOWER:
        return TrainingPlan()
    return TrainingPlan(
        network, PairSource.PAPER, steps=360, groups=8, anchors=1, rate=3e-4, every=40, held_out=3
    )


def shorten(plan: TrainingPlan) -> TrainingPlan:
    """The same plan with a few hundred pairs, to check that everything works."""
    return replace(plan, steps=60, every=20, anchors=min(plan.anchors, 12), books=3, held_out=1)
