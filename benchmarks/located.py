"""From whole simulated pages with located titles, beside the same titles by their true boxes.

    python benchmarks/located.py [--books king-lear mayor institution discourse] [--seed 0]

Test universe, number of skeletons unknown.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from threadpoolctl import threadpool_limits

from formework import __version__
from formework.book.folder import open_book
from formework.book.model import Box, Origin
from formework.pipeline import cluster, locate_titles
from formework.scoring import evaluate
from formework.simulate.named_books import order_book
from formework.simulate.simulated_folder import write_book

if TYPE_CHECKING:
    from formework.simulate.simulated_book import SimulatedBook

_WHITE = 8  # pixels


def read_pages(printed: SimulatedBook, root: Path) -> tuple[int, float, float]:
    """The titles located, and V in per cent from them and from the true boxes."""
    for _ in write_book(printed, root, name=printed.shape.title, cut=False):
        pass
    book = open_book(root)
    located = locate_titles(book)
    truth = {title.signature: title.skeleton for title in printed.titles}
    scores = [_score(root, truth)]
    true = []
    for title in located:
        box = printed.page_scan(title.signature).box if title.signature in truth else None
        # A true box is the ink itself; a person's, too, has a little white about it.
        if box:
            box = Box(
                box.x - _WHITE, box.y - _WHITE, box.width + 2 * _WHITE, box.height + 2 * _WHITE
            )
        true.append(replace(title, box=box, origin=Origin.CORRECTED if box else Origin.NONE))
    book.write_titles(true)
    scores.append(_score(root, truth))
    return sum(title.box is not None for title in located), scores[0], scores[1]


def _score(root: Path, truth: dict[str, str]) -> float:
    found = cluster(open_book(root)).skeletons
    both = {signature: numeral for signature, numeral in found.items() if signature in truth}
    return 100 * evaluate(truth, both).v_measure


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--books", nargs="+", default=["king-lear", "mayor", "institution", "discourse"]
    )
    parser.add_argument("--universe", default="first-test")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    print(
        f"formework {__version__}, Python {platform.python_version()}; simulated books, "
        f"universe {chosen.universe}, seed {chosen.seed}, number of skeletons unknown\n"
    )
    print("| book | titles | located | V, located | V, true boxes |\n|---|---|---|---|---|")
    for name in chosen.books:
        printed = order_book(
            name, difficulty="normal", view="scan", universe=chosen.universe, turned=None,
            seed=chosen.seed,
        )  # fmt: skip
        with tempfile.TemporaryDirectory() as folder, threadpool_limits(1):
            count, located, true = read_pages(printed, Path(folder) / name)
        print(
            f"| {name} | {len(printed.titles)} | {count} | {located:.1f} | {true:.1f} |", flush=True
        )


if __name__ == "__main__":
    main()
