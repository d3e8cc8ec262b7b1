"""Every stage on a simulated book, from page scans to report, compared with the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.bench.planted_scores import same_event, true_pages
from formework.book.folder import open_book
from formework.book.imposition import turned_slots
from formework.findings.book_findings import read_findings
from formework.findings.findings_file import load_findings
from formework.pipeline import Update
from formework.result_files import read_result
from formework.scoring import evaluate
from formework.settings import Settings
from formework.simulate.shapes import KING_LEAR, SectionShape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import count_images, write_book
from formework.simulate.written_plan import read_plan
from formework.stages import StageName

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from formework.findings.finding import Finding
    from formework.progress import ProgressReport
    from formework.simulate.simulated_book import SimulatedBook

SEED = 1699  # the year of the edition of King Lear whose shape the book has
# Two skeletons alternate; one is turned once; one is reset; another appears only once.
ORDER = "ab ba ab b'a ab cb bc db cb cb"
_SHAPE = replace(KING_LEAR, collation="A-K^4", sections=(SectionShape(10, 4, 8),))


def run_demo(folder: Path, progress: ProgressReport) -> Iterator[str]:
    """Print the book into a folder and run every stage, yielding lines to show the user."""
    printed = simulate_book(_SHAPE, seed=SEED, plans=(read_plan(ORDER),))
    total = count_images(printed, cut=False)
    for done in write_book(printed, folder, name=_SHAPE.title, cut=False):
        progress("printed", done, total)
    yield f"printed    {total} pages of a simulated quarto in {folder}"
    truth = folder / "truth.csv"
    update = Update(open_book(folder), StageName.REPORT, Settings(), truth, progress=progress)
    yield from (outcome.describe() for outcome in update.run())
    yield from _compare_skeletons(printed, folder)
    yield from _compare_findings(printed, load_findings(folder))


def _compare_skeletons(printed: SimulatedBook, folder: Path) -> Iterator[str]:
    true = {page.sheet_side: page.label for page in true_pages(printed)}
    found = {unit.name: unit.label for unit in read_result(folder).units}
    yield "\nsheet side  skeleton found  true skeleton"
    for side, skeleton in found.items():
        yield f"{side:<10}  {skeleton:<14}  {true[side]}"
    sides = list(found)
    scores = evaluate([true[side] for side in sides], [found[side] for side in sides])
    yield f"V-measure {100 * scores.v_measure:.0f} of 100"


def _compare_findings(printed: SimulatedBook, found: Sequence[Finding]) -> Iterator[str]:
    """Each finding, and whether it is true; then the true ones that were not found."""
    true = read_findings(
        true_pages(printed), printed.sides, turned_slots=turned_slots(_SHAPE.format)
    )
    place = {side.name: number for number, side in enumerate(printed.sides)}

    def is_among(finding: Finding, others: Sequence[Finding]) -> bool:
        sides = frozenset(place[side] for side in finding.sides)
        return any(
            finding.kind is other.kind
            and same_event(finding.kind, sides, frozenset(place[side] for side in other.sides))
            for other in others
        )

    yield "\nfindings"
    for finding in found:
        verdict = "correct" if is_among(finding, true) else "WRONG"
        yield f"- {finding.kind.words} ({finding.degree}; {verdict}): {finding.observation}"
    for finding in true:
        if not is_among(finding, found):
            yield f"- {finding.kind.words} (NOT FOUND): {finding.observation}"
