"""The scores of the suite as Markdown and CSV, with the paper's own figures."""

from __future__ import annotations

import csv
import platform
from importlib.metadata import version
from importlib.resources import files
from typing import TYPE_CHECKING

from formework import __version__
from formework.bench.suite import Figures
from formework.book.plain_files import write_table, write_whole
from formework.settings import KernelName
from formework.simulate.shapes import SHAPES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from formework.bench.suite import SuitePlan

_VALIDATION = "paradise-lost"  # the paper's validation book, left out of the mean
_COLUMNS = ("method", "unit", "book", "v", "one_to_one", "many_to_one")


def read_paper() -> dict[tuple[str, str, str], Figures]:
    """The paper's own Table 2, by method, unit and book.

    The paper swapped the baselines of Institution and King Lear; they are given as printed.
    """
    text = files("formework.bench").joinpath("paper_table.csv").read_text(encoding="utf-8")
    cells = (
        Figures(row["method"], row["unit"], row["book"],
                *(float(row[measure]) for measure in _COLUMNS[3:]))
        for row in csv.DictReader(text.splitlines())
    )  # fmt: skip
    return {(cell.method, cell.unit, cell.book): cell for cell in cells}


def describe_suite(plan: SuitePlan, cells: Iterable[Figures]) -> str:
    """The table in Markdown: V / 1-1 / M-1, the paper's figures below ours."""
    ours = {(cell.method, cell.unit, cell.book): cell for cell in cells}
    paper = read_paper()
    books = [name for name in SHAPES if name in plan.books]
    lines = [
        _origin(plan),
        "",
        "V / 1-to-1 / many-to-1 in per cent; for the paper's system, the mean of 5 runs. "
        "Our books are simulated with the shapes of the paper's books, which are not public.",
        f"{SHAPES[_VALIDATION].title} is the validation book, as in the paper, and is left out "
        "of the mean.",
        "",
        f"| method | unit | {' | '.join(SHAPES[name].title for name in books)} | mean V |",
        f"|---|---|{'---|' * (len(books) + 1)}",
    ]
    for method, unit in dict.fromkeys((cell.method, cell.unit) for cell in ours.values()):
        lines.append(_row(method, unit, [ours.get((method, unit, book)) for book in books]))
        paper_name = "vit" if method == KernelName.VIT_PAPER else method
        printed = [paper.get((paper_name, unit, book)) for book in books]
        if any(printed):
            lines.append(_row(f"*paper: {paper_name}*", unit, printed))
    return "\n".join(lines) + "\n"


def write_suite(folder: Path, plan: SuitePlan, cells: Sequence[Figures]) -> None:
    """Write bench.md and bench.csv."""
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(folder / "bench.md", describe_suite(plan, cells))
    printed = (plan.difficulty, plan.view, plan.universe, plan.seed, __version__)
    rows = (
        (c.method, c.unit, c.book, f"{c.v:.1f}", f"{c.one_to_one:.1f}", f"{c.many_to_one:.1f}",
         *printed)
        for c in cells
    )  # fmt: skip
    header = (*_COLUMNS, "difficulty", "view", "universe", "seed", "formework")
    write_table(folder / "bench.csv", header, rows)


def _row(method: str, unit: str, cells: Sequence[Figures | None]) -> str:
    shown = [
        f"{cell.v:.0f} / {cell.one_to_one:.0f} / {cell.many_to_one:.0f}" if cell else ""
        for cell in cells
    ]
    scores = [cell.v for cell in cells if cell and cell.book != _VALIDATION]
    mean = f"{sum(scores) / len(scores):.0f}" if scores else ""
    return f"| {method} | {unit} | {' | '.join(shown)} | {mean} |"


def _origin(plan: SuitePlan) -> str:
    """The versions and settings that produced the figures."""
    libraries = ", ".join(
        f"{name} {version(name)}" for name in ("numpy", "scikit-learn", "rapidfuzz")
    )
    return (
        f"formework {__version__}, Python {platform.python_version()}, {libraries}; "
        f"kernel {plan.kernel}, difficulty {plan.difficulty}, view {plan.view}, "
        f"universe {plan.universe}, seed {plan.seed}"
    )
