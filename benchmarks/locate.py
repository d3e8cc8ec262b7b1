"""Measures the location of running titles on real pages, against boxes drawn by people.

    python benchmarks/locate.py [DATA] [--reader rapidocr|ink] [--alone]

Prints for each book: recall (x-overlap at least half of the union, on the right line), false
alarms on pages without a running title, boxes that hold anything besides the title, boxes that
cut off type which the drawn box has, and doubtful pages; then the CPU time of locating a page, and
of RapidOCR with its defaults on the whole page. The same code runs as in `formework titles`.
"""

from __future__ import annotations

import argparse
import csv
import platform
import random
import statistics
import sys
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import cv2

import formework
from formework.book.model import Box
from formework.scans.acquire.grey_image import read_grey
from formework.scans.locate.locator import Found, locate, locate_in_book
from formework.scans.locate.page_survey import Survey, survey
from formework.scans.page_ink import InkReader, ink_mask, without_specks
from formework.scans.text.ocr import WORKERS, Reader, shared_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.scans.page_ink import Grey

HERE = Path(__file__).parent
DATA = HERE.parent.parent / "shared" / "data"
SEED = 3
PACKAGES = ("rapidocr", "onnxruntime", "opencv-python-headless")
ENDINGS = (".jpg", ".jpeg", ".tif")
# Running titles the published boxes of La Gaule leave out, seen on the pages: "TABLE." over the
# index.
OVERLOOKED = ("0239.jpg", "0240.jpg", "0241.jpg")


@dataclass(frozen=True)
class Labelled:
    """One page and the box a person drew on it, if any."""

    path: Path
    box: Box | None


@dataclass(frozen=True)
class Score:
    """What was found on the pages of one book."""

    titled: int
    hits: int
    untitled: int
    false_alarms: int
    foreign: int
    cut: int
    doubtful: int

    def __add__(self, other: Score) -> Score:
        """The two together."""
        mine, theirs = vars(self), vars(other)
        return Score(**{name: mine[name] + theirs[name] for name in mine})


def read_labels(folder: Path, table: Path) -> dict[str, list[Labelled]]:
    """The labelled pages of a folder by book, in order."""
    books: dict[str, list[Labelled]] = defaultdict(list)
    with table.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            sides = [row[name] for name in ("x", "y", "width", "height")]
            box = Box(*(int(side) for side in sides)) if all(sides) else None
            books[row["book"]].append(Labelled(folder / "pages" / row["image"], box))
    return books


def overlap(first: Box, second: Box) -> float:
    """Columns two boxes share, of those either has."""
    right = min(first.x + first.width, second.x + second.width)
    shared = max(0, right - max(first.x, second.x))
    return shared / (first.width + second.width - shared)


def on_the_line(found: Box, truth: Box) -> bool:
    """Whether the middle of a box is within the rows of another."""
    return truth.y <= found.y + found.height / 2 <= truth.y + truth.height


def has_type(page: Grey, rows: slice, start: int, stop: int, height: int) -> bool:
    """Whether there is type, not specks, in some columns of a line of this height."""
    side = page[rows, max(0, start) : max(0, stop)]
    if side.shape[1] <= 2:
        return False
    ink = without_specks(ink_mask(side, reach=height), height)
    return bool(ink.any(axis=1).sum() > 0.25 * height)


def holds_more(page: Grey, found: Box, truth: Box) -> bool:
    """Whether there is type in a box beyond what a person drew, by more than a loose fit."""
    play = round(0.6 * truth.height)
    rows = slice(found.y, found.y + found.height)
    right = truth.x + truth.width + play
    return has_type(page, rows, found.x, truth.x - play, truth.height) or has_type(
        page, rows, right, found.x + found.width, truth.height
    )


def cuts_type(page: Grey, found: Box, truth: Box) -> bool:
    """Whether a box leaves out type that is in the box a person drew."""
    rows = slice(max(found.y, truth.y), min(found.y + found.height, truth.y + truth.height))
    right = found.x + found.width
    return has_type(page, rows, truth.x, found.x, truth.height) or has_type(
        page, rows, right, truth.x + truth.width, truth.height
    )


def locate_book(paths: Sequence[Path], reader: Reader | None) -> tuple[Found | None, ...]:
    """The titles of a book, as the program finds them."""

    def one(path: Path) -> Survey:
        return survey(read_grey(path), reader or shared_reader())

    with ThreadPoolExecutor(WORKERS) as pool:
        surveys = list(pool.map(one, paths))
    return locate_in_book(surveys, lambda index: read_grey(paths[index]))


def score(labels: Sequence[Labelled], found: Sequence[Found | None]) -> Score:
    """Count hits and misses of one book."""
    counts = dict.fromkeys(("hits", "false_alarms", "foreign", "cut", "doubtful"), 0)
    for label, title in zip(labels, found, strict=True):
        if title is None:
            continue
        counts["doubtful"] += title.doubtful
        if label.box is None:
            counts["false_alarms"] += 1
        elif on_the_line(title.box, label.box) and overlap(title.box, label.box) >= 0.5:
            counts["hits"] += 1
            page = read_grey(label.path)
            counts["foreign"] += holds_more(page, title.box, label.box)
            counts["cut"] += cuts_type(page, title.box, label.box)
    titled = sum(label.box is not None for label in labels)
    return Score(titled=titled, untitled=len(labels) - titled, **counts)


def print_row(name: str, result: Score) -> None:
    """Print one row of the table."""
    recall = result.hits / result.titled if result.titled else float("nan")
    print(
        f"| {name} | {result.hits} of {result.titled} | {recall:.3f} "
        f"| {result.false_alarms} of {result.untitled} "
        f"| {result.foreign} | {result.cut} | {result.doubtful} |"
    )


def measure(data: Path, reader: Reader | None, *, alone: bool) -> None:
    """Print the table of accuracy."""
    tables = {
        "la-gaule-1574": data / "la-gaule-1574" / "headlines.csv",
        "rithmes-1546": data / "rithmes-1546" / "headlines.csv",
        "headline-pages": data / "headline-pages" / "headlines.csv",
        "leviathan-1668": HERE / "leviathan-headlines.csv",
    }
    print("| book | found | recall | false alarms | more in the box | cut | doubtful |")
    print("|---|---|---|---|---|---|---|")
    total = Score(0, 0, 0, 0, 0, 0, 0)
    for folder, table in tables.items():
        for book, labels in read_labels(data / folder, table).items():
            paths = [label.path for label in labels]
            if alone:
                found = tuple(locate_book([path], reader)[0] for path in paths)
            else:
                found = locate_book(paths, reader)
            result = score(labels, found)
            total += result
            print_row(book, result)
            print_misses(labels, found)
    print_row("all", total)


def print_misses(labels: Sequence[Labelled], found: Sequence[Found | None]) -> None:
    """Print to standard error every page that differs from the drawn box, to be looked at."""
    for label, title in zip(labels, found, strict=True):
        one = score([label], [title])
        if one.false_alarms or one.foreign or one.cut or one.hits < one.titled:
            note = "a running title, by eye" if label.path.name in OVERLOOKED else ""
            print(f"  {label.path.name}: {label.box} found {title} {note}", file=sys.stderr)


def measure_cost(data: Path) -> None:
    """Print the CPU time of locating a page, and of RapidOCR on the whole page."""
    from rapidocr import RapidOCR

    every = sorted(path for path in data.glob("*/pages/*") if path.suffix in ENDINGS)
    paths = random.Random(SEED).sample(every, 24)  # noqa: S311 - a benchmark, not a secret
    engine = RapidOCR(params={"Global.log_level": "error"})
    ratios, ours, theirs = [], 0.0, 0.0
    for path in (
        *paths[:1],
        *paths,
    ):  # the first one twice: start-up is not counted
        page = read_grey(path)
        start = time.process_time()
        locate(page)
        middle = time.process_time()
        engine(cv2.cvtColor(page, cv2.COLOR_GRAY2BGR))
        mine, whole = middle - start, time.process_time() - middle
        ratios.append(mine / whole)
        ours, theirs = (ours + mine, theirs + whole) if len(ratios) > 1 else (0.0, 0.0)
    spread = statistics.quantiles(ratios[1:], n=10)
    print(
        f"\n{len(paths)} pages, CPU seconds per page: locating {ours / len(paths):.2f}, RapidOCR "
        f"{theirs / len(paths):.2f}; ratio {ours / theirs:.3f} (page by page: median "
        f"{statistics.median(ratios[1:]):.3f}, nine in ten below {spread[-1]:.3f})"
    )


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", nargs="?", type=Path, default=DATA)
    parser.add_argument("--reader", choices=("rapidocr", "ink"), default="rapidocr")
    parser.add_argument("--alone", action="store_true", help="each page without its book")
    arguments = parser.parse_args()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    print(f"formework {formework.__version__}, Python {platform.python_version()}, {packages}")
    reader = InkReader() if arguments.reader == "ink" else None
    print(f"reader {arguments.reader}, seed {SEED}\n")
    measure(arguments.data, reader, alone=arguments.alone)
    if arguments.reader == "rapidocr" and not arguments.alone:
        measure_cost(arguments.data)


if __name__ == "__main__":
    main()
