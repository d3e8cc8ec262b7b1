"""Where training batches come from: simulated books on disk, or type rendered for each step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.simulate.seeds import generator
from formework.training.paper_pairs import draw_group
from formework.training.training_books import print_into_folder, read_group
from formework.training.training_plan import PairSource

if TYPE_CHECKING:
    from pathlib import Path

    from formework.progress import ProgressReport
    from formework.training.title_groups import TitleGroup
    from formework.training.training_plan import TrainingPlan

FOLDER = "lessons"  # in the output folder; the name is documented and used by earlier runs
WIDE_FOLDER = "lessons-wide"  # the same for books with noise of a wide range
HELD_OUT = 100_000  # books with this seed or a higher one are never used for training
# Departure: the paper's shift and skew start at 30% of the steps and reach their full size at
# 90%. A network that starts from random weights learns nothing if it must ignore shifts before it
# has learned to compare gaps, and it forgets the gaps if all groups are shifted at once.
_DISTORTION_START, _DISTORTION_FULL = 0.3, 0.9  # share of the steps


@dataclass(frozen=True)
class BatchSource:
    """The batches of a training run, and the held-out groups it is checked on.

    `printed` are the files of groups from simulated books; it is empty when
    the pairs are rendered as in the paper.
    """

    plan: TrainingPlan
    printed: tuple[Path, ...]
    held_out: tuple[TitleGroup, ...]

    def batch(self, step: int) -> list[TitleGroup]:
        """The groups of one step; they depend only on the seed and the step."""
        plan = self.plan
        if plan.pairs is PairSource.PAPER:
            first = step * plan.groups
            progress = step / plan.steps
            most = float(np.interp(progress, (_DISTORTION_START, _DISTORTION_FULL), (0.0, 1.0)))
            return [
                draw_group(plan.seed, first + number, plan.negatives, most * share)
                for number, share in enumerate(np.linspace(0.0, 1.0, plan.groups))
            ]
        # The word names the random stream: another one would train other weights.
        draw = generator(plan.seed, "lessons", step)
        chosen = draw.integers(len(self.printed), size=plan.groups)
        return [read_group(self.printed[number]) for number in chosen]


def open_batch_source(plan: TrainingPlan, out: Path, report: ProgressReport) -> BatchSource:
    """Print the books for training and checking, except those already in the folder.

    The held-out titles always come from simulated books, whatever the source of
    the training pairs: they represent the books the network will be used on.
    """
    count = 0 if plan.pairs is PairSource.PAPER else plan.books
    wide = plan.pairs is PairSource.WIDE
    total = 2 * (count + plan.held_out)
    printed: list[Path] = []
    for seeds in (range(HELD_OUT, HELD_OUT + plan.held_out), range(count)):
        for path in print_into_folder(out / (WIDE_FOLDER if wide else FOLDER), seeds, wide=wide):
            printed.append(path)
            report("printing", len(printed), total)
    held_out = tuple(map(read_group, printed[: 2 * plan.held_out]))
    return BatchSource(plan, tuple(printed[2 * plan.held_out :]), held_out)
