"""The neural kernels: how fast, and how good on the test universes.

  speed      pairs a second and whole books, onnxruntime against torch eager (one thread each)
  tests      the test universes, sheet sides, number given: V of each kernel, with the spread
  paper      the paper's cross-encoder on the two smallest books of the test universes
  evidence   the network by the default system, which clusters by log-odds
  combined   evidence by spacing and by the network, alone and together: three small books

Run: python benchmarks/vit.py speed tests
`speed` needs the extra `training`.
"""

from __future__ import annotations

import platform
import statistics
import sys
import time
from importlib.metadata import version
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

import formework
from formework.bench.suite import truth_and_distances
from formework.book.imposition import turned_slots
from formework.kernels.base import compare_titles
from formework.kernels.lev import LevKernel
from formework.kernels.vit import CrossEncoderKernel, VitKernel
from formework.scoring import evaluate
from formework.simulate.book import simulate_book
from formework.simulate.difficulty import HARD, NORMAL
from formework.simulate.scan import View
from formework.simulate.shapes import SHAPES
from formework.simulate.universes import UNIVERSES
from formework.skeletons.arrangement import Unit, arrange
from formework.skeletons.evidence import find_by_evidence, find_rivals, title_evidence
from formework.skeletons.spectral import cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from formework.kernels.base import TitleKernel
    from formework.simulate.book import SimulatedBook

SEEDS = (0, 1, 2)
TESTS = ("first-test", "second-test")
SMALLER = ("mayor", "institution", "king-lear")
SMALLEST = ("institution", "king-lear")
RUNS = 5
ORDER = 4.0
SURE = 50.0  # log-odds of a title with itself


def perfect(book: SimulatedBook) -> NDArray[np.float64]:
    """Distances of one who knows every title, and of those that differ nothing: the ceiling."""
    titles = np.array([title.title for title in book.titles])
    noise = np.random.default_rng(0).random((len(titles), len(titles)))  # breaks the ties
    distances = np.where(titles[:, None] == titles, 0.0, 1.0) + (noise + noise.T) / 100
    np.fill_diagonal(distances, 0.0)
    return distances


def score(book: SimulatedBook, between: NDArray[np.float64]) -> float:
    """V in per cent of the sheet sides, the number of skeletons given, mean of five runs."""
    truth, distances = truth_and_distances(book, Unit.SHEET_SIDES, between, ORDER)
    return 100 * statistics.mean(
        evaluate(truth, cluster_spectral(distances, len(set(truth)), seed=run).tolist()).v_measure
        for run in range(RUNS)
    )


def measure(
    universes: Iterable[str], books: Sequence[str], seeds: Sequence[int],
    kernels: Mapping[str, TitleKernel],
) -> None:  # fmt: skip
    """Print V, book by book and in the mean, with least and most over universes and seeds."""
    names = [*kernels, "perfect titles"]
    values: dict[tuple[str, str, int, str], float] = {}
    for universe, seed, name in product(universes, seeds, books):
        book = simulate_book(SHAPES[name], seed=seed, universe=UNIVERSES[universe])
        values[universe, name, seed, names[-1]] = score(book, perfect(book))
        images = book.cut_outs()
        texts = [(title.section, title.signature[-1]) for title in book.titles]
        # Of one text and slot: all that sheet sides need. Lev is cheap, and measured as elsewhere.
        slots = [(*text, title.slot) for text, title in zip(texts, book.titles, strict=True)]
        for label, kernel in kernels.items():
            groups = texts if isinstance(kernel, LevKernel) else slots
            values[universe, name, seed, label] = score(
                book, compare_titles(images, groups, kernel)
            )
    print(f"| book | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for name in books:
        cells = [[v for (_, n, _, k), v in values.items() if (n, k) == (name, label)]
                 for label in names]  # fmt: skip
        print(f"| {SHAPES[name].title} | {' | '.join(map(_spread, cells))} |")
    means = [
        [statistics.mean(v for (u, _, s, k), v in values.items() if (u, s, k) == (*run, label))
         for run in product(universes, seeds)]
        for label in names
    ]  # fmt: skip
    print(f"| **mean** | {' | '.join(map(_spread, means))} |\n")


def _spread(values: Sequence[float]) -> str:
    return f"{statistics.mean(values):.0f} ({min(values):.0f}–{max(values):.0f})"


def run_tests() -> None:
    """Our neural kernel beside Lev."""
    measure(TESTS, tuple(SHAPES), SEEDS, {"Lev": LevKernel(), "neural": VitKernel(threads=1)})


def run_paper() -> None:
    """The paper's cross-encoder, which is slow: the two smallest books, one seed."""
    kernels: dict[str, TitleKernel] = {
        "cross-encoder": CrossEncoderKernel(threads=1),
        "neural": VitKernel(threads=1),
        "Lev": LevKernel(),
    }
    measure(TESTS, SMALLEST, SEEDS[:1], kernels)


def run_combined() -> None:
    """Whether the neural kernel adds anything to spacing: evidence alone, added, and averaged.

    By the default system, which goes by log-odds, not by the paper's clustering;
    V with the number of skeletons given, and without.
    """
    names = ("spacing", "neural", "added", "averaged")
    head = " | ".join(f"{name}, {how}" for name in names for how in ("given", "unknown"))
    print(f"| difficulty, view | {head} |\n|---|{'---|' * 2 * len(names)}")
    for difficulty, view in ((NORMAL, View.SCAN), (HARD, View.SCAN), (HARD, View.MICROFILM)):
        rows = []
        for universe, name, seed in product(TESTS, SMALLER, SEEDS[:2]):
            book = simulate_book(
                SHAPES[name], difficulty=difficulty, view=view, seed=seed,
                universe=UNIVERSES[universe],
            )  # fmt: skip
            rows.append([v for each in _evidence(book) for v in _both_counts(book, each)])
        means = " | ".join(f"{statistics.mean(column):.1f}" for column in zip(*rows, strict=True))
        print(f"| {difficulty.name}, {view} | {means} |", flush=True)


def _texts(book: SimulatedBook) -> list[tuple[str, str]]:
    return [(title.section, title.signature[-1]) for title in book.titles]


def _evidence(book: SimulatedBook) -> list[NDArray[np.float64]]:
    """Log-odds between titles by spacing, by the network, their sum and their mean."""
    images, texts = book.cut_outs(), _texts(book)
    arrangement = arrange(book.sides, [title.signature for title in book.titles])
    spacing = title_evidence(images, texts, find_rivals(arrangement, len(images)))
    neural = _neural(images, texts)
    np.fill_diagonal(neural, spacing.diagonal())
    return [spacing, neural, spacing + neural, (spacing + neural) / 2]


def _neural(images: Sequence[NDArray[np.uint8]], groups: Sequence[Hashable]) -> NDArray[np.float64]:
    """Log-odds of the network within each group, NaN between groups."""
    evidence = np.full((len(images), len(images)), np.nan)
    for group in dict.fromkeys(groups):
        members = [number for number, other in enumerate(groups) if other == group]
        within = VitKernel(threads=1).evidence([images[number] for number in members])
        evidence[np.ix_(members, members)] = np.minimum(within, SURE)
    return evidence


def run_evidence() -> None:
    """The network by the default system, within slots: V with the number given, and without."""
    for universe, name in product(TESTS, SHAPES):
        book = simulate_book(SHAPES[name], seed=SEEDS[0], universe=UNIVERSES[universe])
        slots = [(*text, t.slot) for text, t in zip(_texts(book), book.titles, strict=True)]
        given, unknown = _both_counts(book, _neural(book.cut_outs(), slots))
        print(f"| {universe} | {SHAPES[name].title} | {given:.0f} | {unknown:.0f} |", flush=True)


def _both_counts(book: SimulatedBook, evidence: NDArray[np.float64]) -> list[float]:
    """V in per cent with the number of skeletons given, and without."""
    arrangement = arrange(book.sides, [title.signature for title in book.titles])
    skeleton = {title.sheet_side: title.skeleton for title in book.titles}
    truth = [skeleton[name] for name in arrangement.names]
    turned = turned_slots(book.shape.format)
    return [
        100
        * evaluate(
            truth,
            find_by_evidence(
                evidence, _texts(book), arrangement, turned, skeletons=count
            ).skeletons.numerals,
        ).v_measure
        for count in (len(set(truth)), None)
    ]


def run_speed() -> None:
    """Onnxruntime against torch eager, the same pairs in the same run."""
    import torch

    from formework.kernels.stacks import Stacking
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
    """The titles of a book by text and slot."""
    groups: dict[tuple[str, str, int], list[NDArray[np.uint8]]] = {}
    for title, image in zip(book.titles, book.cut_outs(), strict=True):
        groups.setdefault((title.section, title.signature[-1], title.slot), []).append(image)
    return list(groups.values())


def _eager(judge: Callable[..., object], images: Sequence[NDArray[np.uint8]]) -> list[object]:
    """All pairs in both orders."""
    pairs = np.stack(np.triu_indices(len(images), 1), axis=1)
    return [judge(images, order) for order in (pairs, pairs[:, ::-1])]


def _seconds(work: Callable[[], object], runs: int) -> float:
    """CPU seconds of one thread, the least of several runs: others use the machine too."""
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
    "evidence": run_evidence,
    "combined": run_combined,
}


def main() -> None:
    """Run the parts named on the command line."""
    parts = sys.argv[1:] or ["speed", "tests"]
    if not set(parts) <= set(PARTS):
        sys.exit(f"give some of {', '.join(PARTS)}")
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
