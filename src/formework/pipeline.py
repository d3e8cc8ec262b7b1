"""The stages strung together on a book folder; every algorithm is elsewhere."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from formework import __version__
from formework.book.imposition import turned_slots
from formework.errors import InputError
from formework.findings.reading import read_findings, write_findings
from formework.kernels.base import EvidenceKernel
from formework.kernels.titles import KernelName, kernel_named
from formework.scans.crop import cut_out
from formework.scans.image import read_grey
from formework.scans.one_text import find_texts
from formework.scans.titles import find_titles
from formework.skeletons.arrangement import Unit, arrange
from formework.skeletons.evidence import find_by_evidence, find_rivals, title_evidence
from formework.skeletons.paper import PaperSettings, find_skeletons, unit_distances
from formework.skeletons.results import (
    Clustering,
    Identity,
    read_sure_pages,
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
    from formework.skeletons.arrangement import Arrangement


def cluster(
    book: Book,
    *,
    kernel: str = KernelName.SPACING,
    skeletons: int | None = None,
    unit: str = Unit.SHEET_SIDES,
    seed: int = 0,
    settings: PaperSettings | None = None,
) -> Clustering:
    """Find the skeletons of a book, and write skeletons.csv, recurrence.csv and distances.npz.

    Titles not located yet are located first. `skeletons` is their number;
    without it book.toml's is taken, and without that it is estimated. Kernels
    that weigh evidence go by it; the others by the paper's way, whose
    `settings` may be given.
    """
    chosen = kernel_named(kernel)
    sides = book.sheet_sides()
    titles = _titles(book)
    given = skeletons if skeletons is not None else book.declared.skeletons
    arrangement = arrange(sides, [title.signature for title in titles], Unit.read(unit))
    job = _Job(book, titles, arrangement, given, seed)
    if isinstance(chosen, EvidenceKernel):
        clustering = _by_evidence(job, chosen)
    else:
        clustering = _by_paper(job, settings or PaperSettings(kernel=chosen))
    record = {
        "formework": __version__,
        "kernel": str(kernel),
        "unit": str(unit),
        "skeletons": given,
        "seed": seed,
        **clustering.settings,
    }
    clustering = replace(clustering, settings=record)
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
        read_sure_pages(book.root),
        book.sheet_sides(),
        turned_slots=turned_slots(declared.book_format) if declared.book_format else None,
        texts={title.signature: title.text for title in book.read_titles()},
    )
    write_findings(book.root, findings)
    return findings


@dataclass(frozen=True, slots=True)
class _Job:
    """What is to be clustered: the titles of a book as they are arranged, and how."""

    book: Book
    titles: Sequence[RunningTitle]
    arrangement: Arrangement
    skeletons: int | None
    seed: int

    @property
    def turned(self) -> tuple[int, ...] | None:
        """Where titles go in a turned chase."""
        book_format = self.book.declared.book_format
        return turned_slots(book_format) if book_format else None


def _by_evidence(job: _Job, kernel: EvidenceKernel) -> Clustering:
    """The default: evidence between titles, weighed over sheet sides."""
    texts = find_texts(job.titles)
    # Also where pages are clustered one by one, titles of one sheet side are two.
    sides = arrange(job.book.sheet_sides(), [title.signature for title in job.titles])
    rivals = find_rivals(sides, len(job.titles))
    evidence = title_evidence(
        _crops(job.book, job.titles), texts, rivals, kernel,
        words=[title.text for title in job.titles],
        rectos=[title.signature.endswith("r") for title in job.titles],
    )  # fmt: skip
    whole_sides = job.arrangement.places.shape[1] > 1
    found = find_by_evidence(
        evidence, texts, job.arrangement, job.turned if whole_sides else None,
        skeletons=job.skeletons, seed=job.seed,
    )  # fmt: skip
    identities = {
        title.signature: Identity(numeral, confidence)
        for title, numeral, confidence in zip(
            job.titles, found.titles, found.title_confidence, strict=True
        )
    }
    pages = tell_pages(job.book.sheet_sides(), job.titles, found.skeletons, identities)
    told = {
        "numbers": [[number.count, -number.cost] for number in found.numbers],
        "ways": dict(zip(found.skeletons.names, map(str, found.ways), strict=True)),
    }
    return Clustering(pages, found.skeletons.names, found.skeletons.distances, told, identities)


def _by_paper(job: _Job, settings: PaperSettings) -> Clustering:
    """The paper's way: distances over slots, spectral clustering."""
    distances = unit_distances(
        _crops(job.book, job.titles),
        # A section's versos and rectos usually carry different texts.
        [(title.section, title.signature[-1]) for title in job.titles],
        job.arrangement,
        settings,
        job.turned,
    )
    found = find_skeletons(
        job.arrangement.names, distances, skeletons=job.skeletons, seed=job.seed, settings=settings
    )
    pages = tell_pages(job.book.sheet_sides(), job.titles, found)
    return Clustering(pages, found.names, found.distances, asdict(settings))


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
