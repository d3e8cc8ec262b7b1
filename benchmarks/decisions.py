"""What twenty decisions are worth: on the most doubtful pairs of titles, and on random ones.

    python benchmarks/decisions.py [--books king-lear institution] [--seeds 0 1 2]
        [--noise 2 3 4] [--decisions 20] [--draws 5] [--workers 2]

An oracle that knows the simulated book answers "same" or "different", first on the
pairs that the workbench shows first, then on as many random pairs of the same
list; what follows from earlier answers is not asked again, and after every five
answers the book is clustered again, as the workbench does. V is that of sheet
sides with their states, number unknown. Simulated pages are read without a fault
even where they are hard, so the evidence is drawn at random around the truth: with
a noise of 1 it is near that of Bugenhagen 1527, with 2 near that of Chansons 1555.
Nothing is fitted here.
"""

from __future__ import annotations

import argparse
import platform
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.bench.suite import true_skeletons
from formework.book.imposition import turned_slots
from formework.book.pair_closure import Closure, JudgedPair
from formework.scoring import evaluate
from formework.settings import Settings, Unit
from formework.sides.book_titles import BookTitles
from formework.sides.doubt import order_by_doubt
from formework.simulate.named_books import order_book
from formework.skeletons.constraints import Constraints
from formework.skeletons.evidence_system import find_by_evidence

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from formework.result import Result
    from formework.simulate.simulated_book import SimulatedBook

# Log-odds of drawn evidence, as in benchmarks/findings.py.
_SAME, _OTHER, _SPREAD = 10.0, -9.0, 3.0
_WORSE = 0.12  # mean share of its evidence that a title loses
BATCH = 5  # answers between two runs
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Task:
    """One book, and how many questions the oracle answers."""

    name: str
    noise: float
    seed: int
    decisions: int
    draws: int


@dataclass(frozen=True, slots=True)
class Worth:
    """V in per cent: without decisions, with doubtful pairs, and with random ones on average."""

    before: float
    doubtful: float
    random: float


@dataclass(frozen=True, slots=True)
class Oracle:
    """A book whose titles are known."""

    titles: BookTitles
    evidence: NDArray[np.float64]
    true_titles: dict[str, str]
    true_skeletons: list[str]

    def answer(self, order: Callable[[Result], Iterable[Pair]], count: int) -> Closure:
        """Answers to the first pairs of an order that do not follow from earlier answers."""
        answers = Closure()
        while len(answers.pairs) < count:
            batch = min(count, len(answers.pairs) + BATCH)
            for one, other in order(self.find(answers)):
                if len(answers.pairs) == batch:
                    break
                if answers.judge(one, other) is None:
                    same = self.true_titles[one] == self.true_titles[other]
                    further = JudgedPair(one, other, same, len(answers.pairs) + 1)
                    answers = Closure((*answers.pairs, further))
        return answers

    def find(self, answers: Closure) -> Result:
        """The result under these answers."""
        constraints = Constraints(titles=answers)
        return find_by_evidence(self.titles, self.evidence, Settings(), constraints)

    def doubtful(self, found: Result) -> list[Pair]:
        """The pairs in the order of the workbench."""
        numerals = {page.signature: page.title for page in found.pages}
        names = self.titles.signatures
        order = order_by_doubt(
            self.evidence, self.titles.rivals(), [numerals.get(name, "") for name in names]
        )
        return [(names[one], names[other]) for one, other in order]

    def score(self, answers: Closure) -> float:
        """V of the sheet sides found under these answers, in per cent."""
        found = self.find(answers)
        labels = [unit.label for unit in found.units]
        return 100 * evaluate(self.true_skeletons, labels).v_measure


def draw_evidence(book: SimulatedBook, noise: float) -> NDArray[np.float64]:
    """Evidence between titles drawn around the truth, (titles, titles), NaN across texts."""
    draw = np.random.default_rng(book.seed)
    truth = np.array([title.title for title in book.titles])
    same = truth[:, None] == truth
    # Some photographs are worse: their titles are less like their own and less unlike others.
    clear = np.exp(-noise * _WORSE * draw.exponential(size=len(truth)))
    level = np.where(same, _SAME, _OTHER) * np.minimum.outer(clear, clear)
    values = level + noise * _SPREAD * draw.standard_normal(same.shape)
    values = np.triu(values) + np.triu(values, 1).T
    texts = np.array([title.text for title in book.titles])
    values[texts[:, None] != texts] = np.nan
    return np.asarray(values)


def book_titles(book: SimulatedBook) -> BookTitles:
    """The titles of a book without their pictures."""
    texts = tuple(title.text for title in book.titles)
    return BookTitles(
        tuple(title.signature for title in book.titles),
        tuple(title.section for title in book.titles),
        texts, texts, (), tuple(book.sides), turned_slots(book.shape.format),
    )  # fmt: skip


def ask(task: Task) -> Worth:
    """Print a book, draw its evidence, and let the oracle answer."""
    with threadpool_limits(1):
        book = order_book(
            task.name, difficulty="stress", view="scan", universe="first-test", turned=None,
            seed=task.seed,
        )  # fmt: skip
        titles = book_titles(book)
        oracle = Oracle(
            titles,
            draw_evidence(book, task.noise),
            {title.signature: title.title for title in book.titles},
            true_skeletons(book, titles.arrange(Unit.SHEET_SIDES).names),
        )
        draw = np.random.default_rng(task.seed)

        def shuffled(found: Result) -> list[Pair]:
            pairs = oracle.doubtful(found)
            return [pairs[place] for place in draw.permutation(len(pairs))]

        at_random = [
            oracle.score(oracle.answer(shuffled, task.decisions)) for _ in range(task.draws)
        ]
        return Worth(
            oracle.score(Closure()),
            oracle.score(oracle.answer(oracle.doubtful, task.decisions)),
            float(np.mean(at_random)),
        )


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--books", nargs="+", default=["king-lear", "institution"])
    parser.add_argument("--seeds", nargs="+", type=int, default=[0, 1, 2])
    parser.add_argument("--noise", nargs="+", type=float, default=[2.0, 3.0, 4.0])
    parser.add_argument("--decisions", type=int, default=20)
    parser.add_argument("--draws", type=int, default=5)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    print(f"formework {__version__}, Python {platform.python_version()}, seeds {asked.seeds}, "
          f"{', '.join(asked.books)}; simulated, evidence drawn")  # fmt: skip
    print(f"{'condition':<18} {'books':>5} {'before':>7} {'doubtful':>9} {'random':>7} "
          f"{'doubtful > random':>18}")  # fmt: skip
    everything: list[Worth] = []
    with ProcessPoolExecutor(asked.workers, mp_context=get_context("spawn")) as workers:
        for noise in asked.noise:
            tasks = [
                Task(name, noise, seed, asked.decisions, asked.draws)
                for name in asked.books
                for seed in asked.seeds
            ]
            found = list(workers.map(ask, tasks))
            everything += found
            print(_row(f"noise {noise:g}", found), flush=True)
    print(_row("all", everything))


def _row(name: str, found: list[Worth]) -> str:
    before, doubtful, random = (
        float(np.mean([getattr(worth, field) for worth in found]))
        for field in ("before", "doubtful", "random")
    )
    better = sum(worth.doubtful > worth.random + 1e-9 for worth in found)
    worse = sum(worth.doubtful < worth.random - 1e-9 for worth in found)
    return (
        f"{name:<18} {len(found):>5} {before:>7.1f} {doubtful:>9.1f} {random:>7.1f} "
        f"{f'{better} better, {worse} worse':>18}"
    )


if __name__ == "__main__":
    main()
