"""How well the default system reads real books, against silver labels and pairs judged by eye.

    python benchmarks/real.py [--data ../shared/data] [chansons-1555 bugenhagen-1527 rithmes-1546]

Prints for each book: V against the silver labels of its sheet sides, as found
and with states left aside; the share of pairs called the same by eye that are
joined, and of those called different, in two halves; whether probabilities can
be trusted; the sequence of skeletons. Nothing is fitted here. The halves are
divided by a fixed hash: only the first may be looked at while the method is
being built.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import platform
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.book.formula.collation import read_collation
from formework.book.imposition import sheet_sides, turned_slots
from formework.book.model import Box, Format, Origin, RunningTitle
from formework.kernels.spacing.text_reading import Reading, read_titles
from formework.result import UNSURE
from formework.scans.acquire.grey_image import read_grey
from formework.scans.crops import cut_out
from formework.scans.text.same_text import find_texts
from formework.scoring import evaluate
from formework.settings import Settings
from formework.sides.book_titles import BookTitles
from formework.skeletons.evidence_system import find_by_evidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.book.model import SheetSide
    from formework.result import Result

COLLATIONS = {"chansons-1555": "A-R^8", "bugenhagen-1527": "A-Y^8", "rithmes-1546": "A-F^8"}
SURE = (2, 3)  # confidence of a label by eye from which it counts
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class RealBook:
    """A book of the shared data: its titles cut out, and its sheet sides."""

    name: str
    titles: tuple[RunningTitle, ...]
    images: list[NDArray[np.uint8]]
    sides: tuple[SheetSide, ...]


@dataclass(frozen=True, slots=True)
class EyePair:
    """Two titles judged by eye."""

    one: str
    other: str
    same: bool
    half: int


def load_book(folder: Path) -> RealBook:
    """Cut the titles of a book out of its pages."""
    collation = read_collation(COLLATIONS[folder.name])
    pages = [page.signature for gathering in collation.gatherings for page in gathering.pages]
    rows = list(csv.DictReader(_table(folder).open(encoding="utf-8", newline="")))
    titles = []
    for row in rows:
        signature = row.get("signature") or pages[int(Path(row["image"]).stem) - 1]
        if row["x"]:
            box = Box(*(int(row[name]) for name in ("x", "y", "width", "height")))
            titles.append(
                RunningTitle(
                    row["image"],
                    signature,
                    box,
                    row["text"],
                    row.get("section", "1"),
                    Origin.SUPPLIED,
                )
            )
    images = [_crop(folder, title) for title in titles]
    sides = tuple(sheet_sides(collation.gatherings, Format.OCTAVO))
    return RealBook(folder.name, tuple(titles), images, sides)


def _table(folder: Path) -> Path:
    own = folder / "titles.csv"
    return own if own.exists() else folder / "headlines.csv"


def _crop(folder: Path, title: RunningTitle, wider: tuple[int, int] = (0, 0)) -> NDArray[np.uint8]:
    box = title.box
    if box is None:
        raise ValueError(f"{title.signature} has no box")
    left = min(wider[0], box.x)
    widened = Box(box.x - left, box.y, box.width + left + wider[1], box.height)
    return cut_out(read_grey(folder / "pages" / title.image), widened)


def as_titles(book: RealBook) -> BookTitles:
    """The titles as the evidence system takes them."""
    return BookTitles(
        signatures=tuple(title.signature for title in book.titles),
        sections=tuple(title.section for title in book.titles),
        texts=find_texts(book.titles),
        words=tuple(title.text for title in book.titles),
        crops=tuple(book.images),
        sides=book.sides,
        turned_slots=turned_slots(Format.OCTAVO),
    )


def read_book(book: RealBook, folder: Path, rivals: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The evidence between all titles; crops that cut a letter off are cut anew, wider."""
    evidence = np.full((len(book.titles), len(book.titles)), np.nan)
    texts = find_texts(book.titles)
    for text in dict.fromkeys(texts):
        members = [number for number, other in enumerate(texts) if other == text]
        reading = _read(book, members, rivals)
        short = {number: reading.cut_off(place) for place, number in enumerate(members)}
        short = {number: wider for number, wider in short.items() if any(wider)}
        for number, wider in short.items():
            book.images[number] = _crop(folder, book.titles[number], wider)
        if short:
            reading = _read(book, members, rivals)
        evidence[np.ix_(members, members)] = reading.log_odds
    return evidence


def _read(book: RealBook, members: Sequence[int], rivals: NDArray[np.bool_]) -> Reading:
    return read_titles(
        [book.images[number] for number in members],
        rivals[np.ix_(members, members)],
        texts=[book.titles[number].text for number in members],
        rectos=[book.titles[number].signature.endswith("r") for number in members],
    )


def read_pairs(folder: Path) -> list[EyePair]:
    """The pairs judged by eye with confidence; the half does not depend on the label."""
    path = folder / "pairs-by-eye.csv"
    if not path.exists():
        return []
    pairs = []
    for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
        if row["label"] in ("same", "different") and int(row["confidence"]) in SURE:
            name = "-".join(sorted((row["one"], row["other"])))
            half = hashlib.sha256(name.encode()).digest()[0] % 2
            pairs.append(EyePair(row["one"], row["other"], row["label"] == "same", half))
    return pairs


def describe_sides(folder: Path, found: Result) -> list[str]:
    """V against the silver labels, and the sequence of skeletons."""
    units = {unit.name: unit for unit in found.units}
    lines = [" ".join(f"{side} {unit.label}" for side, unit in units.items()), found.count_words]
    path = folder / "silver.csv"
    if path.exists():
        rows = list(csv.DictReader(path.open(encoding="utf-8", newline="")))
        truth = {row["sheet_side"]: row["skeleton"] for row in rows if row["sheet_side"] in units}
        for name, labels in (
            ("as found", [units[side].label for side in truth]),
            ("states aside", [units[side].skeleton for side in truth]),
        ):
            score = evaluate(list(truth.values()), labels)
            lines.append(
                f"V {100 * score.v_measure:.1f}, many-to-1 {100 * score.many_to_one:.1f}, "
                f"{score.skeletons} skeletons of {score.true_skeletons}, {name}"
            )
    return lines


def describe_pairs(
    pairs: Sequence[EyePair], book: RealBook, evidence: NDArray[np.float64], found: Result
) -> list[str]:
    """Pairs joined, half by half, and a reliability table of all."""
    place = {title.signature: number for number, title in enumerate(book.titles)}
    named = {page.signature: page.title for page in found.pages if page.title != UNSURE}
    lines = []
    for half in (0, 1):
        mine = [pair for pair in pairs if pair.half == half]
        same = np.array([pair.same for pair in mine])
        odds = np.array([evidence[place[pair.one], place[pair.other]] for pair in mine])
        odds = np.nan_to_num(odds, nan=0.0)
        joined = np.array(
            [pair.one in named and named[pair.one] == named.get(pair.other) for pair in mine]
        )
        lines.append(
            f"half {half + 1}: same found {(odds[same] > 0).sum()} of {same.sum()} "
            f"(as one title {joined[same].sum()}), different joined {(odds[~same] > 0).sum()} of "
            f"{(~same).sum()} (as one title {joined[~same].sum()}), "
            f"AUC {roc_auc_score(same, odds):.3f}, "
            f"median log-odds {np.median(odds[same]):+.1f} / {np.median(odds[~same]):+.1f}"
        )
    same = np.array([pair.same for pair in pairs])
    chance = expit([evidence[place[pair.one], place[pair.other]] for pair in pairs])
    lines.append("| probability at even odds | pairs | same by eye |\n|---|---|---|")
    # Different pairs were chosen more often than same ones: at even odds either half counts once.
    balance = np.where(same, 0.5 / max(same.sum(), 1), 0.5 / max((~same).sum(), 1))
    for low, high in pairwise(BINS):
        within = (chance >= low) & ((chance < high) | (high == BINS[-1]))
        share = (balance * same)[within].sum() / max(balance[within].sum(), 1e-9)
        told = f"{share:.2f}" if within.any() else ""
        lines.append(f"| {low:.1f}–{high:.1f} | {within.sum()} | {told} |")
    return lines


def main() -> None:
    """Read the books and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=list(COLLATIONS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chosen = parser.parse_args()
    print(f"formework {__version__}, Python {platform.python_version()}")
    for name in chosen.books:
        folder = chosen.data / name
        if not folder.exists():
            print(f"\n{name}: {folder} is not there")
            continue
        with threadpool_limits(1):
            book = load_book(folder)
            titles = as_titles(book)
            evidence = read_book(book, folder, titles.rivals())
            found = find_by_evidence(titles, evidence, Settings())
        counts = Counter(titles.texts)
        print(f"\n## {name}: {len(book.titles)} titles in {len(counts)} texts\n")
        print("\n".join(describe_sides(folder, found)))
        pairs = read_pairs(folder)
        if pairs:
            print("\n".join(describe_pairs(pairs, book, evidence, found)))


if __name__ == "__main__":
    main()
