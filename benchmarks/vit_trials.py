"""Which settings help a network: short training runs with an equal number of steps.

Each is measured on the same held-out titles of simulated books: the percentage
of comparisons in which a match scores above another title of its text.
Needs the extra `training`. Run: python benchmarks/vit_trials.py
"""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from formework.kernels.neural.stacks import Stacking
from formework.progress import silent
from formework.training.batch_source import FOLDER
from formework.training.loop import train
from formework.training.networks import NetworkName
from formework.training.training_plan import LossName, PairSource, TrainingPlan


def main() -> None:
    """Train each setting and print the table."""
    press = TrainingPlan(
        NetworkName.MICRO,
        steps=200,
        groups=8,
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
        "cross-encoder, simulated books": press,
        "the same, registered first": replace(press, stacking=Stacking.REGISTERED),
        "the same, overlaid with their difference": replace(press, stacking=Stacking.OVERLAID),
        "overlaid, the paper's pairs": replace(paper, stacking=Stacking.OVERLAID),
        "two-tower, the paper's pairs": replace(towers, pairs=PairSource.PAPER),
        "two-tower, simulated books": towers,
        "the same, the hardest 4 of 12 negatives": replace(towers, negatives=12, hardest=4),
    }
    print("| trial | matches ranked above others, % | CPU minutes |\n|---|---|---|")
    with TemporaryDirectory() as folder:
        printed = Path(folder) / FOLDER
        printed.mkdir()
        for number, (label, plan) in enumerate(trials.items()):
            out = Path(folder) / str(number)
            out.mkdir()
            (out / FOLDER).symlink_to(printed)
            start = time.process_time()
            outcome = train(plan, out, silent)
            minutes = (time.process_time() - start) / 60
            print(f"| {label} | {100 * outcome.best.ranking:.1f} | {minutes:.1f} |", flush=True)


if __name__ == "__main__":
    main()
