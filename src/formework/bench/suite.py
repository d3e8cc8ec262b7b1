"""Scores of a kernel on eight simulated books, for every unit of clustering."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from formework.book.imposition import turned_slots
from formework.kernels.named_kernels import evidence_kernel
from formework.scoring import baselines, evaluate
from formework.settings import Estimator, KernelName, Settings, System, Unit
from formework.sides.arrangement import arrange
from formework.sides.book_titles import BookTitles
from formework.sides.paper_norm import combine
from formework.simulate.named_books import order_book
from formework.simulate.shapes import SHAPES
from formework.skeletons.count_estimators import count_skeletons
from formework.skeletons.evidence_system import find_by_evidence, weigh_titles
from formework.skeletons.paper_system import PaperSettings, title_distances_by_text
from formework.skeletons.spectral import cluster_spectral

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.scoring import Scores
    from formework.simulate.simulated_book import SimulatedBook

_WORKERS = 2  # processes, one book each


@dataclass(frozen=True, slots=True)
class SuitePlan:
    """What the suite runs: the kernel, and how the eight books are printed.

    `turned` overrides the share of formes printed with the chase turned.
    """

    kernel: str = KernelName.SPACING
    difficulty: str = "normal"
    view: str = "scan"
    universe: str = "development"
    seed: int = 0
    turned: float | None = None
    books: tuple[str, ...] = tuple(SHAPES)


@dataclass(frozen=True, slots=True)
class Figures:
    """One cell of the table: V, 1-to-1 and many-to-1 in per cent, each the mean of all runs."""

    method: str
    unit: str
    book: str
    v: float
    one_to_one: float
    many_to_one: float


def run_suite(plan: SuitePlan) -> Iterator[Figures]:
    """Run the suite, two books at a time, and yield its cells book by book."""
    # Spawned, not forked: forking a process whose libraries run threads can deadlock.
    with ProcessPoolExecutor(_WORKERS, mp_context=get_context("spawn")) as workers:
        # Largest first, so that a small one finishes last.
        order = sorted(
            plan.books, key=lambda name: -SHAPES[name].sides * SHAPES[name].format.leaves
        )
        for cells in workers.map(_run_book, [plan] * len(order), order):
            yield from cells


def _run_book(plan: SuitePlan, name: str) -> list[Figures]:
    # Two processes keep two cores busy; more threads would compete for them.
    with threadpool_limits(1):
        return _score_book(plan, name)


def _score_book(plan: SuitePlan, name: str) -> list[Figures]:
    book = order_book(
        name, difficulty=plan.difficulty, view=plan.view, universe=plan.universe,
        turned=plan.turned, seed=plan.seed,
    )  # fmt: skip
    cells = list(_baselines(book, plan.seed))
    settings = Settings.read(kernel=plan.kernel, seed=plan.seed)
    if settings.kernel.system is System.EVIDENCE:
        return cells + list(_by_evidence(book, settings))
    return cells + list(_by_paper(book, settings))


def simulated_titles(book: SimulatedBook) -> BookTitles:
    """The cut-out titles of a simulated book, as input to both systems."""
    return BookTitles(
        signatures=tuple(title.signature for title in book.titles),
        sections=tuple(title.section for title in book.titles),
        texts=tuple(texts_of(book)),
        words=tuple(title.text for title in book.titles),
        crops=tuple(book.cut_outs()),
        sides=tuple(book.sides),
        turned_slots=turned_slots(book.shape.format),
    )


def _by_evidence(book: SimulatedBook, settings: Settings) -> Iterator[Figures]:
    """The evidence system: all units with the number given, sheet sides also without it."""
    titles = simulated_titles(book)
    evidence = weigh_titles(titles, evidence_kernel(settings.kernel), settings)
    for unit in Unit:
        truth = true_skeletons(book, titles.arrange(unit).names)
        for method, number in (("", len(set(truth))), (", number unknown", None)):
            if number is None and unit is not Unit.SHEET_SIDES:
                continue
            asked = replace(settings, unit=unit, skeletons=number)
            found = find_by_evidence(titles, evidence.values, asked)
            scores = evaluate(truth, [one.label for one in found.units])
            yield _mean(f"{settings.kernel}{method}", unit, book.shape.name, [scores])


def texts_of(book: SimulatedBook) -> list[tuple[str, str]]:
    """The section and the constant words of each title, without digits: "Book 4." is "Book ."."""
    return [
        (title.section, "".join(sign for sign in title.text if not sign.isdigit()))
        for title in book.titles
    ]


def true_skeletons(book: SimulatedBook, units: Sequence[str]) -> list[str]:
    """The true skeleton of each unit: sheet sides, or pages by their signatures."""
    skeleton = {title.sheet_side: title.skeleton for title in book.titles}
    skeleton |= {title.signature: title.skeleton for title in book.titles}
    return [skeleton[name] for name in units]


def _by_paper(book: SimulatedBook, settings: Settings) -> Iterator[Figures]:
    """The paper's system: all units with the number given, sheet sides also with it estimated.

    The cross-encoder, which must see every pair, runs on sheet sides only,
    where only titles of one slot are compared.
    """
    titles = simulated_titles(book)
    slow = settings.kernel is KernelName.VIT_PAPER
    paper = replace(PaperSettings.of(settings), turned=not slow)
    between = title_distances_by_text(titles, titles.arrange(Unit.SHEET_SIDES), paper)
    for unit in (Unit.SHEET_SIDES,) if slow else Unit:
        truth, distances = truth_and_distances(book, unit, between, paper.order)
        runs = _runs(truth, distances, len(set(truth)), paper, settings.seed)
        yield _mean(str(settings.kernel), unit, book.shape.name, runs)
        if unit is Unit.SHEET_SIDES:
            for estimator in Estimator:
                count = count_skeletons(distances, estimator, seed=settings.seed)
                runs = _runs(truth, distances, count, paper, settings.seed)
                yield _mean(f"{settings.kernel}, {estimator}", unit, book.shape.name, runs)


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
    for method, scores in baselines(list(skeleton.values()), seed=seed).by_name.items():
        yield _mean(method, Unit.SHEET_SIDES, book.shape.name, [scores])


def _mean(method: str, unit: Unit, book: str, runs: Sequence[Scores]) -> Figures:
    measures = [(run.v_measure, run.one_to_one, run.many_to_one) for run in runs]
    v, one_to_one, many_to_one = (100 * np.mean(measures, axis=0)).tolist()
    return Figures(method, str(unit), book, v, one_to_one, many_to_one)
