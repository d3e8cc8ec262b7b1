"""Decisions written by hand, honoured by every stage, and undone."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.errors import InputError
from formework.findings.findings_file import load_findings
from formework.pipeline import Update
from formework.result_files import read_result
from formework.settings import KernelName, Settings, Unit
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from formework.stages import StageName

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated quarto with four skeletons, its titles cut out, run to the report."""
    root = tmp_path_factory.mktemp("decided") / "lear"
    for _ in write_book(simulate_book(KING_LEAR, seed=3), root, name="Lear", cut=True):
        pass
    assert all(run(root).values())
    return root


@pytest.fixture
def root(done: Path, tmp_path: Path) -> Path:
    """A copy of that book."""
    shutil.copytree(done, tmp_path / "lear")
    return tmp_path / "lear"


def run(root: Path, settings: Settings | None = None) -> dict[str, bool]:
    """Bring a book up to date; say which stages had to run."""
    update = Update(open_book(root), StageName.REPORT, settings)
    return {str(outcome.stage): outcome.done for outcome in update.run()}


def decide(root: Path, *records: dict[str, object]) -> None:
    """Add lines to the file, as a person would."""
    with (root / "decisions.jsonl").open("a", encoding="utf-8") as file:
        file.writelines(f"{json.dumps(record)}\n" for record in records)


def test_boxes_and_texts_are_honoured_and_taken_back(root: Path) -> None:
    """`titles` writes the decided rows as corrected; undone, the file is what it was."""
    before = (root / "titles.csv").read_bytes()
    decide(
        root,
        {"do": "box", "signature": "B1r", "box": [5, 6, 200, 60], "text": "LEAR"},
        {"do": "no-title", "signature": "B1v"},
    )
    assert run(root)["titles"]
    rows = {title.signature: title for title in open_book(root).read_titles()}
    assert (rows["B1r"].box is not None, rows["B1r"].text) == (True, "LEAR")
    assert (rows["B1r"].origin, rows["B1v"].box) == ("corrected", None)
    assert "B1v" not in read_result(root).skeletons
    decide(root, {"do": "undo", "undoes": [1, 2]})
    assert run(root)["titles"]
    assert (root / "titles.csv").read_bytes() == before


def test_a_signature_is_changed(root: Path) -> None:
    """Two images exchange their pages, and titles follow."""
    names = {title.signature: title.image for title in open_book(root).read_titles()}
    one, other = names["B1r"], names["B3r"]
    decide(
        root,
        {"do": "signature", "image": one, "signature": ""},
        {"do": "signature", "image": other, "signature": "B1r"},
        {"do": "signature", "image": one, "signature": "B3r"},
    )
    assert run(root)["titles"]
    after = {title.signature: title.image for title in open_book(root).read_titles()}
    assert (after["B1r"], after["B3r"]) == (other, one)


def test_skeletons_are_honoured_and_only_what_is_touched_runs(root: Path) -> None:
    """A side moves to another skeleton; titles are not located again, and undo restores it."""
    before = {unit.name: unit.skeleton for unit in read_result(root).units}
    side = "C(o)"
    there = next(name for name, own in before.items() if own != before[side])
    behind = next(n for n, own in before.items() if own == before[side] and n != side)
    decide(
        root,
        {"do": "same-skeleton", "sides": [side, there]},
        {"do": "different-skeleton", "sides": [side, behind]},
    )
    assert run(root) == {"titles": False, "skeletons": True, "findings": True, "report": True}
    after = {unit.name: unit.skeleton for unit in read_result(root).units}
    assert after[side] == after[there] != after[behind]
    decide(root, {"do": "undo", "undoes": 2}, {"do": "undo", "undoes": 1})
    run(root)
    assert {unit.name: unit.skeleton for unit in read_result(root).units} == before


def test_a_verdict_runs_only_the_report(root: Path) -> None:
    """The report shows verdict, note, the scholar's account and every decision."""
    finding = load_findings(root)[0]
    decide(
        root,
        {"do": "finding", "finding": finding.identity, "verdict": "reject", "note": "not <so>"},
        {"do": "account", "text": "Printed at two presses."},
        {"do": "open", "titles": ["B1r", "C1r"], "why": "blurred"},
    )
    assert run(root) == {"titles": False, "skeletons": False, "findings": False, "report": True}
    page = (root / "report.html").read_text("utf-8")
    assert "Rejected (decision 1): not &lt;so&gt;" in page
    assert "Printed at two presses." in page
    assert "B1r and C1r: left open" in page
    assert not any(run(root).values())


def test_what_a_system_cannot_honour_is_refused(root: Path) -> None:
    """The paper's kernels and single pages say which lines they cannot honour."""
    decide(root, {"do": "same-skeleton", "sides": ["B(o)", "C(o)"]})
    with pytest.raises(InputError, match=r"kernel lev cannot honour decisions\.jsonl, line 1"):
        run(root, Settings(kernel=KernelName.LEV))
    with pytest.raises(InputError, match="--unit pages cannot honour"):
        run(root, Settings(unit=Unit.PAGES))


def test_impossible_decisions_are_refused_with_their_lines(root: Path) -> None:
    """Two titles of one sheet side, made the same by a detour."""
    decide(
        root,
        {"do": "same", "titles": ["B1r", "C1r"]},
        {"do": "same", "titles": ["C1r", "B3r"]},
    )
    with pytest.raises(InputError, match=r"line 1: .*line 2: .*B1r and B3r are both on B\(o\)"):
        run(root)
