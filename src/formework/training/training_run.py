"""A complete training run, as `formework train` starts it: train, export, summarise."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from formework.book.wording import counted
from formework.errors import InputError, read_choice
from formework.kernels.neural.stacks import Stacking
from formework.training.checkpoint import load_best
from formework.training.curve import draw_curve
from formework.training.export import export
from formework.training.loop import Outcome, train
from formework.training.networks import NetworkName, make_network
from formework.training.training_plan import LossName, PairSource, default_plan, shorten

if TYPE_CHECKING:
    from pathlib import Path

    from formework.progress import ProgressReport
    from formework.training.training_plan import TrainingPlan

_CONTINUED_RATE = 3e-4  # highest learning rate of a trained network: a larger one undoes it


@dataclass(frozen=True, slots=True)
class TrainingRun:
    """A finished training run: its plan, its outcome and the ONNX files it wrote."""

    plan: TrainingPlan
    outcome: Outcome
    models: tuple[Path, ...]
    minutes: float

    def as_json(self) -> dict[str, object]:
        """Plain values, for other programs."""
        return {
            "plan": self.plan.as_json(),
            "steps": self.outcome.steps,
            "best": asdict(self.outcome.best),
            "models": [str(model) for model in self.models],
            "minutes": round(self.minutes, 2),
        }


def make_plan(
    *, network: str, pairs: str | None, loss: str, stacking: str, steps: int | None, quick: bool,
    seed: int, weights: Path | None,
) -> TrainingPlan:  # fmt: skip
    """Make a plan from the options of the command line, with the network's defaults."""
    name = read_choice("network", network, NetworkName)
    plan = default_plan(name)
    if weights and name is NetworkName.TWO_TOWER:
        if not weights.is_dir():
            raise InputError(
                f"the two-tower network cannot start from {weights}",
                hint="give the folder of an earlier training run, with reader.onnx and judge.onnx",
            )
        plan = replace(plan, rate=_CONTINUED_RATE)
    plan = replace(
        plan,
        pairs=read_choice("source of pairs", pairs, PairSource) if pairs else plan.pairs,
        loss=read_choice("loss", loss, LossName),
        stacking=read_choice("stacking", stacking, Stacking),
        seed=seed,
    )
    plan = shorten(plan) if quick else plan
    return replace(plan, steps=steps) if steps else plan


def run_training(
    plan: TrainingPlan, out: Path, report: ProgressReport, *, weights: Path | None = None
) -> TrainingRun:
    """Train, export the best weights to ONNX, and plot the learning curve."""
    out.mkdir(parents=True, exist_ok=True)
    start = time.monotonic()
    outcome = train(plan, out, report, weights=weights)
    network = make_network(plan.network, plan.stacking, plan.seed)
    load_best(out, network)
    models = export(network, out)
    draw_curve(outcome.checks, out / "curve.png")
    return TrainingRun(plan, outcome, models, (time.monotonic() - start) / 60)


def describe_run(run: TrainingRun) -> str:
    """Summarise a training run for a reader."""
    best, steps = run.outcome.best, run.outcome.steps
    return "\n".join(
        [
            f"{counted(steps, 'step')} in {run.minutes:.1f} minutes",
            f"best at step {best.step}: held-out loss {best.loss:.3f}, "
            f"matches ranked above other titles {100 * best.ranking:.1f}% of the time",
            *(f"{model}: {model.stat().st_size / 1e6:.1f} MB" for model in run.models),
        ]
    )
