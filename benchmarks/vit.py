"""The neural kernels: speed, and accuracy on the test universes.

  speed      pairs per second on whole books, onnxruntime against torch eager (one thread each)
  tests      the test universes, sheet sides: V of Lev, our network and spacing, with the range
  paper      the paper's cross-encoder on the first test universe, one seed
  combined   evidence from spacing and the network, alone and together, on three small books

Run: python benchmarks/vit.py speed tests
`speed` needs the extra `training`.
"""

from __future__ import annotations

import platform
import statistics
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from itertools import product
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

import formework
from formework.bench.suite import simulated_titles, true_skeletons, truth_and_distances
from formework.kernels.base import compare_titles
from formework.kernels.lev import LevKernel
from formework.kernels.neural.onnx_kernels import (
    CrossEncoderKernel,
    VitKernel,
    probability_different,
)
from formework.kernels.spacing.kernel import SpacingKernel
from formework.scoring import evaluate
from formework.settings import Settings, Unit
from formework.simulate.difficulty import HARD, NORMAL, STRESS
from formework.simulate.scan import View
from formework.simulate.shapes import SHAPES
from formework.simulate.simulated_book import simulate_book
from formework.simulate.universes import UNIVERSES
from formework.skeletons.evidence_system import find_by_evidence, weigh_titles
from formework.skeletons.spectral import cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from formework.kernels.base import EvidenceKernel, TitleKernel
    from formework.result import Result
    from formework.simulate.simulated_book import SimulatedBook

SEEDS = (0, 1, 2)
TESTS = ("first-test", "second-test")
SMALLER = ("mayor", "institution", "king-lear")
RUNS = 5  # of k-means, averaged as in the paper
ORDER = 4.0  # of the paper's norm over slots
NEURAL = VitKernel(threads=1)
WAYS = (
    ("Lev, paper's clustering", "given"),
    ("neural, paper's clustering", "given"),
    ("perfect titles, paper's clustering", "given"),
    ("neural, by evidence", "given"),
    ("neural, by evidence", "unknown"),
    ("spacing, by evidence", "given"),
    ("spacing, by evidence", "unknown"),
)


def perfect(book: SimulatedBook) -> NDArray[np.float64]:
    """Distances 0 and 1 from the true titles: the ceiling of the paper's clustering."""
    titles = np.array([title.title for title in book.titles])
    noise = np.random.default_rng(0).random((len(titles), len(titles)))  # breaks ties
    distances = np.where(titles[:, None] == titles, 0.0, 1.0) + (noise + noise.T) / 100
    np.fill_diagonal(distances, 0.0)
    return distances


def by_paper(book: SimulatedBook, between: NDArray[np.float64]) -> float:
    """V of the sheet sides by the paper's clustering, number given, mean of five runs."""
    truth, distances = truth_and_distances(book, Unit.SHEET_SIDES, between, ORDER)
    return 100 * statistics.mean(
        evaluate(truth, cluster_spectral(distances, len(set(truth)), seed=run).tolist()).v_measure
        for run in range(RUNS)
    )


def by_evidence(book: SimulatedBook, evidence: NDArray[np.float64]) -> tuple[float, float]:
    """V of the sheet sides by the evidence system, with the number given and unknown."""
    titles = simulated_titles(book)
    truth = true_skeletons(book, titles.arrange(Unit.SHEET_SIDES).names)
    given, unknown = (
        find_by_evidence(titles, evidence, Settings(skeletons=number))
        for number in (len(set(truth)), None)
    )
    return _v_percent(truth, given), _v_percent(truth, unknown)


def _v_percent(truth: Sequence[str], found: Result) -> float:
    return 100 * evaluate(truth, [unit.label for unit in found.units]).v_measure


def weigh(book: SimulatedBook, kernel: EvidenceKernel) -> NDArray[np.float64]:
    """Log-odds between all titles of one text."""
    return weigh_titles(simulated_titles(book), kernel, Settings()).values


def compare(book: SimulatedBook, kernel: TitleKernel) -> NDArray[np.float64]:
    """Distances between titles of one text and slot, which is all the paper's system uses."""
    slots = [(title.section, title.signature[-1], title.slot) for title in book.titles]
    return compare_titles(book.cut_outs(), slots, kernel)


def read_book(book: SimulatedBook) -> list[float]:
    """V for each column of `WAYS`."""
    neural = weigh(book, NEURAL)
    return [
        by_paper(book, compare(book, LevKernel())),
        by_paper(book, probability_different(neural)),
        by_paper(book, perfect(book)),
        *by_evidence(book, neural),
        *by_evidence(book, weigh(book, SpacingKernel())),
    ]


def run_tests() -> None:
    """Print V of Lev, our network and spacing for each book, with the range over suites."""
    columns = [f"{way}, {how}" for way, how in WAYS]
    print(f"| book | {' | '.join(columns)} |\n|---|{'---|' * len(columns)}")
    suites = list(product(TESTS, SEEDS))
    values = {}
    for name in SHAPES:
        for universe, seed in suites:
            book = simulate_book(SHAPES[name], seed=seed, universe=UNIVERSES[universe])
            values[name, universe, seed] = read_book(book)
        _row(SHAPES[name].title, [values[name, *suite] for suite in suites])
    means = [np.mean([values[name, *suite] for name in SHAPES], axis=0) for suite in suites]
    _row("**mean of the eight**", means)


def run_paper() -> None:
    """Print V of the paper's cross-encoder for one suite (one hour), two books at a time."""
    print("| book | cross-encoder |\n|---|---|")
    smallest_first = sorted(SHAPES, key=lambda name: SHAPES[name].sides)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        values = []
        for name, value in zip(
            smallest_first, workers.map(score_cross_encoder, smallest_first), strict=True
        ):
            values.append(value)
            print(f"| {SHAPES[name].title} | {value:.0f} |", flush=True)
    print(f"| **mean of the eight** | {statistics.mean(values):.0f} |")


def score_cross_encoder(name: str) -> float:
    """V of one book of the first test universe, with the paper's kernel and clustering."""
    with threadpool_limits(1):
        book = simulate_book(SHAPES[name], seed=SEEDS[0], universe=UNIVERSES[TESTS[0]])
        return by_paper(book, compare(book, CrossEncoderKernel(threads=1)))


def _row(title: str, suites: Sequence[Sequence[float] | NDArray[np.float64]]) -> None:
    """Print the mean of each column over suites, with minimum and maximum."""
    cells = [
        f"{statistics.mean(column):.0f} ({min(column):.0f}–{max(column):.0f})"
        for column in zip(*suites, strict=True)
    ]
    print(f"| {title} | {' | '.join(cells)} |", flush=True)


def run_combined() -> None:
    """Print V from the evidence of spacing and the network: alone, added, and averaged."""
    names = ("spacing", "neural", "added", "averaged")
    head = " | ".join(f"{name}, {how}" for name in names for how in ("given", "unknown"))
    print(f"| difficulty, view | {head} |\n|---|{'---|' * 2 * len(names)}")
    for difficulty, view in product((NORMAL, HARD, STRESS), View):
        rows = []
        for universe, name, seed in product(TESTS, SMALLER, SEEDS[:2]):
            book = simulate_book(
                SHAPES[name], difficulty=difficulty, view=view, seed=seed,
                universe=UNIVERSES[universe],
            )  # fmt: skip
            spacing, neural = weigh(book, SpacingKernel()), weigh(book, NEURAL)
            ways = (spacing, neural, spacing + neural, (spacing + neural) / 2)
            rows.append([value for way in ways for value in by_evidence(book, way)])
        means = " | ".join(f"{statistics.mean(column):.1f}" for column in zip(*rows, strict=True))
        print(f"| {difficulty.name}, {view} | {means} |", flush=True)


def run_speed() -> None:
    """Time onnxruntime and torch eager on the same pairs in the same run."""
    import torch

    from formework.kernels.neural.stacks import Stacking
    from formework.training.networks import NetworkName, make_network

    torch.set_num_threads(1)
    print("| network | book | pairs | onnxruntime, CPU s | pairs/s | torch eager, CPU s | ratio |")
    print("|---|---|---|---|---|---|---|")
    rows = (
        (NetworkName.TWO_TOWER, VitKernel(threads=1), 3),
        (NetworkName.TINY, CrossEncoderKernel(threads=1), 1),
    )
    for name, kernel, runs in rows:
        network = make_network(name, Stacking.PAPER, seed=0).eval()
        for shape in ("king-lear", "mayor"):
            book = simulate_book(SHAPES[shape], seed=0)
            groups = _groups(book)
            pairs = sum(len(group) * (len(group) - 1) // 2 for group in groups)
            ours = _seconds(lambda: [kernel.distances(group) for group in groups], runs)  # noqa: B023
            with torch.inference_mode():
                eager = _seconds(lambda: [_eager(network.judge, g) for g in groups], runs)  # noqa: B023
            print(f"| {name} | {SHAPES[shape].title} | {pairs} | {ours:.2f} | "
                  f"{pairs / ours:.0f} | {eager:.2f} | {eager / ours:.2f} |")  # fmt: skip


def _groups(book: SimulatedBook) -> list[list[NDArray[np.uint8]]]:
    """The titles of a book, grouped by text and slot."""
    groups: dict[tuple[str, str, int], list[NDArray[np.uint8]]] = {}
    for title, image in zip(book.titles, book.cut_outs(), strict=True):
        groups.setdefault((title.section, title.signature[-1], title.slot), []).append(image)
    return list(groups.values())


def _eager(judge: Callable[..., object], images: Sequence[NDArray[np.uint8]]) -> list[object]:
    """Score all pairs in both orders."""
    pairs = np.stack(np.triu_indices(len(images), 1), axis=1)
    return [judge(images, order) for order in (pairs, pairs[:, ::-1])]


def _seconds(work: Callable[[], object], runs: int) -> float:
    """CPU seconds of one thread: the minimum of several runs, since the machine is shared."""
    times = []
    for _ in range(runs):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


PARTS = {
    "speed": run_speed,
    "tests": run_tests,
    "paper": run_paper,
    "combined": run_combined,
}


def main() -> None:
    """Run the parts named on the command line."""
    parts = sys.argv[1:] or ["speed", "tests"]
    if not set(parts) <= set(PARTS):
        sys.exit(f"choose from: {', '.join(PARTS)}")
    print(
        f"formework {formework.__version__}, Python {platform.python_version()}, "
        f"onnxruntime {version('onnxruntime')}; simulated books, difficulty normal, view scan, "
        f"seeds {', '.join(map(str, SEEDS))}\n"
    )
    with threadpool_limits(1):
        for part in parts:
            PARTS[part]()


if __name__ == "__main__":
    main()
