"""What each step of the spacing kernel contributes: mean V without it, on simulated books.

    python benchmarks/ablation.py [--seeds 3 4]

Development universe, seeds nothing was learned on; the number of skeletons
given and unknown.
"""

from __future__ import annotations

import argparse
import platform
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.bench.suite import simulated_titles, true_skeletons
from formework.kernels.spacing.book_noise import expected_book
from formework.kernels.spacing.glyphs import common_characters
from formework.kernels.spacing.kind_weights import combine_kinds, weigh_kinds
from formework.kernels.spacing.line import find_lines
from formework.kernels.spacing.measured import Measured, measure
from formework.kernels.spacing.pair_evidence import weigh
from formework.kernels.spacing.register import register
from formework.kernels.spacing.weights import Kind, Weights, learned
from formework.scoring import evaluate
from formework.settings import Settings, Unit
from formework.simulate.named_books import order_book
from formework.simulate.shapes import SHAPES
from formework.skeletons.evidence_system import find_by_evidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.result import Result
    from formework.sides.book_titles import BookTitles

CONDITIONS = (("normal", "scan", 0.3), ("normal", "microfilm", None), ("stress", "scan", None))


@dataclass(frozen=True, slots=True)
class Step:
    """The system with something left out."""

    name: str
    without: tuple[Kind, ...] = ()
    corrected: bool = True
    turned: bool = True


STEPS = (
    Step("whole"),
    Step("without looks", without=(Kind.SORTS,)),
    Step("without heights", without=(Kind.RISES,)),
    Step("spacing alone", without=(Kind.SORTS, Kind.RISES)),
    Step("heights and looks alone", without=(Kind.LETTERS, Kind.WORDS)),
    Step("without the book's own corrections", corrected=False),
    Step("chases never turned", turned=False),
)


@dataclass(frozen=True, slots=True)
class Book:
    """A simulated book with its texts measured: their members, and what was measured."""

    titles: BookTitles
    measured: list[tuple[NDArray[np.intp], Measured]]
    truth: list[str]


def read_book(name: str, condition: tuple[str, str, float | None], seed: int) -> Book:
    """Print a book and place the letters of its titles, once for all steps."""
    difficulty, view, turned = condition
    book = order_book(
        name, difficulty=difficulty, view=view, universe="development", turned=turned, seed=seed
    )
    titles = simulated_titles(book)
    measured = []
    for text in dict.fromkeys(titles.texts):
        members = np.array([number for number, other in enumerate(titles.texts) if other == text])
        words = [titles.words[n] for n in members]
        lines = find_lines([titles.crops[n] for n in members])
        registered = register(lines, common_characters(words), words)
        rectos = [titles.signatures[n].endswith("r") for n in members]
        measured.append((members, measure(registered, rectos)))
    truth = true_skeletons(book, titles.arrange(Unit.SHEET_SIDES).names)
    return Book(titles, measured, truth)


def score(book: Book, step: Step) -> tuple[float, float]:
    """V in per cent with the number given and unknown."""
    rivals = book.titles.rivals()
    evidence = np.full(rivals.shape, np.nan)
    for members, measured in book.measured:
        within = np.ix_(members, members)
        evidence[within] = _weigh(measured, rivals[within], step)
    titles = book.titles if step.turned else replace(book.titles, turned_slots=None)
    given, unknown = (
        find_by_evidence(titles, evidence, Settings(skeletons=number))
        for number in (len(set(book.truth)), None)
    )
    return _v_percent(book, given), _v_percent(book, unknown)


def _v_percent(book: Book, found: Result) -> float:
    return 100 * evaluate(book.truth, [unit.label for unit in found.units]).v_measure


def _weigh(measured: Measured, rivals: NDArray[np.bool_], step: Step) -> NDArray[np.float64]:
    weights: Weights = learned()
    guess, final = (summed.without(*step.without) for summed in (weights.guess, weights.final))
    weights = replace(weights, guess=guess, final=final)
    if step.corrected:
        return weigh(measured, rivals, weights).log_odds
    return combine_kinds(weigh_kinds(measured, expected_book(measured, weights)), weights.guess)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[3, 4])
    seeds = parser.parse_args().seeds
    figures: dict[tuple[str, object], list[tuple[float, float]]] = {}
    with threadpool_limits(1):
        for condition, name, seed in product(CONDITIONS, SHAPES, seeds):
            book = read_book(name, condition, seed)
            for step in STEPS:
                figures.setdefault((step.name, condition), []).append(score(book, step))
    print(
        f"formework {__version__}, Python {platform.python_version()}; simulated books of the "
        f"development universe, seeds {seeds}; mean V, number given / unknown\n"
    )
    names = [f"{d} {v}{', 30 % turned' if t else ''}" for d, v, t in CONDITIONS]
    print(f"| | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    for step in STEPS:
        cells = [np.mean(figures[step.name, condition], axis=0) for condition in CONDITIONS]
        print(f"| {step.name} | {' | '.join(f'{a:.1f} / {b:.1f}' for a, b in cells)} |")


if __name__ == "__main__":
    main()
