"""How well the default system finds skeletons, on simulated books of the test universes.

    python benchmarks/skeletons.py [--seeds 0 1] [--workers 2] [--out results.csv]
        [--books king-lear mayor …] [--conditions "normal scan" "stress scan" …]

Prints mean V over the books in every condition, with the number of skeletons
given and unknown, by universe; V with the states of a skeleton left aside;
many-to-one accuracy; the number of skeletons found; sole appearances; identities
of single titles; and whether confidence can be trusted. The truth is always the
paper's: a skeleton of which one title was replaced is another. Nothing is fitted
here.
"""

from __future__ import annotations

import argparse
import csv
import platform
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.bench.suite import simulated_titles, true_skeletons
from formework.kernels.spacing.kernel import SpacingKernel, to_log_odds
from formework.result import UNSURE
from formework.scoring import evaluate, right_units, title_pairs
from formework.settings import Settings, Unit
from formework.simulate.named_books import order_book
from formework.simulate.shapes import SHAPES
from formework.skeletons.confidence import pair_chances
from formework.skeletons.evidence_system import find_by_evidence, weigh_titles

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Task:
    """One book to be printed and read."""

    name: str
    difficulty: str
    view: str
    turned: float | None
    universe: str
    seed: int


@dataclass(frozen=True, slots=True)
class Result:
    """What was found: V and many-to-one in per cent; sole appearances and pairs in counts.

    `aside` is V, and `found_aside` the number of skeletons, with states left aside.
    `claims` are pairs of sheet sides given 0.85 to 0.95, `claims_right` those of
    them with the same titles; the same for sheet sides by their confidence.
    """

    given: float
    unknown: float
    aside: float
    many_to_one: float
    found: int
    found_aside: int
    true: int
    sole_said: int
    sole_true: int
    sole_both: int
    title_precision: float
    title_recall: float
    claims: int
    claims_right: int
    sides: int
    sides_right: int


CONDITIONS = (
    ("normal", "scan", None),
    ("normal", "microfilm", None),
    ("normal", "photograph", None),
    ("hard", "scan", None),
    ("hard", "microfilm", None),
    ("stress", "scan", None),
    ("stress", "microfilm", None),
    ("normal", "scan", 0.3),
)
UNIVERSES = ("first-test", "second-test")
NINE_IN_TEN = (0.85, 0.95)


def read_book(task: Task) -> Result:
    """Print a book, cut out its titles, and read it with the number given and unknown."""
    with threadpool_limits(1):
        book = order_book(
            task.name, difficulty=task.difficulty, view=task.view, universe=task.universe,
            turned=task.turned, seed=task.seed,
        )  # fmt: skip
        titles = simulated_titles(book)
        truth = true_skeletons(book, titles.arrange(Unit.SHEET_SIDES).names)
        evidence = weigh_titles(titles, SpacingKernel(), Settings()).values
        given, unknown = (
            find_by_evidence(titles, evidence, Settings(skeletons=number))
            for number in (len(set(truth)), None)
        )
    labels = [unit.label for unit in unknown.units]
    score = evaluate(truth, labels)
    aside = evaluate(truth, [unit.skeleton for unit in unknown.units])
    said, alone = _alone(labels), _alone(truth)
    chances, same = pair_chances(to_log_odds(unknown.distances)), np.equal.outer(truth, truth)
    claimed = (chances >= NINE_IN_TEN[0]) & (chances < NINE_IN_TEN[1])
    claimed &= np.triu(np.ones_like(claimed), 1)
    sure = np.array([unit.confidence for unit in unknown.units])
    sides = (sure >= NINE_IN_TEN[0]) & (sure < NINE_IN_TEN[1])
    names = {title.signature: title.title for title in book.titles}
    named = [page for page in unknown.pages if page.title != UNSURE]
    identity = title_pairs(
        [names[page.signature] for page in named], [page.title for page in named]
    )
    return Result(
        100 * evaluate(truth, [unit.label for unit in given.units]).v_measure,
        100 * score.v_measure,
        100 * aside.v_measure,
        100 * score.many_to_one,
        score.skeletons,
        aside.skeletons,
        score.true_skeletons,
        len(said),
        len(alone),
        len(said & alone),
        identity.precision or 0.0,
        identity.recall or 0.0,
        int(claimed.sum()),
        int((claimed & same).sum()),
        int(sides.sum()),
        int((sides & right_units(truth, labels)).sum()),
    )


def _alone(labels: Sequence[str]) -> set[int]:
    return {place for place, label in enumerate(labels) if list(labels).count(label) == 1}


def describe(results: dict[Task, Result]) -> str:
    """The table, one row per condition."""
    lines = [
        f"formework {__version__}, Python {platform.python_version()}; simulated books, "
        f"universes {', '.join(UNIVERSES)}, {len(results)} books",
        "",
        "| condition | books | V, number given | V, number unknown | lowest book | "
        "by universe and seed, unknown | V, states aside | many-to-one | "
        "number found / true | states aside | "
        "sole appearances, precision / recall | titles, precision / recall | "
        "of pairs given 0.85-0.95 right |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for condition in CONDITIONS:
        mine = {t: r for t, r in results.items() if (t.difficulty, t.view, t.turned) == condition}
        if mine:
            lines.append(_row(condition, mine))
    return "\n".join(lines)


def _row(condition: tuple[str, str, float | None], mine: dict[Task, Result]) -> str:
    books = list(mine.values())
    suites: dict[tuple[str, int], list[float]] = {}
    for task, result in mine.items():
        suites.setdefault((task.universe, task.seed), []).append(result.unknown)
    spread = ", ".join(f"{np.mean(values):.1f}" for _, values in sorted(suites.items()))
    both = sum(book.sole_both for book in books)
    said, true = (sum(getattr(book, f"sole_{kind}") for book in books) for kind in ("said", "true"))
    claims, right = sum(b.claims for b in books), sum(b.claims_right for b in books)
    return (
        f"| {_name(condition)} | {len(books)} "
        f"| {np.mean([book.given for book in books]):.1f} "
        f"| {np.mean([book.unknown for book in books]):.1f} "
        f"| {min(book.unknown for book in books):.1f} | {spread} "
        f"| {np.mean([book.aside for book in books]):.1f} "
        f"| {np.mean([book.many_to_one for book in books]):.1f} "
        f"| {np.mean([book.found / book.true for book in books]):.2f} "
        f"| {np.mean([book.found_aside / book.true for book in books]):.2f} "
        f"| {both / max(said, 1):.2f} / {both / max(true, 1):.2f} "
        f"| {np.mean([book.title_precision for book in books]):.3f} / "
        f"{np.mean([book.title_recall for book in books]):.3f} "
        f"| {right / max(claims, 1):.2f} of {claims:.0f} |"
    )


def _name(condition: tuple[str, str, float | None]) -> str:
    difficulty, view, turned = condition
    return f"{difficulty} {view}{', 30 % turned' if turned else ''}"


def main() -> None:
    """Read all books and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[0])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--out", type=Path, help="one row per book, as CSV")
    parser.add_argument("--books", nargs="+", choices=SHAPES, default=list(SHAPES))
    names = {_name(condition): condition for condition in CONDITIONS}
    parser.add_argument("--conditions", nargs="+", choices=names, default=list(names))
    chosen = parser.parse_args()
    tasks = [
        Task(name, difficulty, view, turned, universe, seed)
        for seed in chosen.seeds
        for name in chosen.books
        for difficulty, view, turned in (names[condition] for condition in chosen.conditions)
        for universe in UNIVERSES
    ]
    results = _read(chosen.out) if chosen.out and chosen.out.exists() else {}
    tasks = [task for task in tasks if task not in results]
    with ProcessPoolExecutor(chosen.workers, mp_context=get_context("spawn")) as workers:
        waiting = {workers.submit(read_book, task): task for task in tasks}
        for done in as_completed(waiting):
            results[waiting[done]] = done.result()
            if chosen.out:
                _write(chosen.out, results)
    print(describe(results))


def _read(path: Path) -> dict[Task, Result]:
    """What an earlier run has finished."""
    results = {}
    with path.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            turned = float(row["turned"]) if row["turned"] else None
            task = Task(
                row["name"], row["difficulty"], row["view"], turned, row["universe"],
                int(row["seed"]),
            )  # fmt: skip
            numbers = [float(row[name]) for name in Result.__slots__]
            results[task] = Result(*numbers)  # type: ignore[arg-type]
    return results


def _write(path: Path, results: dict[Task, Result]) -> None:
    with path.open("w", newline="", encoding="utf-8") as file:
        first = next(iter(results))
        writer = csv.DictWriter(file, [*asdict(first), *asdict(results[first])])
        writer.writeheader()
        writer.writerows({**asdict(task), **asdict(result)} for task, result in results.items())


if __name__ == "__main__":
    main()
