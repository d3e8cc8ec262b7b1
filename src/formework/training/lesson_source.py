"""Where lessons come from: printed beforehand and kept, or rendered for the step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.simulate.seeds import generator
from formework.training.paper_pairs import draw_lesson
from formework.training.training_books import keep_lessons, read_lesson
from formework.training.training_plan import PairSource

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from formework.training.lessons import Lesson
    from formework.training.training_plan import TrainingPlan

    Report = Callable[[str, int, int], None]

HELD_OUT = 100_000  # seeds of books from here on are never learned from
# Departure: the paper's shift and skew come in between these shares of the steps. A network that
# begins from nothing, and is to overlook them before it has seen a gap, learns nothing; and it
# forgets what it has learned where all its lessons are shifted at once.
_STILL, _FULL = 0.3, 0.9


@dataclass(frozen=True)
class School:
    """The lessons of a training, and those it is checked by."""

    plan: TrainingPlan
    printed: tuple[Path, ...]
    held_out: tuple[Lesson, ...]

    def lessons(self, step: int) -> list[Lesson]:
        """The lessons of one step: the same for the same seed and step."""
        plan = self.plan
        if plan.pairs is PairSource.PAPER:
            first = step * plan.lessons
            most = float(np.interp(step / plan.steps, (_STILL, _FULL), (0.0, 1.0)))
            return [
                draw_lesson(plan.seed, first + number, plan.negatives, most * unrest)
                for number, unrest in enumerate(np.linspace(0.0, 1.0, plan.lessons))
            ]
        draw = generator(plan.seed, "lessons", step)
        chosen = draw.integers(len(self.printed), size=plan.lessons)
        return [read_lesson(self.printed[number]) for number in chosen]


def open_school(plan: TrainingPlan, out: Path, report: Report) -> School:
    """Print what is to be learned from, unless it was printed before.

    The held-out titles are from the press whatever the network learns from:
    they stand for the books it will be used on.
    """
    folder = out / "lessons"
    count = plan.books if plan.pairs is PairSource.PRESS else 0
    total = 2 * (count + plan.held_out)
    printed: list[Path] = []
    for seeds in (range(HELD_OUT, HELD_OUT + plan.held_out), range(count)):
        for path in keep_lessons(folder, seeds):
            printed.append(path)
            report("printing", len(printed), total)
    held_out = tuple(map(read_lesson, printed[: 2 * plan.held_out]))
    return School(plan, tuple(printed[2 * plan.held_out :]), held_out)
