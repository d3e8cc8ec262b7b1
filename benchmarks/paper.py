"""The paper's system on simulated books: its settings, turned chases, and the spread.

Three tables: every way to prepare a crop and to place the edges of the bins
(development universe; Paradise Lost is the validation book); comparing both
ways round where no chase is turned, and where three in ten are; and the test
universes, with the spread over universes and seeds.
Run: python benchmarks/paper.py
"""

from __future__ import annotations

import platform
import statistics
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from importlib.metadata import version
from itertools import product
from multiprocessing import get_context
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

import formework
from formework.bench.suite import truth_and_distances
from formework.book.imposition import turned_slots
from formework.kernels.base import compare_titles
from formework.kernels.lev import Crop, Edges, LevKernel
from formework.scoring import evaluate
from formework.settings import Unit
from formework.simulate.difficulty import NORMAL
from formework.simulate.shapes import SHAPES
from formework.simulate.simulated_book import simulate_book
from formework.simulate.universes import UNIVERSES
from formework.skeletons.spectral import cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.simulate.simulated_book import SimulatedBook

SEEDS = (0, 1, 2)
RUNS = 5
VALIDATION = "paradise-lost"
TESTS = ("first-test", "second-test")
KERNELS = [LevKernel(edges=e, crop=c, black=b) for e, c, b in product(Edges, Crop, (True, False))]


def compare(book: SimulatedBook, kernels: Sequence[LevKernel]) -> list[NDArray[np.float64]]:
    """The titles of a book compared by several kernels."""
    images = book.cut_outs()
    texts = [(title.section, title.signature[-1]) for title in book.titles]
    return [compare_titles(images, texts, kernel) for kernel in kernels]


def score(
    book: SimulatedBook, between: NDArray[np.float64], unit: Unit, *, turned: bool = False
) -> float:
    """V in per cent, the number of skeletons given, mean of five runs."""
    slots = turned_slots(book.shape.format) if turned else None
    truth, distances = truth_and_distances(book, unit, between, 4, slots)
    runs = [
        evaluate(truth, cluster_spectral(distances, len(set(truth)), seed=run).tolist()).v_measure
        for run in range(RUNS)
    ]
    return 100 * statistics.mean(runs)


def prepare(job: tuple[str, int]) -> tuple[str, list[float]]:
    """All kernels on one book of the development universe."""
    name, seed = job
    with threadpool_limits(1):
        book = simulate_book(SHAPES[name], seed=seed)
        return name, [score(book, each, Unit.SHEET_SIDES) for each in compare(book, KERNELS)]


def turn(job: tuple[str, int]) -> list[float]:
    """One way round and both ways, without turned chases and with three in ten turned."""
    name, seed = job
    values = []
    with threadpool_limits(1):
        for share in (0.0, 0.3):
            printed = replace(NORMAL, turned=share)
            book = simulate_book(SHAPES[name], seed=seed, difficulty=printed)
            (between,) = compare(book, [LevKernel()])
            values += [
                score(book, between, Unit.SHEET_SIDES, turned=both) for both in (False, True)
            ]
    return values


def measure(job: tuple[str, str, int]) -> tuple[str, str, int, list[float]]:
    """The three units on one book of a test universe."""
    universe, name, seed = job
    with threadpool_limits(1):
        book = simulate_book(SHAPES[name], seed=seed, universe=UNIVERSES[universe])
        (between,) = compare(book, [LevKernel()])
        return universe, name, seed, [score(book, between, unit) for unit in Unit]


def main() -> None:
    """Measure and print, two processes at a time."""
    print(
        f"formework {formework.__version__}, Python {platform.python_version()}, "
        f"scikit-learn {version('scikit-learn')}; simulated books, difficulty normal, view scan, "
        f"seeds {', '.join(map(str, SEEDS))}; V in per cent, sheet sides, number given\n"
    )
    books = sorted(SHAPES, key=lambda name: -SHAPES[name].sides)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as workers:
        prepared = list(workers.map(prepare, product(books, SEEDS)))
        print_variants(prepared)
        print_turned(list(workers.map(turn, product(books, SEEDS[:2]))))
        print_tests(list(workers.map(measure, product(TESTS, books, SEEDS))))


def print_variants(prepared: list[tuple[str, list[float]]]) -> None:
    """The settings: validation book, and the mean of the seven others."""
    print("| edges | crop | ink | Paradise Lost | mean of the other seven |\n|---|---|---|---|---|")
    for index, kernel in enumerate(KERNELS):
        lost = statistics.mean(v[index] for name, v in prepared if name == VALIDATION)
        others = statistics.mean(v[index] for name, v in prepared if name != VALIDATION)
        ink = "black" if kernel.black else "grey"
        print(f"| {kernel.edges} | {kernel.crop} | {ink} | {lost:.0f} | {others:.0f} |")


def print_turned(turned: list[list[float]]) -> None:
    """What comparing both ways round does."""
    none, none_both, some, some_both = (
        statistics.mean(column) for column in zip(*turned, strict=True)
    )
    print("\n| chases turned | compared one way | compared both ways |\n|---|---|---|")
    print(f"| none | {none:.0f} | {none_both:.0f} |\n| 30% | {some:.0f} | {some_both:.0f} |")


def print_tests(measured: list[tuple[str, str, int, list[float]]]) -> None:
    """The test universes, book by book: mean, and least to most over universes and seeds."""
    print("\n| book | sheet sides | rectos | all pages |\n|---|---|---|---|")
    for name in SHAPES:
        print(f"| {SHAPES[name].title} | {_cells([v for _, n, _, v in measured if n == name])} |")
    runs = [
        [
            statistics.mean(column)
            for column in zip(*(v for u, _, s, v in measured if (u, s) == run), strict=True)
        ]
        for run in product(TESTS, SEEDS)
    ]
    print(f"| **mean of the eight** | {_cells(runs)} |")


def _cells(values: list[list[float]]) -> str:
    return " | ".join(
        f"{statistics.mean(column):.0f} ({min(column):.0f}–{max(column):.0f})"
        for column in zip(*values, strict=True)
    )


if __name__ == "__main__":
    main()
