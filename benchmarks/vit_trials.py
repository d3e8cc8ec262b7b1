"""What helps a network: settings against each other in short trainings, equal in steps.

Each is ranked on the same held-out titles of the press: how often, of 100
times, a match scores above another title of its text.
Needs the extra `training`. Run: python benchmarks/vit_trials.py
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from formework.kernels.neural.stacks import Stacking
from formework.training.loop import train
from formework.training.networks import NetworkName
from formework.training.training_plan import LossName, PairSource, TrainingPlan


def main() -> None:
    """Short trainings, equal in steps, ranked on the same held-out titles of the press."""
    press = TrainingPlan(
        NetworkName.MICRO,
        steps=200,
        lessons=8,
        anchors=1,
        every=300,
        rate=3e-4,
        books=60,
        held_out=6,
    )
    paper = replace(press, pairs=PairSource.PAPER)
    towers = replace(press, network=NetworkName.TWO_TOWER, rate=1e-3)
    trials = {
        "cross-encoder, the paper's pairs": paper,
        "the same, triplet loss": replace(paper, loss=LossName.TRIPLET),
        "cross-encoder, pairs of the press": press,
        "the same, registered first": replace(press, stacking=Stacking.REGISTERED),
        "the same, overlaid with their difference": replace(press, stacking=Stacking.OVERLAID),
        "overlaid, the paper's pairs": replace(paper, stacking=Stacking.OVERLAID),
        "two-tower, the paper's pairs": replace(towers, pairs=PairSource.PAPER),
        "two-tower, pairs of the press": towers,
        "the same, the hardest 4 of 12 others": replace(towers, negatives=12, hardest=4),
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
