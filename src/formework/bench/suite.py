"""The eight simulated books through the default system or the paper's, unit by unit."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from formework.book.imposition import turned_slots
from formework.kernels.base import EvidenceKernel, compare_titles
from formework.kernels.combine import combine
from formework.kernels.titles import KernelName, kernel_named
from formework.scoring import baselines, evaluate
from formework.simulate.order import order_book
from formework.simulate.shapes import SHAPES
from formework.skeletons.arrangement import Unit, arrange
from formework.skeletons.count import Estimator, count_skeletons
from formework.skeletons.evidence import find_by_evidence, find_rivals, title_evidence
from formework.skeletons.paper import PaperSettings
from formework.skeletons.spectral import cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.scoring import Scores
    from formework.simulate.book import SimulatedBook

_WORKERS = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What is run: a kernel, on the eight shapes printed in one way."""

    kernel: str = KernelName.SPACING
    difficulty: str = "normal"
    view: str = "scan"
    universe: str = "development"
    seed: int = 0
    turned: float | None = None
    books: tuple[str, ...] = tuple(SHAPES)


@dataclass(frozen=True, slots=True)
class Figures:
    """One cell of the table, in per cent, the mean of several runs: V, 1-to-1, many-to-1."""

    method: str
    unit: str
    book: str
    v: float
    one_to_one: float
    many_to_one: float


def run_suite(plan: Plan) -> Iterator[Figures]:
    """Run the suite book by book, two at a time, and yield its cells."""
    # Spawned, not forked: a fork of a process whose libraries run threads can wait for ever.
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as workers:
        # The largest first, so that the last to finish is a small one.
        order = sorted(
            plan.books, key=lambda name: -SHAPES[name].sides * SHAPES[name].format.leaves
        )
        for cells in workers.map(_run_book, [plan] * len(order), order):
            yield from cells


def _run_book(plan: Plan, name: str) -> list[Figures]:
    # Two books side by side keep two cores busy; more threads would only wait for each other.
    with threadpool_limits(1):
        return _score_book(plan, name)


def _score_book(plan: Plan, name: str) -> list[Figures]:
    book = order_book(
        name, difficulty=plan.difficulty, view=plan.view, universe=plan.universe,
        turned=plan.turned, seed=plan.seed,
    )  # fmt: skip
    cells = list(_baselines(book, plan.seed))
    kernel = kernel_named(plan.kernel)
    if isinstance(kernel, EvidenceKernel):
        return cells + list(_by_evidence(plan, book, kernel))
    return cells + list(_by_paper(plan, book))


def _by_evidence(plan: Plan, book: SimulatedBook, kernel: EvidenceKernel) -> Iterator[Figures]:
    """The default system: sheet sides with the number given and unknown, pages with it given."""
    texts = texts_of(book)
    signatures = [title.signature for title in book.titles]
    rivals = find_rivals(arrange(book.sides, signatures), len(signatures))
    evidence = title_evidence(
        book.cut_outs(), texts, rivals, kernel,
        words=[title.text for title in book.titles],
        rectos=[signature.endswith("r") for signature in signatures],
    )  # fmt: skip
    for unit in Unit:
        arrangement = arrange(book.sides, signatures, unit)
        whole = unit is Unit.SHEET_SIDES
        truth = true_skeletons(book, arrangement.names)
        for method, number in (("", len(set(truth))), (", number unknown", None)):
            if number is None and not whole:
                continue
            found = find_by_evidence(
                evidence, texts, arrangement, turned_slots(book.shape.format) if whole else None,
                skeletons=number, seed=plan.seed,
            )  # fmt: skip
            scores = evaluate(truth, found.skeletons.numerals)
            yield _mean(f"{plan.kernel}{method}", unit, book.shape.name, [scores])


def texts_of(book: SimulatedBook) -> list[tuple[str, str]]:
    """The section and the lasting words of each title: the figure in "Book 4." changes."""
    return [
        (title.section, "".join(sign for sign in title.text if not sign.isdigit()))
        for title in book.titles
    ]


def true_skeletons(book: SimulatedBook, units: Sequence[str]) -> list[str]:
    """The true skeleton of each unit: sheet sides, or pages by their signatures."""
    skeleton = {title.sheet_side: title.skeleton for title in book.titles}
    skeleton |= {title.signature: title.skeleton for title in book.titles}
    return [skeleton[name] for name in units]


def _by_paper(plan: Plan, book: SimulatedBook) -> Iterator[Figures]:
    """The paper's system: every unit with the number given, sheet sides with it estimated.

    A cross-encoder, which has to look at every pair, is asked for sheet sides
    only: for them titles meet within their slots.
    """
    settings = PaperSettings(kernel=kernel_named(plan.kernel))
    slow = plan.kernel == KernelName.VIT_PAPER
    texts = [
        (title.section, title.signature[-1], title.slot if slow else None) for title in book.titles
    ]
    between_titles = compare_titles(book.cut_outs(), texts, settings.kernel)
    for unit in (Unit.SHEET_SIDES,) if slow else Unit:
        truth, distances = truth_and_distances(book, unit, between_titles, settings.order)
        runs = _runs(truth, distances, len(set(truth)), settings, plan.seed)
        yield _mean(plan.kernel, unit, book.shape.name, runs)
        if unit is Unit.SHEET_SIDES:
            for estimator in Estimator:
                count = count_skeletons(distances, estimator, seed=plan.seed)
                runs = _runs(truth, distances, count, settings, plan.seed)
                yield _mean(f"{plan.kernel}, {estimator}", unit, book.shape.name, runs)


def truth_and_distances(
    book: SimulatedBook,
    unit: Unit,
    between_titles: NDArray[np.float64],
    order: float,
    turned: Sequence[int] | None = None,
) -> tuple[list[str], NDArray[np.float64]]:
    """The true skeleton of each unit, and the distances between units."""
    arrangement = arrange(book.sides, [title.signature for title in book.titles], unit)
    truth = true_skeletons(book, arrangement.names)
    return truth, combine(between_titles, arrangement.places, order=order, turned=turned)


def _runs(
    truth: Sequence[str],
    distances: NDArray[np.float64],
    count: int,
    settings: PaperSettings,
    seed: int,
) -> list[Scores]:
    return [
        evaluate(truth, cluster_spectral(distances, count, seed=seed + run).tolist())
        for run in range(settings.runs)
    ]


def _baselines(book: SimulatedBook, seed: int) -> Iterator[Figures]:
    skeleton = {title.sheet_side: title.skeleton for title in book.titles}
    three = baselines(list(skeleton.values()), seed=seed)
    for method, scores in (
        ("random uniform", three.random_uniform),
        ("assign majority", three.assign_majority),
        ("shuffled labels", three.shuffled),
    ):
        yield _mean(method, Unit.SHEET_SIDES, book.shape.name, [scores])


def _mean(method: str, unit: Unit, book: str, runs: Sequence[Scores]) -> Figures:
    measures = [(run.v_measure, run.one_to_one, run.many_to_one) for run in runs]
    v, one_to_one, many_to_one = (100 * np.mean(measures, axis=0)).tolist()
    return Figures(method, str(unit), book, v, one_to_one, many_to_one)
