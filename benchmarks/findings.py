"""Precision and recall of findings, kind by kind, on books with planted events.

Usage: python benchmarks/findings.py truth|titles|pages [--books 40] [--seed 1000]
       [--joints 2] [--universe first-test] [--folder DIR] [--leviathan] [--print-only]

`truth` reads the true skeletons: the reading alone. `titles` goes from titles
cut out by their true boxes, `pages` from page scans with located titles: the
whole chain. Books are kept in DIR, and a run broken off goes on there.
"""

from __future__ import annotations

import argparse
import platform
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image
from threadpoolctl import threadpool_limits

from formework import __version__, cluster, locate_titles
from formework.bench.planted_scores import Tally, tally, true_pages
from formework.book.folder import open_book
from formework.book.imposition import turned_slots
from formework.book.model import Box, Origin, RunningTitle
from formework.findings.book_findings import read_findings
from formework.findings.finding import Kind
from formework.result_files import read_result
from formework.simulate.planted_events import PlantedBook, plant, planted_leviathan
from formework.simulate.simulated_book import SimulatedBook, simulate_book
from formework.simulate.simulated_folder import write_book
from formework.simulate.universes import UNIVERSES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.book.folder import Book
    from formework.findings.finding import Finding


def main() -> None:
    """Score and print."""
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        books = [_book(options, options.seed + number) for number in range(options.books)]
        results = []
        for planted, book in books:
            found = _findings(options, book, folder)
            if found is not None:
                results.append((planted, tally(planted.events, found, book.sides), found))
        if results:
            _print(options, results)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("start", choices=("truth", "titles", "pages"))
    parser.add_argument("--books", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000, help="of the first book")
    parser.add_argument("--joints", type=int, default=2, help="events between stretches, a book")
    parser.add_argument("--universe", choices=UNIVERSES, default="development")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--leviathan", action="store_true", help="the paper's reading, planted")
    parser.add_argument("--print-only", action="store_true", help="stop after locating titles")
    return parser.parse_args()


def _book(options: argparse.Namespace, seed: int) -> tuple[PlantedBook, SimulatedBook]:
    planted = planted_leviathan(seed) if options.leviathan else plant(seed, options.joints)
    universe = UNIVERSES[options.universe]
    return planted, simulate_book(planted.shape, seed=seed, universe=universe, plans=planted.plans)


def _findings(
    options: argparse.Namespace, book: SimulatedBook, folder: Path
) -> tuple[Finding, ...] | None:
    """The findings of one book, by the chosen way; `None` where it is only to be printed."""
    turned = turned_slots(book.shape.format)
    if options.start == "truth":
        return read_findings(true_pages(book), book.sides, turned_slots=turned)
    name = f"{book.shape.name}-{book.universe.name}-{book.seed}-{options.start}"
    for _ in write_book(book, folder / name, name=name, cut=options.start == "titles"):
        pass
    opened = open_book(folder / name)
    if options.start == "titles":
        opened.write_titles(_true_titles(opened, book))
    titles = locate_titles(opened)
    if options.print_only:
        return None
    with threadpool_limits(1):
        cluster(opened)
    texts = {title.signature: title.text for title in titles}
    pages = read_result(opened.root).pages
    return read_findings(pages, book.sides, turned_slots=turned, texts=texts)


def _true_titles(opened: Book, book: SimulatedBook) -> Iterator[RunningTitle]:
    """The titles with their true words: the image cut out is the box."""
    images = {page.signature: page.image for page in opened.read_pages()}
    for title in book.titles:
        image = images[title.signature]
        width, height = Image.open(opened.image_path(image)).size
        box = Box(0, 0, width, height)
        yield RunningTitle(image, title.signature, box, title.text, title.section, Origin.SUPPLIED)


def _print(
    options: argparse.Namespace,
    results: list[tuple[PlantedBook, dict[Kind, Tally], tuple[Finding, ...]]],
) -> None:
    print(
        f"formework {__version__}, Python {platform.python_version()}, numpy {np.__version__}; "
        f"from {options.start}, universe {options.universe}, {len(results)} books"
        f"{' of the planted Leviathan' if options.leviathan else ''}, "
        f"seeds {options.seed} to {options.seed + options.books - 1}"
    )
    print(
        "kind               planted found right precision recall  books without it: with a finding"
    )
    for kind in Kind:
        total = sum((tallies[kind] for _, tallies, _ in results), Tally())
        without = [r for r in results if all(e.kind != kind for e in r[0].events)]
        false = sum(tallies[kind].wrong > 0 for _, tallies, _ in without)
        print(
            f"{kind.words:18} {total.right + total.missed:7} {total.right + total.wrong:5} "
            f"{total.right:5} {total.precision:9.2f} {total.recall:6.2f} "
            f"{len(without):17}: {false}"
        )
    _print_sureness(results)


def _print_sureness(
    results: list[tuple[PlantedBook, dict[Kind, Tally], tuple[Finding, ...]]],
) -> None:
    """Of the books whose findings of a kind are all strong, fair or weak, how many were right."""
    by_degree: dict[str, Tally] = defaultdict(Tally)
    for _, tallies, found in results:
        for kind in Kind:
            degrees = {finding.degree for finding in found if finding.kind is kind}
            if len(degrees) == 1:
                by_degree[degrees.pop()] += tallies[kind]
    for degree in ("strong", "fair", "weak"):
        told = by_degree[degree]
        print(f"{degree:6} findings: {told.right + told.wrong:4}, right {told.precision:.2f}")


if __name__ == "__main__":
    main()
