"""Measures the location of running titles on real pages changed on purpose.

    python benchmarks/locate_changed.py [DATA]

The 65 pages of nine books are put on a dark background, under a ruler with a lettered chart, within
printed rules, rotated by up to two degrees, unevenly lit, or made bitonal and 700 pixels wide.
Forty pages of La Gaule are joined in pairs to openings.
"""

from __future__ import annotations

import platform
import random
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import cv2
import numpy as np

import formework
from formework.book.model import Box
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.openings import halves
from formework.scans.locate.locator import locate_in_book
from formework.scans.locate.page_survey import survey
from formework.scans.text.ocr import WORKERS, shared_reader
from locate import DATA, SEED, Score, on_the_line, overlap, read_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.scans.page_ink import Grey

Changed: TypeAlias = "tuple[Grey, Box]"


def moved(box: Box, x: int, y: int) -> Box:
    """A box after its image was given a border."""
    return Box(box.x + x, box.y + y, box.width, box.height)


def on_dark_ground(page: Grey, box: Box, rng: random.Random) -> Changed:
    """The page photographed on black, off the middle."""
    side, top = rng.randint(60, 200), rng.randint(60, 220)
    ground = np.full((page.shape[0] + 2 * top, page.shape[1] + 2 * side), 25, np.uint8)
    ground[top : top + page.shape[0], side : side + page.shape[1]] = page
    return ground, moved(box, side, top)


def under_a_ruler(page: Grey, box: Box, rng: random.Random) -> Changed:
    """A white ruler with figures and a lettered chart above the page, on black."""
    del rng
    height, width = page.shape
    band = int(0.13 * height)
    image = np.full((height + band, width + 60), 30, np.uint8)
    image[band:, 30 : 30 + width] = page
    image[10 : band - 20, 30 : 30 + width] = 235
    for mark in range(0, 20, 2):
        x = 30 + mark * width // 20
        cv2.line(image, (x, 10), (x, 10 + band // 4), 0, 2)
        cv2.putText(image, str(mark), (x + 4, band - 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, 0, 2)
    place = (int(0.3 * width), band - 62)
    cv2.putText(image, "Gray Scale  C M Y  cm", place, cv2.FONT_HERSHEY_SIMPLEX, 1.0, 0, 2)
    return image, moved(box, 30, band)


def within_rules(page: Grey, box: Box, rng: random.Random) -> Changed:
    """Printed rules above and below the headline and down both sides."""
    del rng
    image, (height, width) = page.copy(), page.shape
    left, right, thick = width // 10, 9 * width // 10, max(1, height // 900)
    top, below = max(2, box.y - box.height // 3), box.y + box.height + max(1, box.height // 12)
    for start, stop in (
        ((left, top), (right, top)),
        ((left, below), (right, below)),
        ((left, top), (left, 95 * height // 100)),
        ((right, top), (right, 95 * height // 100)),
    ):
        cv2.line(image, start, stop, 20, thick)
    return image, box


def turned(page: Grey, box: Box, rng: random.Random) -> Changed:
    """The page turned by one and a half or two degrees."""
    height, width = page.shape
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), rng.choice((-2, -1.5, 1.5, 2)), 1.0)
    paper = (int(np.median(page)),)
    image = cv2.warpAffine(page, turn, (width, height), borderValue=paper)
    xs, ys = (box.x, box.x + box.width), (box.y, box.y + box.height)
    corners = np.asarray(turn) @ np.array([[x, y, 1.0] for x in xs for y in ys]).T
    (x0, y0), (x1, y1) = corners.min(axis=1), corners.max(axis=1)
    return np.asarray(image, np.uint8), Box(int(x0), int(y0), int(x1 - x0), int(y1 - y0))


def unevenly_lit(page: Grey, box: Box, rng: random.Random) -> Changed:
    """A photograph on black, half as bright on the left, slightly out of focus."""
    light = (
        np.linspace(0.55, 1.0, page.shape[1])[None] * np.linspace(0.8, 1, page.shape[0])[:, None]
    )
    blurred = cv2.GaussianBlur((page * light).astype(np.uint8), (3, 3), 1)
    return on_dark_ground(np.asarray(blurred, np.uint8), box, rng)


def on_film(page: Grey, box: Box, rng: random.Random) -> Changed:
    """Bitonal, 700 pixels wide."""
    del rng
    scale = 700 / page.shape[1]
    small = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    paper = cv2.medianBlur(small, 31).astype(int)
    image = np.where(small < paper - 22, 0, 255).astype(np.uint8)
    sides = (box.x, box.y, box.width, box.height)
    return image, Box(*(int(side * scale) for side in sides))


def print_row(name: str, result: Score) -> None:
    """Print one row of the table."""
    recall = result.hits / result.titled
    print(f"| {name} | {result.hits} of {result.titled} | {recall:.3f} | {result.doubtful} |")


def count(pages: Sequence[Grey], boxes: Sequence[Box]) -> Score:
    """Locate the titles of pages that all have one, and count."""
    with ThreadPoolExecutor(WORKERS) as pool:
        surveys = list(pool.map(lambda page: survey(page, shared_reader()), pages))
    found = locate_in_book(surveys, lambda index: pages[index])
    hits = sum(
        title is not None and on_the_line(title.box, box) and overlap(title.box, box) >= 0.5
        for title, box in zip(found, boxes, strict=True)
    )
    doubtful = sum(title is not None and title.doubtful for title in found)
    return Score(len(boxes), hits, 0, 0, 0, 0, doubtful)


def as_openings(data: Path) -> Score:
    """Forty pages of La Gaule, joined two by two and parted again at the gutter found."""
    folder = data / "la-gaule-1574"
    (labels,) = read_labels(folder, folder / "headlines.csv").values()
    pages, boxes = [], []
    for left, right in zip(labels[27:67:2], labels[28:68:2], strict=True):
        pair = [read_grey(label.path) for label in (left, right)]
        height = min(page.shape[0] for page in pair)
        opening = np.ascontiguousarray(np.hstack([page[:height] for page in pair]))
        for (start, stop), label, own in zip(
            halves(opening), (left, right), (0, pair[0].shape[1]), strict=True
        ):
            if label.box:
                pages.append(np.ascontiguousarray(opening[:, start:stop]))
                boxes.append(moved(label.box, own - start, 0))
    return count(pages, boxes)


def main() -> None:
    """Measure and print."""
    data = Path(sys.argv[1]) if len(sys.argv) > 1 else DATA
    folder = data / "headline-pages"
    books = read_labels(folder, folder / "headlines.csv")
    print(f"formework {formework.__version__}, Python {platform.python_version()}, seed {SEED}\n")
    print("| pages | found | recall | doubtful |")
    print("|---|---|---|---|")
    for change in (on_dark_ground, under_a_ruler, within_rules, turned, unevenly_lit, on_film):
        rng = random.Random(SEED)  # noqa: S311 - a benchmark, not a secret
        total = Score(0, 0, 0, 0, 0, 0, 0)
        for labels in books.values():
            pairs = [change(read_grey(one.path), one.box, rng) for one in labels if one.box]
            total += count([page for page, _ in pairs], [box for _, box in pairs])
        print_row(change.__name__.replace("_", " "), total)
    print_row("openings", as_openings(data))


if __name__ == "__main__":
    main()
