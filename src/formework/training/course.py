"""A whole training as the command line gives it: ordered, run, exported, told."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, TypeVar

from formework.errors import InputError
from formework.kernels.neural.stacks import Stacking
from formework.training.checkpoint import load_best
from formework.training.curve import draw_curve
from formework.training.export import export
from formework.training.loop import Outcome, train
from formework.training.networks import NetworkName, make_network
from formework.training.training_plan import LossName, PairSource, shorten, usual_plan

if TYPE_CHECKING:
    from enum import StrEnum
    from pathlib import Path

    from formework.training.lesson_source import Report
    from formework.training.training_plan import TrainingPlan

    _Choice = TypeVar("_Choice", bound=StrEnum)


@dataclass(frozen=True, slots=True)
class Course:
    """A finished training and what it left."""

    plan: TrainingPlan
    outcome: Outcome
    models: tuple[Path, ...]
    minutes: float

    def as_json(self) -> dict[str, object]:
        """Plain values, for other programs."""
        return {
            "plan": asdict(self.plan),
            "steps": self.outcome.steps,
            "best": asdict(self.outcome.best),
            "models": [str(model) for model in self.models],
            "minutes": round(self.minutes, 2),
        }


def order_plan(
    *, network: str, pairs: str | None, loss: str, stacking: str, steps: int | None, quick: bool,
    seed: int, weights: Path | None,
) -> TrainingPlan:  # fmt: skip
    """A plan whose parts are given by name, the rest as usual for the network."""
    name = _chosen("network", network, NetworkName)
    if weights and name is NetworkName.TWO_TOWER:
        raise InputError(
            "the two-tower network takes no weights of a transformer",
            hint="give --network b16 or tiny with --weights",
        )
    plan = usual_plan(name)
    plan = replace(
        plan,
        pairs=_chosen("source of pairs", pairs, PairSource) if pairs else plan.pairs,
        loss=_chosen("loss", loss, LossName),
        stacking=_chosen("stacking", stacking, Stacking),
        seed=seed,
    )
    plan = shorten(plan) if quick else plan
    return replace(plan, steps=steps) if steps else plan


def _chosen(what: str, name: str, choices: type[_Choice]) -> _Choice:
    if name not in set(choices):
        raise InputError(f"there is no {what} {name!r}", hint=f"choose {', '.join(choices)}")
    return choices(name)


def run_course(
    plan: TrainingPlan, out: Path, report: Report, *, weights: Path | None = None
) -> Course:
    """Train, export the best weights to ONNX, and draw the learning curve."""
    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    outcome = train(plan, out, report, weights=weights)
    network = make_network(plan.network, plan.stacking, plan.seed)
    load_best(out, network)
    models = export(network, out)
    draw_curve(outcome.checks, out / "curve.png")
    return Course(plan, outcome, models, (time.monotonic() - start) / 60)


def describe_course(course: Course) -> str:
    """The training for a reader."""
    best = course.outcome.best
    return "\n".join(
        [
            f"{course.outcome.steps} steps in {course.minutes:.0f} minutes",
            f"best at step {best.step}: held-out loss {best.loss:.3f}, "
            f"matches ranked above others {100 * best.ranking:.1f} of 100 times",
            *(f"{model}: {model.stat().st_size / 1e6:.1f} MB" for model in course.models),
        ]
    )
