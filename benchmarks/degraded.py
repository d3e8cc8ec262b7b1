"""Whether a real book is still read when its scans are worse, or fewer.

    python benchmarks/degraded.py [--data ../shared/data]

The books with silver labels are read as in `benchmarks/real.py`, but with only
some of their gatherings, or with every page made smaller, compressed and given
grain. Prints V against the silver labels, which know no states. Nothing is
fitted here.
"""

from __future__ import annotations

import argparse
import csv
import platform
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2
import numpy as np
from threadpoolctl import threadpool_limits

from formework import __version__
from formework.book.folder import TITLES, Book, open_book
from formework.book.plain_files import write_table
from formework.pipeline import load_titles, run_system
from formework.scoring import evaluate
from formework.settings import Settings
from real import read_silver

BUGENHAGEN, CHANSONS = "bugenhagen-1527", "chansons-1555"
GRAIN_SEED = 1


@dataclass(frozen=True, slots=True)
class Copy:
    """A worse copy of a book: some gatherings, a share of the size, JPEG quality, grain.

    `grain` is a standard deviation in grey levels, of 255.
    """

    name: str
    gatherings: str
    size: float = 1.0
    quality: int = 95
    grain: float = 0.0


COPIES = (
    Copy(BUGENHAGEN, "ABCDEFGHIKLMNOPQRSTVXY"),
    Copy(BUGENHAGEN, "OPQRST"),
    Copy(BUGENHAGEN, "PQR"),
    Copy(BUGENHAGEN, "MNOPQRSTVXY", 0.7, 70, 8.0),
    Copy(BUGENHAGEN, "MNOPQRSTVXY", 0.5, 50),
    Copy(BUGENHAGEN, "MNOPQRSTVXY", 0.35, 50),
    Copy(BUGENHAGEN, "MNOPQRSTVXY", 0.25, 50),
    Copy(CHANSONS, "CDEFGHIK"),
    Copy(CHANSONS, "CDEF"),
    Copy(CHANSONS, "CDEFGHIK", 0.7, 70, 8.0),
    Copy(CHANSONS, "CDEFGHIK", 0.5, 50),
    Copy(CHANSONS, "CDEFGHIK", 0.35, 50),
)


def write_copy(copy: Copy, data: Path, root: Path) -> Book:
    """Write the folder of a worse copy."""
    source = data / copy.name
    with (source / "titles.csv").open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["signature"][0] in copy.gatherings]
    (root / "pages").mkdir(parents=True)
    chance = np.random.default_rng(GRAIN_SEED)
    for row in rows:
        page = cv2.imread(str(source / "pages" / row["image"]), cv2.IMREAD_GRAYSCALE)
        if page is None:
            raise SystemExit(f"error: {row['image']} of {copy.name} cannot be read")
        page = cv2.resize(page, None, fx=copy.size, fy=copy.size, interpolation=cv2.INTER_AREA)
        page = np.clip(page + chance.normal(0, copy.grain, page.shape), 0, 255).astype(np.uint8)
        quality = [cv2.IMWRITE_JPEG_QUALITY, copy.quality]
        cv2.imwrite(str(root / "pages" / row["image"]), page, quality)
        for side in ("x", "y", "width", "height"):
            row[side] = str(round(int(row[side]) * copy.size)) if row[side] else ""
    declared = (source / "book.toml").read_text(encoding="utf-8").splitlines()
    kept = [line for line in declared if not line.startswith("missing")]
    (root / "book.toml").write_text("\n".join(kept) + "\n", encoding="utf-8")
    write_table(root / "titles.csv", TITLES, [tuple(row[name] for name in TITLES) for row in rows])
    pages = [(row["image"], row["signature"], "") for row in rows]
    write_table(root / "pages.csv", ("image", "signature", "page"), pages)
    return open_book(root)


def read_copy(copy: Copy, data: Path) -> str:
    """Read a worse copy, and score it: a row of the table."""
    with TemporaryDirectory() as folder:
        book = write_copy(copy, data, Path(folder) / copy.name)
        found, evidence = run_system(book, load_titles(book), Settings())
    units = {unit.name: unit for unit in found.units}
    truth = read_silver(data / copy.name, units)
    states, skeletons = (
        evaluate(list(truth.values()), labels)
        for labels in (
            [units[side].label for side in truth],
            [units[side].skeleton for side in truth],
        )
    )
    return (
        f"| {copy.name} | {copy.gatherings[0]}–{copy.gatherings[-1]} "
        f"| {len(evidence.signatures)} | "
        f"{copy.size} | {copy.quality} | {copy.grain:.0f} | {100 * states.v_measure:.1f} | "
        f"{100 * skeletons.v_measure:.1f} | {skeletons.skeletons} / {skeletons.true_skeletons} |"
    )


def main() -> None:
    """Read all copies and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    chosen = parser.parse_args()
    print(f"formework {__version__}, Python {platform.python_version()}, grain seed {GRAIN_SEED}\n")
    print(
        "| book | sheets | titles | size | JPEG | grain | V, as found | V, states aside "
        "| skeletons, found / silver |\n|---|---|---|---|---|---|---|---|---|"
    )
    for copy in COPIES:
        with threadpool_limits(1):
            print(read_copy(copy, chosen.data), flush=True)


if __name__ == "__main__":
    main()
