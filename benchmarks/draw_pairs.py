"""Draw pairs of titles of real books to be judged by eye, without what the program says of them.

    python benchmarks/draw_pairs.py FOLDER [--data ../shared/data] [--pairs 24] [books …]

Pairs are drawn from all levels of evidence, also those near even odds, so that
both kinds of error can be seen. Writes FOLDER/BOOK-NN.png, six pairs each, one
title below the other without signatures, and FOLDER/BOOK.csv with the signatures
in the same order. To be filled in there: same or different, and confidence 1 to
3. Move the finished table to `benchmarks/pairs-by-eye`.
"""

from __future__ import annotations

import argparse
import csv
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

from formework.kernels.spacing.line import EM
from real import BOOKS, read_book

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.kernels.title_evidence import TitleEvidence

LEVELS = (-np.inf, -4.0, -1.5, 0.0, 1.5, 4.0, np.inf)  # log-odds: as many pairs from each
SHEET = 6  # pairs on one picture
MAX_EM = 18  # em of a title that are shown


def draw(evidence: TitleEvidence, count: int, seed: int) -> list[tuple[int, int]]:
    """Pairs of titles of one text and of two gatherings, as many from every level."""
    random = np.random.default_rng(seed)
    signatures = evidence.signatures
    one, other = np.triu_indices(len(signatures), 1)
    values = evidence.values[one, other]
    gatherings = np.array([signature[:-2] for signature in signatures])
    apart = gatherings[one] != gatherings[other]
    drawn: list[int] = []
    for low, high in pairwise(LEVELS):
        level = np.flatnonzero(apart & (values >= low) & (values < high))
        take = min(len(level), count // (len(LEVELS) - 1))
        drawn += random.choice(level, take, replace=False).tolist()
    random.shuffle(drawn)
    return [(int(one[pair]), int(other[pair])) for pair in drawn]


def picture(evidence: TitleEvidence, title: int) -> NDArray[np.uint8]:
    """A title as the program straightened it, twice as large, its first letter at the left."""
    text = evidence.texts[title]
    reading = evidence.readings[text]
    if reading is None:
        raise ValueError(f"{evidence.signatures[title]} was not read")
    member = evidence.members(text).index(title)
    strip = reading.level(member)
    start = max(0, int(reading.placed(member)[0]) - EM // 4)
    shown = np.zeros((strip.shape[0], MAX_EM * EM), np.float32)
    piece = strip[:, start : start + shown.shape[1]]
    shown[:, : piece.shape[1]] = piece
    grey = 255 - np.clip(255 * shown, 0, 255)
    large = cv2.resize(grey, None, fx=2, fy=2, interpolation=cv2.INTER_LINEAR)
    return np.asarray(large, dtype=np.uint8)


def main() -> None:
    """Draw, and write pictures and tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("books", nargs="*", default=list(BOOKS))
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    for name in chosen.books:
        with threadpool_limits(1):
            _, evidence = read_book(chosen.data / name)
        pairs = draw(evidence, chosen.pairs, chosen.seed)
        for start in range(0, len(pairs), SHEET):
            rows = []
            for pair in pairs[start : start + SHEET]:
                rows += [picture(evidence, title) for title in pair]
                rows.append(np.zeros((12, rows[-1].shape[1]), np.uint8))
            sheet = chosen.folder / f"{name}-{start // SHEET + 1:02}.png"
            cv2.imwrite(str(sheet), np.vstack(rows))
        with (chosen.folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            table = csv.writer(file)
            table.writerow(("one", "other", "label", "confidence", "reason"))
            table.writerows((*(evidence.signatures[n] for n in pair), "", "", "") for pair in pairs)


if __name__ == "__main__":
    main()
