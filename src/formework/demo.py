"""The main job on a simulated book, from page scans to skeletons, beside the truth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.files import read_table
from formework.book.folder import open_book
from formework.pipeline import cluster
from formework.scans.titles import find_titles
from formework.scoring import evaluate
from formework.simulate.book import simulate_book
from formework.simulate.folder import count_images, write_book
from formework.simulate.shapes import KING_LEAR

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.scans.report import Report

SEED = 1699  # the year of the edition whose shape it has


def run_demo(folder: Path, report: Report) -> Iterator[str]:
    """Run the main job in a folder, yielding what there is to say after each stage."""
    printed = simulate_book(KING_LEAR, seed=SEED)
    total = count_images(printed, cut=False)
    for done in write_book(printed, folder, name=KING_LEAR.title, cut=False):
        report("printed", done, total)
    yield f"{total} pages of a simulated quarto in {folder}"
    book = open_book(folder)
    outcome = find_titles(book, report)
    yield f"{outcome.located} running titles located, {outcome.without} pages have none"
    found = cluster(book, skeletons=KING_LEAR.skeletons)
    rows = list(read_table(folder / "truth.csv", ("signature", "sheet_side", "skeleton")))
    truth = {row["signature"]: row["skeleton"] for row in rows}
    by_side = {row["sheet_side"]: row["skeleton"] for row in rows}
    yield "\nsheet side  skeleton found  in truth"
    told = {page.sheet_side: page.skeleton for page in found.pages}
    for side, skeleton in told.items():
        yield f"{side:<10}  {skeleton:<14}  {by_side[side]}"
    both = {
        signature: found.skeletons[signature] for signature in found.skeletons if signature in truth
    }
    yield f"\nV-measure {100 * evaluate(truth, both).v_measure:.0f} of 100, by the paper's kernel"
