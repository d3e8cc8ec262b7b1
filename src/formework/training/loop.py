"""The training loop: steps, checks, checkpoints and early stopping.

The random draws of a step depend only on the seed and the step number, and all
other state is in the checkpoint. So a run that is killed and resumed ends with
the same weights as one that was not interrupted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import torch
from sklearn.metrics import roc_auc_score

from formework.simulate.seeds import generator
from formework.training import losses
from formework.training.batch_source import open_batch_source
from formework.training.checkpoint import (
    Check,
    TrainingProgress,
    read_progress,
    save_best,
    save_progress,
)
from formework.training.networks import CrossEncoder, TwoTower, make_network
from formework.training.title_groups import Comparisons, TitleGroup, draw_comparisons
from formework.training.trained_towers import load_towers
from formework.training.training_plan import LossName
from formework.training.vision_transformer import load_weights

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from torch import Tensor

    from formework.progress import ProgressReport
    from formework.training.training_plan import TrainingPlan

_WARM_UP = 50  # steps until the full learning rate; a tenth of the steps in a short run
_FINAL_RATE = 0.01  # share of the learning rate left at the end
_WEIGHT_DECAY = 1e-4  # of AdamW, as a share of the learning rate
_MAX_GRADIENT = 1.0  # norm to which gradients are clipped, so that no group undoes many steps
_LOSSES = {LossName.CONTRASTIVE: losses.contrastive, LossName.TRIPLET: losses.triplet}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished training run: its checks, the best of them, and the number of steps."""

    checks: tuple[Check, ...]
    best: Check
    steps: int


def train(
    plan: TrainingPlan, out: Path, report: ProgressReport, *, weights: Path | None = None
) -> Outcome:
    """Train into a folder, resuming from its checkpoint if there is one; keep the best weights."""
    torch.set_num_threads(1)  # so that sums are taken in the same order on every machine
    source = open_batch_source(plan, out, report)
    network = make_network(plan.network, plan.stacking, plan.seed)
    if weights and isinstance(network, CrossEncoder):
        load_weights(network.vit, weights)
    elif weights and isinstance(network, TwoTower):
        load_towers(network, weights)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=_WEIGHT_DECAY)
    progress = read_progress(out, plan, network, optimizer)
    while progress.step < plan.steps and not _has_stalled(plan, progress):
        _make_step(plan, network, optimizer, source.batch(progress.step), progress)
        report("training", progress.step, plan.steps)
        if progress.step % plan.every == 0 or progress.step == plan.steps:
            check = _check(plan, network, source.held_out, progress)
            progress.checks.append(check)
            if _best(progress) is check:
                save_best(out, network)
            save_progress(out, plan, network, optimizer, progress)
    return Outcome(tuple(progress.checks), _best(progress), progress.step)


def _best(progress: TrainingProgress) -> Check:
    """The check with the best ranking, the first of equals: clustering uses the order of titles."""
    return max(progress.checks, key=lambda check: check.ranking)


def _has_stalled(plan: TrainingPlan, progress: TrainingProgress) -> bool:
    """Whether the last `patience` checks brought no improvement."""
    if not progress.checks:
        return False
    since = len(progress.checks) - 1 - progress.checks.index(_best(progress))
    return since >= plan.patience


def _make_step(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, optimizer: torch.optim.Optimizer,
    batch: Iterable[TitleGroup], progress: TrainingProgress,
) -> None:  # fmt: skip
    """Update the weights once, from the mean loss of a batch."""
    draw = generator(plan.seed, "step", progress.step)
    for parameters in optimizer.param_groups:
        parameters["lr"] = plan.rate * _rate_factor(progress.step, plan.steps)
    optimizer.zero_grad()
    total = 0.0
    for group in batch:
        loss = _group_loss(plan, network, group, draw) / plan.groups
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        total += loss.item()
    torch.nn.utils.clip_grad_norm_(network.parameters(), _MAX_GRADIENT)
    optimizer.step()
    progress.step += 1
    progress.losses.append(total)


def _rate_factor(step: int, steps: int) -> float:
    """The share of the learning rate at a step: a linear warm-up, then a cosine decay."""
    rest = (1 - _FINAL_RATE) * (1 + math.cos(math.pi * step / steps)) / 2 + _FINAL_RATE
    return min(1.0, (step + 1) / min(_WARM_UP, 1 + steps // 10)) * rest


def _group_loss(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, group: TitleGroup,
    draw: np.random.Generator,
) -> Tensor:  # fmt: skip
    """The loss on one group of titles."""
    anchors = min(plan.anchors, len(group.images) - plan.negatives)
    compared = draw_comparisons(group, anchors, plan.negatives, draw)
    matching, others = _scores(network, group, compared)
    if plan.hardest < plan.negatives:
        others = others.topk(plan.hardest, dim=1).values
    return _LOSSES[plan.loss](matching, others)


def _scores(
    network: TwoTower | CrossEncoder, group: TitleGroup, compared: Comparisons
) -> tuple[Tensor, Tensor]:
    """Log-odds of the matching pairs (anchors,) and of the others (anchors, negatives)."""
    scores = network.judge(group.images, compared.pairs)
    count = len(compared.matching)
    return scores[:count], scores[count:].reshape(count, -1)


def _check(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, groups: Iterable[TitleGroup],
    progress: TrainingProgress,
) -> Check:  # fmt: skip
    """Measure the loss and the ranking on the held-out titles."""
    held_out, ranks = [], []
    for number, group in enumerate(groups):
        draw = generator(0, "held out", number)
        compared = draw_comparisons(group, len(group.images), plan.negatives, draw)
        with torch.no_grad():
            matching, others = _scores(network, group, compared)
        held_out.append(_LOSSES[plan.loss](matching, others).item())
        truth = [1] * matching.numel() + [0] * others.numel()
        ranks.append(roc_auc_score(truth, torch.cat([matching, others.flatten()]).numpy()))
    recent = float(np.mean(progress.losses[-plan.every :]))
    return Check(progress.step, recent, float(np.mean(held_out)), float(np.mean(ranks)))
