"""Precision and recall of findings, kind by kind, on books with planted events.

Usage: python benchmarks/findings.py truth|drawn|titles|tops|pages [--books 40] [--seed 1000]
       [--joints 2] [--universe first-test] [--folder DIR] [--leviathan] [--workshops]
       [--custom rotation] [--shuffled] [--results FILE] [--prepare] [--kept]

`truth` reads the true skeletons: the reading alone. `drawn` draws the evidence
between titles at random, as strong as on real books: skeletons and reading,
without images; `--noise 2` doubles its spread. `titles` goes from titles
cut out by their true boxes, `pages` from page scans with located titles, `tops`
from the upper sixth of the scans with located titles: the whole chain. Books
are kept in DIR, and an interrupted run is resumed there: `--prepare` prints,
locates and weighs without reading, so that books can be made in several
processes; `--kept` reads the books that are in DIR from the evidence kept with them.
With `--results`, each book's score is appended to FILE, and books in it are not read again.

`--workshops` plants what real workshops did instead of the paper's events, and
counts how often the number of skeletons, states aside, is right; `--custom`
plants one of them; `--shuffled` prints their sheet sides in shuffled order, so
that nothing of the order is left to be found.
"""

from __future__ import annotations

import argparse
import json
import platform
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from PIL import Image
from threadpoolctl import threadpool_limits

from formework import __version__, cluster, locate_titles
from formework.bench.planted_scores import Tally, tally, true_pages
from formework.book.file_names import EVIDENCE_NPZ
from formework.book.folder import open_book
from formework.book.imposition import turned_slots
from formework.book.model import Box, Origin, RunningTitle
from formework.findings.book_findings import read_findings
from formework.findings.finding import Kind
from formework.kernels.title_evidence import read_evidence
from formework.pipeline import load_titles
from formework.result import UNSURE
from formework.result_files import read_result
from formework.settings import Settings
from formework.sides.book_titles import BookTitles
from formework.simulate.planted_events import PlantedBook, plant, planted_leviathan
from formework.simulate.simulated_book import SimulatedBook, simulate_book
from formework.simulate.simulated_folder import write_book
from formework.simulate.universes import UNIVERSES
from formework.simulate.workshops import CUSTOMS, plant_workshop, shuffled, skeletons_of
from formework.skeletons.evidence_system import find_by_evidence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.book.folder import Book
    from formework.findings.finding import Finding
    from formework.result import PageResult


# Log-odds of drawn evidence: near those of Bugenhagen 1527, which is clear, with twice the noise
# near those of Chansons 1555, which is not.
_SAME, _OTHER, _SPREAD = 10.0, -9.0, 3.0
_WORSE = 0.12  # mean share of its evidence that a title loses
_TOP = 0.16  # share of the height of a page: headline and a few lines


def main() -> None:
    """Score and print."""
    options = _options()
    with tempfile.TemporaryDirectory() as scratch:
        folder = options.folder or Path(scratch)
        done = _read_results(options.results) if options.results else {}
        results: list[Scored] = []
        for seed in range(options.seed, options.seed + options.books):
            name = _name(options, seed)
            scored = done.get(name) or _score(options, seed, folder)
            if scored is None:
                continue
            results.append(scored)
            if options.results and name not in done:
                with options.results.open("a", encoding="utf-8") as lines:
                    lines.write(json.dumps([name, *scored]) + "\n")
        if results:
            _print(options, results)


class Scored(NamedTuple):
    """A book: the kinds planted in it, and for each kind its tally and how sure findings are.

    `right_number` says whether the number of skeletons is right.
    """

    planted: list[str]
    tallies: dict[str, tuple[int, int, int]]
    degrees: dict[str, list[str]]
    right_number: bool


def _name(options: argparse.Namespace, seed: int) -> str:
    """A book and how it is read, for the file of results."""
    kind = options.custom or ("workshops" if options.workshops else "planted")
    kind = "leviathan" if options.leviathan else kind
    read = f"{options.start}-{options.noise:g}" if options.start == "drawn" else options.start
    return f"{read} {options.universe} {kind} {'shuffled ' * options.shuffled}{seed}"


def _read_results(path: Path) -> dict[str, Scored]:
    """The books already scored, by name."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return {name: Scored(*scored) for name, *scored in map(json.loads, lines)}


def _score(options: argparse.Namespace, seed: int, folder: Path) -> Scored | None:
    """Plant, print and read one book; `None` where it is only to be prepared."""
    planted, book = _book(options, seed)
    read = _read(options, book, folder)
    if read is None:
        return None
    found, number = read
    tallies = tally(planted.events, found, book.sides)
    return Scored(
        [event.kind for event in planted.events],
        {kind: (own.right, own.wrong, own.missed) for kind, own in tallies.items()},
        {kind: [f.degree for f in found if f.kind is kind] for kind in Kind},
        number == skeletons_of(planted),
    )


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("start", choices=("truth", "drawn", "titles", "tops", "pages"))
    parser.add_argument("--books", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1000, help="of the first book")
    parser.add_argument("--joints", type=int, default=2, help="events between stretches, a book")
    parser.add_argument("--universe", choices=UNIVERSES, default="development")
    parser.add_argument("--noise", type=float, default=1.0, help="times the spread of `drawn`")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--leviathan", action="store_true", help="the paper's reading, planted")
    parser.add_argument("--workshops", action="store_true", help="what real workshops did")
    parser.add_argument("--custom", choices=CUSTOMS, help="one of these only")
    parser.add_argument("--shuffled", action="store_true", help="sheet sides in shuffled order")
    parser.add_argument("--results", type=Path, help="append the score of each book to this file")
    parser.add_argument("--prepare", action="store_true", help="stop after weighing titles")
    parser.add_argument("--kept", action="store_true", help="read from the evidence kept in DIR")
    return parser.parse_args()


def _book(options: argparse.Namespace, seed: int) -> tuple[PlantedBook, SimulatedBook]:
    if options.workshops or options.custom:
        planted = plant_workshop(seed, options.custom)
    else:
        planted = planted_leviathan(seed) if options.leviathan else plant(seed, options.joints)
    if options.shuffled:
        planted = shuffled(planted, seed)
    universe = UNIVERSES[options.universe]
    return planted, simulate_book(planted.shape, seed=seed, universe=universe, plans=planted.plans)


def _read(
    options: argparse.Namespace, book: SimulatedBook, folder: Path
) -> tuple[tuple[Finding, ...], int] | None:
    """The findings of one book and the number of its skeletons, by the chosen way.

    `None` where it is only to be printed, or not yet there to be read.
    """
    turned = turned_slots(book.shape.format)
    if options.start == "truth":
        truth = true_pages(book)
        return read_findings(truth, book.sides, turned_slots=turned), _number(truth)
    if options.start == "drawn":
        pages = _from_drawn_evidence(book, options.noise)
        return read_findings(pages, book.sides, turned_slots=turned), _number(pages)
    kind = "w" if options.workshops else "p"
    if options.custom:
        kind = f"w-{options.custom.replace(' ', '-')}"
    name = f"{book.shape.name}-{book.universe.name}-{book.seed}-{options.start}-{kind}"
    name += "-shuffled" * options.shuffled
    if options.kept and not (folder / name / EVIDENCE_NPZ).exists():
        return None
    opened = open_book(folder / name) if options.kept else _make(options, book, folder / name)
    if options.prepare:
        return None
    pages = _read_again(opened) if options.kept else read_result(opened.root).pages
    texts = {title.signature: title.text for title in opened.read_titles()}
    found = read_findings(pages, book.sides, turned_slots=turned, texts=texts)
    return found, _number(pages)


def _from_drawn_evidence(book: SimulatedBook, noise: float) -> tuple[PageResult, ...]:
    """The skeletons of a book from evidence drawn at random around the truth."""
    draw = np.random.default_rng(book.seed)
    truth = np.array([int(title.title) for title in book.titles])
    texts = tuple(title.text for title in book.titles)
    same = truth[:, None] == truth
    shape = same.shape
    # Some photographs are worse: their titles are less like their own and less unlike others.
    clear = np.exp(-noise * _WORSE * draw.exponential(size=len(truth)))
    level = np.where(same, _SAME, _OTHER) * np.minimum.outer(clear, clear)
    values = level + noise * _SPREAD * draw.standard_normal(shape)
    values = np.triu(values) + np.triu(values, 1).T
    values[np.array(texts)[:, None] != np.array(texts)] = np.nan
    titles = BookTitles(
        tuple(title.signature for title in book.titles),
        tuple(title.section for title in book.titles),
        texts, texts, (), book.sides, turned_slots(book.shape.format),
    )  # fmt: skip
    return find_by_evidence(titles, values, Settings()).pages


def _make(options: argparse.Namespace, book: SimulatedBook, root: Path) -> Book:
    """Print a book, locate its titles and find its skeletons."""
    top = _TOP if options.start == "tops" else 1.0
    for _ in write_book(book, root, name=root.name, cut=options.start == "titles", top=top):
        pass
    opened = open_book(root)
    if options.start == "titles":
        opened.write_titles(_true_titles(opened, book))
    locate_titles(opened)
    with threadpool_limits(1):
        cluster(opened)
    return opened


def _read_again(opened: Book) -> tuple[PageResult, ...]:
    """The skeletons of a book from the evidence kept with it."""
    evidence = read_evidence(opened.root)
    titles = load_titles(opened)
    return find_by_evidence(titles, evidence.values, Settings()).pages


def _number(pages: Sequence[PageResult]) -> int:
    """How many skeletons there are, states aside."""
    return len({page.skeleton for page in pages} - {UNSURE})


def _true_titles(opened: Book, book: SimulatedBook) -> Iterator[RunningTitle]:
    """The titles with their true words: the image cut out is the box."""
    images = {page.signature: page.image for page in opened.read_pages()}
    for title in book.titles:
        image = images[title.signature]
        width, height = Image.open(opened.image_path(image)).size
        box = Box(0, 0, width, height)
        yield RunningTitle(image, title.signature, box, title.text, title.section, Origin.SUPPLIED)


def _print(options: argparse.Namespace, results: list[Scored]) -> None:
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
        total = sum((Tally(*book.tallies[kind]) for book in results), Tally())
        without = [book for book in results if kind not in book.planted]
        false = sum(Tally(*book.tallies[kind]).wrong > 0 for book in without)
        print(
            f"{kind.words:18} {total.right + total.missed:7} {total.right + total.wrong:5} "
            f"{total.right:5} {total.precision:9.2f} {total.recall:6.2f} "
            f"{len(without):17}: {false}"
        )
    _print_sureness(results)
    right = sum(book.right_number for book in results)
    print(f"number of skeletons, states aside, right in {right} of {len(results)} books")


def _print_sureness(results: list[Scored]) -> None:
    """Of the books whose findings of a kind are all strong, fair or weak, how many were right."""
    by_degree: dict[str, Tally] = defaultdict(Tally)
    for book in results:
        for kind in Kind:
            degrees = set(book.degrees[kind])
            if len(degrees) == 1:
                by_degree[degrees.pop()] += Tally(*book.tallies[kind])
    for degree in ("strong", "fair", "weak"):
        own = by_degree[degree]
        print(f"{degree:6} findings: {own.right + own.wrong:4}, right {own.precision:.2f}")


if __name__ == "__main__":
    main()
