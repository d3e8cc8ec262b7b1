"""How well the default system reads real books, against silver labels and pairs judged by eye.

    python benchmarks/real.py [--data ../shared/data] [chansons-1555 bugenhagen-1527 …]

Every book is copied to a temporary book folder and read as `formework cluster`
reads it, from the boxes of the shared data. Prints for each book: V against the
silver labels of its sheet sides, as found and with states left aside; the share
of pairs called the same by eye that are joined, and of those called different,
in two halves; whether probabilities can be trusted; the sequence of skeletons.
Nothing is fitted here. Pairs judged by eye are those of the shared data, and
those of `benchmarks/pairs-by-eye`, drawn by `benchmarks/draw_pairs.py`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import platform
import shutil
from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import expit
from sklearn.metrics import roc_auc_score
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.book.folder import TITLES, Book, open_book
from formework.book.formula.collation import read_collation
from formework.book.plain_files import write_table
from formework.pipeline import load_titles, run_system
from formework.result import UNSURE
from formework.scoring import evaluate
from formework.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from formework.kernels.title_evidence import TitleEvidence
    from formework.result import Result

BOOKS = ("chansons-1555", "bugenhagen-1527", "rithmes-1546", "la-gaule-1574")
# Books of the shared data without a book.toml: collation, and the image of their first page.
UNDECLARED = {"rithmes-1546": ("A-F^8", "0001.jpg"), "la-gaule-1574": ("a-n^8 o^2", "0026.jpg")}
OWN_PAIRS = Path(__file__).parent / "pairs-by-eye"
SURE = (2, 3)  # confidence of a label by eye from which it counts
BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class EyePair:
    """Two titles judged by eye."""

    one: str
    other: str
    same: bool
    half: int


def copy_book(source: Path, root: Path) -> Book:
    """A book folder of the shared data, copied, for the program writes into it."""
    shutil.copytree(source / "pages", root / "pages")
    if source.name in UNDECLARED:
        collation, first = UNDECLARED[source.name]
        text = f'format = "octavo"\ncollation = "{collation}"\nimages = "pages"\n'
        (root / "book.toml").write_text(text, encoding="utf-8")
        write_table(root / "titles.csv", TITLES, _title_rows(source, collation, first))
    else:
        for name in ("book.toml", "titles.csv"):
            shutil.copy(source / name, root / name)
    return open_book(root)


def _title_rows(source: Path, collation: str, first: str) -> list[tuple[str, ...]]:
    """The rows of titles.csv, from published boxes without signatures."""
    gatherings = read_collation(collation).gatherings
    signatures = [page.signature for gathering in gatherings for page in gathering.pages]
    with (source / "headlines.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["image"] >= first]
    return [
        (row["image"], signature, row["x"], row["y"], row["width"], row["height"], row["text"],
         "1" if row["x"] else "", "supplied" if row["x"] else "none")
        for row, signature in zip(rows, signatures, strict=False)
    ]  # fmt: skip


def read_book(source: Path) -> tuple[Result, TitleEvidence]:
    """Read a book of the shared data as `formework cluster` does."""
    with TemporaryDirectory() as folder:
        book = copy_book(source, Path(folder) / source.name)
        return run_system(book, load_titles(book), Settings())


def read_pairs(folder: Path) -> list[EyePair]:
    """The pairs judged by eye with confidence; the half does not depend on the label."""
    pairs = []
    for path in (folder / "pairs-by-eye.csv", OWN_PAIRS / f"{folder.name}.csv"):
        if not path.exists():
            continue
        for row in csv.DictReader(path.open(encoding="utf-8", newline="")):
            if row["label"] in ("same", "different") and int(row["confidence"]) in SURE:
                name = "-".join(sorted((row["one"], row["other"])))
                half = hashlib.sha256(name.encode()).digest()[0] % 2
                pairs.append(EyePair(row["one"], row["other"], row["label"] == "same", half))
    return pairs


def read_silver(folder: Path, sides: Container[str]) -> dict[str, str]:
    """The skeleton of these sheet sides by the silver labels; empty where a book has none."""
    path = folder / "silver.csv"
    if not path.exists():
        return {}
    rows = csv.DictReader(path.open(encoding="utf-8", newline=""))
    return {row["sheet_side"]: row["skeleton"] for row in rows if row["sheet_side"] in sides}


def describe_sides(folder: Path, found: Result) -> list[str]:
    """V against the silver labels, and the sequence of skeletons."""
    units = {unit.name: unit for unit in found.units}
    lines = [" ".join(f"{side} {unit.label}" for side, unit in units.items()), found.count_words]
    if truth := read_silver(folder, units):
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


def describe_pairs(pairs: Sequence[EyePair], evidence: TitleEvidence, found: Result) -> list[str]:
    """Pairs joined, half by half, and a reliability table of all."""
    place, values = evidence.index, evidence.values
    named = {page.signature: page.title for page in found.pages if page.title != UNSURE}
    lines = []
    for half in (0, 1):
        mine = [pair for pair in pairs if pair.half == half]
        same = np.array([pair.same for pair in mine])
        odds = np.array([values[place[pair.one], place[pair.other]] for pair in mine])
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
    chance = expit([values[place[pair.one], place[pair.other]] for pair in pairs])
    lines.append("| probability at even odds | pairs | same by eye |\n|---|---|---|")
    # Different pairs were chosen more often than same ones: at even odds either half counts once.
    balance = np.where(same, 0.5 / max(same.sum(), 1), 0.5 / max((~same).sum(), 1))
    for low, high in pairwise(BINS):
        within = (chance >= low) & ((chance < high) | (high == BINS[-1]))
        share = (balance * same)[within].sum() / max(balance[within].sum(), 1e-9)
        shown = f"{share:.2f}" if within.any() else ""
        lines.append(f"| {low:.1f}–{high:.1f} | {within.sum()} | {shown} |")
    return lines


def main() -> None:
    """Read the books and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("books", nargs="*", default=list(BOOKS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chosen = parser.parse_args()
    print(f"formework {__version__}, Python {platform.python_version()}")
    for name in chosen.books:
        folder = chosen.data / name
        if not folder.exists():
            print(f"\n{name}: {folder} is not there")
            continue
        with threadpool_limits(1):
            found, evidence = read_book(folder)
        counts = Counter(evidence.texts)
        print(f"\n## {name}: {len(evidence.signatures)} titles in {len(counts)} texts\n")
        print("\n".join(describe_sides(folder, found)))
        pairs = read_pairs(folder)
        if pairs:
            print("\n".join(describe_pairs(pairs, evidence, found)))


if __name__ == "__main__":
    main()
