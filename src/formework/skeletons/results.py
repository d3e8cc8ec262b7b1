"""The result of clustering, and the tables a bibliographer reads it from."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from formework.book.files import read_table, write_table, write_whole
from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from formework.book.files import Row
    from formework.book.model import RunningTitle, SheetSide
    from formework.skeletons.paper import Skeletons

SKELETONS = ("signature", "sheet_side", "slot", "section", "skeleton", "title", "confidence")
UNSURE = "?"


@dataclass(frozen=True, slots=True)
class ClusteredPage:
    """One page with its skeleton: a row of `skeletons.csv`.

    `slot` counts from 1. `title` is empty where the kernel does not tell single titles apart.
    """

    signature: str
    sheet_side: str
    slot: int
    section: str
    skeleton: str
    title: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Clustering:
    """The pages of a book with their skeletons, and what was measured to find them.

    `distances` is (units, units), in the order of `units`: sheet sides, or
    signatures where single pages were clustered. `settings` tell how.
    """

    pages: tuple[ClusteredPage, ...]
    units: tuple[str, ...]
    distances: NDArray[np.float64]
    settings: Mapping[str, object]

    @property
    def skeletons(self) -> dict[str, str]:
        """The numeral of each page's skeleton, by signature."""
        return {page.signature: page.skeleton for page in self.pages}

    @property
    def confidence(self) -> dict[str, float]:
        """How sure each page's skeleton is, 0 to 1, by signature."""
        return {page.signature: page.confidence for page in self.pages}


def tell_pages(
    sides: Sequence[SheetSide], titles: Sequence[RunningTitle], found: Skeletons
) -> tuple[ClusteredPage, ...]:
    """Give each page the skeleton of its unit, side by side and slot by slot in book order."""
    by_unit = dict(
        zip(found.names, zip(found.numerals, found.confidence, strict=True), strict=True)
    )
    sections = {title.signature: title.section for title in titles}
    pages = []
    for side in sides:
        for slot, page in enumerate(side.pages, start=1):
            signature = page.signature if page else ""
            told = by_unit.get(side.name) or by_unit.get(signature)
            if told and signature in sections:
                section = sections[signature]
                pages.append(
                    ClusteredPage(signature, side.name, slot, section, told[0], "", told[1])
                )
    return tuple(pages)


def write_clustering(root: Path, clustering: Clustering, sides: Sequence[SheetSide]) -> None:
    """Write skeletons.csv, recurrence.csv and distances.npz, each whole or not at all."""
    rows = (
        (p.signature, p.sheet_side, p.slot, p.section, p.skeleton, p.title, f"{p.confidence:.3f}")
        for p in clustering.pages
    )
    write_table(root / "skeletons.csv", SKELETONS, rows)
    slots = max(len(side.pages) for side in sides)
    header = ("sheet_side", "skeleton", *map(str, range(1, slots + 1)))
    write_table(root / "recurrence.csv", header, _recurrence(clustering, slots))
    buffer = io.BytesIO()
    np.savez_compressed(
        buffer,
        names=np.array(clustering.units),
        values=clustering.distances,
        settings=np.array(json.dumps(clustering.settings, ensure_ascii=False)),
    )
    write_whole(root / "distances.npz", buffer.getvalue())


def read_clustering(root: Path) -> Clustering:
    """Read a result back from skeletons.csv and distances.npz."""
    try:
        with np.load(root / "distances.npz", allow_pickle=False) as saved:
            units = tuple(str(name) for name in saved["names"])
            distances = np.asarray(saved["values"], dtype=np.float64)
            settings = json.loads(str(saved["settings"])) if "settings" in saved else {}
    except (OSError, ValueError, KeyError) as error:
        raise FileError(
            f"distances.npz of {root.name} cannot be read: {error}",
            hint=f"formework cluster {root} makes it",
        ) from error
    pages = tuple(map(_clustered_page, read_table(root / "skeletons.csv", SKELETONS)))
    return Clustering(pages, units, distances, settings)


def _clustered_page(row: Row) -> ClusteredPage:
    try:
        slot, confidence = int(row["slot"]), float(row["confidence"])
    except ValueError as error:
        raise row.wrong(
            "slot" if not row["slot"].isdecimal() else "confidence",
            "is not a number",
            "correct it, or formework cluster BOOK anew",
        ) from error
    return ClusteredPage(
        row["signature"], row["sheet_side"], slot, row["section"], row["skeleton"], row["title"],
        confidence,
    )  # fmt: skip


def summarise_clustering(clustering: Clustering) -> dict[str, object]:
    """The result as a record."""
    return {
        "skeletons": len({page.skeleton for page in clustering.pages}),
        "units": _by_unit(clustering),
        "settings": dict(clustering.settings),
    }


def describe_clustering(clustering: Clustering) -> str:
    """The result in lines to read: each unit with its skeleton, in book order."""
    units = _by_unit(clustering)
    width = max(len(name) for name in units)
    lines = [
        f"{name:<{width}}  {told['skeleton']:<6} {told['confidence']:.2f}"
        for name, told in units.items()
    ]
    count = len({page.skeleton for page in clustering.pages})
    return "\n".join([*lines, "", f"{count} skeletons, {len(units)} {clustering.settings['unit']}"])


def _by_unit(clustering: Clustering) -> dict[str, dict[str, Any]]:
    told = {page.sheet_side: page for page in clustering.pages}
    told |= {page.signature: page for page in clustering.pages}
    return {
        name: {"skeleton": told[name].skeleton, "confidence": told[name].confidence}
        for name in clustering.units
    }


def _recurrence(clustering: Clustering, slots: int) -> list[list[str]]:
    """The bibliographer's table: a row a sheet side, a column a slot, a single title a cell."""
    rows: dict[str, list[str]] = {}
    for page in clustering.pages:
        row = rows.setdefault(page.sheet_side, [page.sheet_side, page.skeleton, *[""] * slots])
        row[page.slot + 1] = page.title or UNSURE
        if row[1] != page.skeleton:
            row[1] = UNSURE  # clustered page by page, the side has no one skeleton
    return list(rows.values())
