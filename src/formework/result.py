"""The result of clustering, and the tables a bibliographer reads it from."""

from __future__ import annotations

import io
import json
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from formework.book.plain_files import read_table, write_table, write_whole
from formework.errors import FileError
from formework.skeletons.number import Number, describe_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from formework.book.model import RunningTitle, SheetSide
    from formework.book.plain_files import Row
    from formework.skeletons.paper_system import Skeletons

SKELETONS = ("signature", "sheet_side", "slot", "section", "skeleton", "title", "confidence")
UNSURE = "?"
_DOUBTFUL = 0.5  # confidence below which a title's identity is not told


@dataclass(frozen=True, slots=True)
class Identity:
    """Which individual title a page carries, by its numeral, and how sure that is, 0 to 1.

    The numeral is empty where the title could not be read.
    """

    title: str
    confidence: float


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
    `identities`, by signature, are those of single titles, where the kernel
    tells them apart.
    """

    pages: tuple[ClusteredPage, ...]
    units: tuple[str, ...]
    distances: NDArray[np.float64]
    settings: Mapping[str, object]
    identities: Mapping[str, Identity] = field(default_factory=dict)

    @property
    def skeletons(self) -> dict[str, str]:
        """The numeral of each page's skeleton, by signature."""
        return {page.signature: page.skeleton for page in self.pages}

    @property
    def confidence(self) -> dict[str, float]:
        """How sure each page's skeleton is, 0 to 1, by signature."""
        return {page.signature: page.confidence for page in self.pages}


def tell_pages(
    sides: Sequence[SheetSide],
    titles: Sequence[RunningTitle],
    found: Skeletons,
    identities: Mapping[str, Identity] | None = None,
) -> tuple[ClusteredPage, ...]:
    """Give each page the skeleton of its unit, side by side and slot by slot in book order.

    A page whose title could not be read is in no skeleton: its crop may be
    anything.
    """
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
                title = _title(identities.get(signature)) if identities else ""
                skeleton, confidence = told if title != UNSURE else (UNSURE, 0.0)
                pages.append(
                    ClusteredPage(signature, side.name, slot, section, skeleton, title, confidence)
                )
    return tuple(pages)


def _title(identity: Identity | None) -> str:
    return identity.title if identity and identity.title else UNSURE


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


def read_sure_pages(root: Path) -> tuple[ClusteredPage, ...]:
    """The pages of skeletons.csv, without the titles that recurrence.csv calls unsure."""
    table = root / "recurrence.csv"
    rows = list(read_table(table, ("sheet_side",))) if table.exists() else []
    unsure = {
        (row["sheet_side"], int(column))
        for row in rows
        for column, cell in row.cells.items()
        if cell == UNSURE and column.isdecimal()
    }
    pages = map(_clustered_page, read_table(root / "skeletons.csv", SKELETONS))
    return tuple(
        replace(page, title="") if (page.sheet_side, page.slot) in unsure else page
        for page in pages
    )


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
        "skeletons": _count(clustering),
        "units": _by_unit(clustering),
        "titles": {
            signature: {"title": identity.title, "confidence": identity.confidence}
            for signature, identity in clustering.identities.items()
        },
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
    told = f"{len(units)} {clustering.settings['unit']}: {_told_number(clustering)}"
    return "\n".join([*lines, "", told])


def _told_number(clustering: Clustering) -> str:
    """The number of skeletons, and how sure it is where the evidence tells."""
    rivals = clustering.settings.get("numbers")
    if isinstance(rivals, list):
        return describe_number([Number(count, -odds) for count, odds in rivals])
    return f"{_count(clustering)} skeletons"


def _count(clustering: Clustering) -> int:
    return len({page.skeleton for page in clustering.pages} - {UNSURE})


def _by_unit(clustering: Clustering) -> dict[str, dict[str, Any]]:
    # A page that could not be read does not speak for its sheet side.
    pages = sorted(clustering.pages, key=lambda page: page.skeleton != UNSURE)
    told = {page.sheet_side: page for page in pages}
    told |= {page.signature: page for page in pages}
    return {
        name: {"skeleton": told[name].skeleton, "confidence": told[name].confidence}
        for name in clustering.units
    }


def _recurrence(clustering: Clustering, slots: int) -> list[list[str]]:
    """The bibliographer's table: a row a sheet side, a column a slot, a single title a cell."""
    rows: dict[str, list[str]] = {}
    skeletons: dict[str, set[str]] = {}
    for page in clustering.pages:
        row = rows.setdefault(page.sheet_side, [page.sheet_side, "", *[""] * slots])
        identity = clustering.identities.get(page.signature)
        doubtful = not page.title or (identity is not None and identity.confidence < _DOUBTFUL)
        row[page.slot + 1] = UNSURE if doubtful else page.title
        skeletons.setdefault(page.sheet_side, set()).add(page.skeleton)
    for side, row in rows.items():
        named = skeletons[side] - {UNSURE}
        # Clustered page by page, a side has no one skeleton.
        row[1] = named.pop() if len(named) == 1 else UNSURE
    return list(rows.values())
