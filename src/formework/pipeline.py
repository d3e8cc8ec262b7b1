"""The stages strung together on a book folder; every algorithm is elsewhere."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

from formework import __version__
from formework.book.imposition import turned_slots
from formework.errors import InputError
from formework.findings.reading import read_findings, write_findings
from formework.kernels.titles import KernelName, kernel_named
from formework.scans.crop import cut_out
from formework.scans.image import read_grey
from formework.scans.titles import find_titles
from formework.skeletons.arrangement import Unit, arrange
from formework.skeletons.paper import PaperSettings, find_skeletons, unit_distances
from formework.skeletons.results import (
    Clustering,
    read_clustering,
    tell_pages,
    write_clustering,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.findings.model import Finding


def cluster(
    book: Book,
    *,
    kernel: str = KernelName.LEV,
    skeletons: int | None = None,
    unit: str = Unit.SHEET_SIDES,
    seed: int = 0,
    settings: PaperSettings | None = None,
) -> Clustering:
    """Find the skeletons of a book, and write skeletons.csv, recurrence.csv and distances.npz.

    Titles not located yet are located first. `skeletons` is their number;
    without it book.toml's is taken, and without that it is estimated.
    """
    sides = book.sheet_sides()
    chosen = settings or PaperSettings(kernel=kernel_named(kernel))
    titles = _titles(book)
    given = skeletons if skeletons is not None else book.declared.skeletons
    arrangement = arrange(sides, [title.signature for title in titles], Unit.read(unit))
    distances = unit_distances(
        _crops(book, titles),
        # A section's versos and rectos usually carry different texts.
        [(title.section, title.signature[-1]) for title in titles],
        arrangement,
        chosen,
        turned_slots(book.declared.book_format) if book.declared.book_format else None,
    )
    found = find_skeletons(
        arrangement.names, distances, skeletons=given, seed=seed, settings=chosen
    )
    record = {
        "formework": __version__,
        "kernel": str(kernel),
        "unit": str(unit),
        "skeletons": given,
        "seed": seed,
        **asdict(chosen),
    }
    pages = tell_pages(sides, titles, found)
    clustering = Clustering(pages, found.names, found.distances, record)
    write_clustering(book.root, clustering, sides)
    return clustering


def tell_findings(book: Book) -> tuple[Finding, ...]:
    """Read the sequence of a book's skeletons, and write findings.json.

    Skeletons not found yet are found first.
    """
    if not (book.root / "skeletons.csv").exists():
        cluster(book)
    declared = book.declared
    findings = read_findings(
        read_clustering(book.root).pages,
        book.sheet_sides(),
        turned_slots=turned_slots(declared.book_format) if declared.book_format else None,
        texts={title.signature: title.text for title in book.read_titles()},
    )
    write_findings(book.root, findings)
    return findings


def _titles(book: Book) -> list[RunningTitle]:
    """The running titles that stand in the collation, located if they are not yet."""
    rows = book.read_titles() or find_titles(book).titles
    titles = [title for title in rows if title.box and title.signature]
    if not titles:
        raise InputError(
            f"{book.root.name} has no running title on a page of its collation",
            hint="look at titles.csv and pages.csv: box and signature must be there",
        )
    return titles


def _crops(book: Book, titles: Sequence[RunningTitle]) -> list[NDArray[np.uint8]]:
    """The titles cut out of their scans, level."""
    crops = []
    for title in titles:
        if title.box:
            image = read_grey(book.image_path(title.image))
            crops.append(cut_out(image, title.box))
    return crops
