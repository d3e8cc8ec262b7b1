"""How the default system copes with unannounced noise, one kind at a time.

    python benchmarks/noise.py [--seeds 0] [--books king-lear mayor …]

Simulated books of the test universes, normal scans, in which the noise of one
kind (letter gaps, word gaps, heights, looks) is multiplied by 0.5 to 4. Prints
V with the number of skeletons unknown, many-to-one accuracy, and the number
found against the true one. Nothing is fitted here.
"""

from __future__ import annotations

import argparse
import platform

import numpy as np
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.bench.suite import simulated_titles, true_skeletons
from formework.kernels.spacing.kernel import SpacingKernel
from formework.scoring import Scores, evaluate
from formework.settings import Settings
from formework.simulate.disturbance import multiplied
from formework.simulate.named_books import order_book
from formework.simulate.shapes import SHAPES
from formework.simulate.universes import UNIVERSES
from formework.skeletons.evidence_system import find_by_evidence, weigh_titles

KINDS = ("letters", "words", "heights", "looks")
FACTORS = (0.5, 2.0, 4.0)
TESTS = ("first-test", "second-test")


def score(name: str, universe: str, seed: int, kind: str, factor: float) -> Scores:
    """Print and read one book with the noise of one kind multiplied."""
    book = order_book(
        name, difficulty="normal", view="scan", universe=universe, turned=None, seed=seed,
        disturbance=multiplied(kind, factor, UNIVERSES[universe].recipe),
    )  # fmt: skip
    titles = simulated_titles(book)
    evidence = weigh_titles(titles, SpacingKernel(), Settings())
    found = find_by_evidence(titles, evidence.values, Settings())
    truth = true_skeletons(book, [unit.name for unit in found.units])
    return evaluate(truth, [unit.label for unit in found.units])


def main() -> None:
    """Print the table, one row per kind and factor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--books", nargs="+", default=list(SHAPES))
    chosen = parser.parse_args()
    print(f"formework {__version__}, Python {platform.python_version()}, seeds {chosen.seeds}\n")
    print("| noise | books | V, number unknown | lowest | many-to-1 | found / true |")
    print("|---|---|---|---|---|---|")
    for kind in KINDS:
        for factor in FACTORS:
            with threadpool_limits(1):
                scores = [
                    score(name, universe, seed, kind, factor)
                    for seed in chosen.seeds
                    for universe in TESTS
                    for name in chosen.books
                ]
            v = [100 * one.v_measure for one in scores]
            many = 100 * np.mean([one.many_to_one for one in scores])
            found = np.mean([one.skeletons / one.true_skeletons for one in scores])
            print(
                f"| {kind} × {factor} | {len(scores)} | {np.mean(v):.1f} | {min(v):.1f} | "
                f"{many:.1f} | {found:.2f} |",
                flush=True,
            )


if __name__ == "__main__":
    main()
