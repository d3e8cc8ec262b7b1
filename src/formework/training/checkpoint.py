"""What a training run keeps on disk: the checkpoint it resumes from, and the best weights."""

from __future__ import annotations

import io
import json
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING

import torch

from formework.book.plain_files import write_table, write_whole
from formework.errors import FileError

if TYPE_CHECKING:
    from pathlib import Path

    from torch import nn

    from formework.training.training_plan import TrainingPlan

CHECKPOINT, BEST, LOG = "checkpoint.pt", "best.pt", "log.csv"


@dataclass(frozen=True, slots=True)
class Check:
    """The results of one check.

    `training_loss` is the mean since the last check, `loss` the loss on the
    held-out titles. `ranking` is how often a match scores above another title
    of its text (area under the ROC curve, mean over the held-out groups).
    """

    step: int
    training_loss: float
    loss: float
    ranking: float


@dataclass(slots=True)
class TrainingProgress:
    """The state of a training run: steps done, the loss of each, and the checks."""

    step: int = 0
    losses: list[float] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)


def save_progress(
    out: Path, plan: TrainingPlan, network: nn.Module, optimizer: torch.optim.Optimizer,
    progress: TrainingProgress,
) -> None:  # fmt: skip
    """Write the checkpoint, and the log as a table."""
    state = {
        "plan": json.dumps(plan.as_json()),
        "network": network.state_dict(),
        "optimizer": optimizer.state_dict(),
        "step": progress.step,
        "losses": progress.losses,
        "checks": [asdict(check) for check in progress.checks],
    }
    _save(out / CHECKPOINT, state)
    rows = (
        (c.step, f"{c.training_loss:.4f}", f"{c.loss:.4f}", f"{c.ranking:.4f}")
        for c in progress.checks
    )
    write_table(out / LOG, ("step", "training_loss", "held_out_loss", "held_out_ranking"), rows)


def read_progress(
    out: Path, plan: TrainingPlan, network: nn.Module, optimizer: torch.optim.Optimizer
) -> TrainingProgress:
    """Load the checkpoint of a folder; without one, start at step 0."""
    path = out / CHECKPOINT
    if not path.exists():
        return TrainingProgress()
    state = torch.load(path, weights_only=True)
    if state["plan"] != json.dumps(plan.as_json()):
        raise FileError(
            f"{path} belongs to a training run with other settings",
            hint="give the same options to resume it, or another folder to start a new run",
        )
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    checks = [Check(**check) for check in state["checks"]]
    return TrainingProgress(state["step"], state["losses"], checks)


def save_best(out: Path, network: nn.Module) -> None:
    """Write the best weights so far."""
    _save(out / BEST, network.state_dict())


def load_best(out: Path, network: nn.Module) -> None:
    """Load the best weights of a training run into a network."""
    network.load_state_dict(torch.load(out / BEST, weights_only=True))
    network.eval()


def _save(path: Path, state: object) -> None:
    data = io.BytesIO()
    torch.save(state, data)
    write_whole(path, data.getvalue())
