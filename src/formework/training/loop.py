"""The training itself: steps, checks, checkpoints, and the end.

Every draw of a step comes from the seed and the step's number, and everything
else is in the checkpoint: a training that was killed and taken up again ends
with the same weights as one that was not.
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
from formework.training.checkpoint import Check, Progress, read_progress, save_best, save_progress
from formework.training.lesson_source import open_school
from formework.training.lessons import Comparisons, Lesson, draw_comparisons
from formework.training.networks import CrossEncoder, make_network
from formework.training.training_plan import LossName
from formework.training.vision_transformer import load_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from torch import Tensor

    from formework.training.networks import TwoTower
    from formework.training.training_plan import TrainingPlan

    Report = Callable[[str, int, int], None]

_WARM_UP = 50  # steps until the full rate, or a tenth of a short training
_LAST_RATE = 0.01  # share of the rate left at the end
_LOSSES = {LossName.CONTRASTIVE: losses.contrastive, LossName.TRIPLET: losses.triplet}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A finished training: its checks, the best of them, and the steps made."""

    checks: tuple[Check, ...]
    best: Check
    steps: int


def train(plan: TrainingPlan, out: Path, report: Report, *, weights: Path | None = None) -> Outcome:
    """Train into a folder, from its checkpoint where there is one; the best weights are kept."""
    torch.set_num_threads(1)  # the same sums in the same order, wherever it runs
    school = open_school(plan, out, report)
    network = make_network(plan.network, plan.stacking, plan.seed)
    if weights and isinstance(network, CrossEncoder):
        load_weights(network.vit, weights)
    optimizer = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-4)
    progress = read_progress(out, plan, network, optimizer)
    while progress.step < plan.steps and not _stale(plan, progress):
        _make_step(plan, network, optimizer, school.lessons(progress.step), progress)
        report("training", progress.step, plan.steps)
        if progress.step % plan.every == 0 or progress.step == plan.steps:
            check = _check(plan, network, school.held_out, progress)
            progress.checks.append(check)
            if _best(progress) is check:
                save_best(out, network)
            save_progress(out, plan, network, optimizer, progress)
    return Outcome(tuple(progress.checks), _best(progress), progress.step)


def _best(progress: Progress) -> Check:
    """The check that ranked best, the first of equals: clustering goes by the order of titles."""
    return max(progress.checks, key=lambda check: check.ranking)


def _stale(plan: TrainingPlan, progress: Progress) -> bool:
    """Whether the held-out titles have been judged no better for too long."""
    if not progress.checks:
        return False
    since = len(progress.checks) - 1 - progress.checks.index(_best(progress))
    return since >= plan.patience


def _make_step(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, optimizer: torch.optim.Optimizer,
    lessons: Iterable[Lesson], progress: Progress,
) -> None:  # fmt: skip
    draw = generator(plan.seed, "step", progress.step)
    for group in optimizer.param_groups:
        group["lr"] = plan.rate * _rate(progress.step, plan.steps)
    optimizer.zero_grad()
    total = 0.0
    for lesson in lessons:
        loss = _lose(plan, network, lesson, draw) / plan.lessons
        loss.backward()  # type: ignore[no-untyped-call,unused-ignore]
        total += loss.item()
    torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
    optimizer.step()
    progress.step += 1
    progress.losses.append(total)


def _rate(step: int, steps: int) -> float:
    """Up in the first steps, then down along a cosine."""
    rest = (1 - _LAST_RATE) * (1 + math.cos(math.pi * step / steps)) / 2 + _LAST_RATE
    return min(1.0, (step + 1) / min(_WARM_UP, 1 + steps // 10)) * rest


def _lose(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, lesson: Lesson, draw: np.random.Generator
) -> Tensor:
    """The loss on one lesson."""
    anchors = min(plan.anchors, len(lesson.images) - plan.negatives)
    compared = draw_comparisons(lesson, anchors, plan.negatives, draw)
    matching, others = _scores(network, lesson, compared)
    if plan.hardest < plan.negatives:
        others = others.topk(plan.hardest, dim=1).values
    return _LOSSES[plan.loss](matching, others)


def _scores(
    network: TwoTower | CrossEncoder, lesson: Lesson, compared: Comparisons
) -> tuple[Tensor, Tensor]:
    scores = network.judge(lesson.images, compared.pairs)
    count = len(compared.matching)
    return scores[:count], scores[count:].reshape(count, -1)


def _check(
    plan: TrainingPlan, network: TwoTower | CrossEncoder, lessons: Iterable[Lesson],
    progress: Progress,
) -> Check:  # fmt: skip
    """Judge the held-out titles: loss, and how often a match scores above another of its text."""
    held_out, ranks = [], []
    for number, lesson in enumerate(lessons):
        draw = generator(0, "held out", number)
        compared = draw_comparisons(lesson, len(lesson.images), plan.negatives, draw)
        with torch.no_grad():
            matching, others = _scores(network, lesson, compared)
        held_out.append(_LOSSES[plan.loss](matching, others).item())
        truth = [1] * matching.numel() + [0] * others.numel()
        ranks.append(roc_auc_score(truth, torch.cat([matching, others.flatten()]).numpy()))
    recent = float(np.mean(progress.losses[-plan.every :]))
    return Check(progress.step, recent, float(np.mean(held_out)), float(np.mean(ranks)))
