"""What helps a network: settings against each other in short trainings, equal in pairs.

Each is ranked on the same held-out titles of the press: how often, of 100
times, a match scores above another title of its text.
Needs the extra `training`. Run: python benchmarks/vit_trials.py
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from formework.kernels.stacks import Stacking
from formework.training.loop import train
from formework.training.networks import NetworkName
from formework.training.plan import LossName, PairSource, TrainingPlan


def main() -> None:
    """Short trainings, equal in pairs, ranked on the same held-out titles of the press."""
    plan = TrainingPlan(
        NetworkName.MICRO, steps=120, lessons=10, anchors=1, rate=5e-4, every=120, books=60,
        held_out=3,
    )  # fmt: skip
    trials = {
        "cross-encoder, the paper's pairs": replace(plan, pairs=PairSource.PAPER),
        "the same, triplet loss": replace(plan, pairs=PairSource.PAPER, loss=LossName.TRIPLET),
        "cross-encoder, pairs of the press": plan,
        "the same, registered first": replace(plan, stacking=Stacking.REGISTERED),
        "the same, overlaid with their difference": replace(plan, stacking=Stacking.OVERLAID),
        "two-tower, pairs of the press": replace(plan, network=NetworkName.TWO_TOWER, rate=2e-3),
    }
    print("| trial | matches ranked above others | CPU minutes |\n|---|---|---|")
    with TemporaryDirectory() as folder:
        lessons = Path(folder) / "lessons"
        lessons.mkdir()
        for number, (label, each) in enumerate(trials.items()):
            out = Path(folder) / str(number)
            out.mkdir()
            (out / "lessons").symlink_to(lessons)
            start = time.process_time()
            outcome = train(each, out, lambda *_: None)
            minutes = (time.process_time() - start) / 60
            print(f"| {label} | {100 * outcome.best.ranking:.1f} | {minutes:.1f} |", flush=True)


if __name__ == "__main__":
    main()
