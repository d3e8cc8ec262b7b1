"""The suite of simulated books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.bench.suite import SuitePlan, run_suite
from formework.bench.table import describe_suite, write_suite

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_two_books_of_the_suite(tmp_path: Path) -> None:
    """The suite scores every method and unit, and its table includes the paper's."""
    plan = SuitePlan(kernel="lev", books=("institution", "king-lear"), seed=3)
    cells = list(run_suite(plan))
    assert {(cell.method, cell.unit) for cell in cells} == {
        ("random uniform", "sheet-sides"),
        ("assign majority", "sheet-sides"),
        ("shuffled labels", "sheet-sides"),
        ("lev", "sheet-sides"),
        ("lev", "recto"),
        ("lev", "pages"),
        ("lev, dirichlet", "sheet-sides"),
        ("lev, eigengap", "sheet-sides"),
    }
    by_unit = {(c.book, c.unit): c.v for c in cells if c.method == "lev"}
    assert by_unit["institution", "sheet-sides"] > by_unit["institution", "recto"]
    assert list(run_suite(plan)) == cells
    write_suite(tmp_path, plan, cells)
    table = (tmp_path / "bench.md").read_text(encoding="utf-8")
    assert table == describe_suite(plan, cells)
    assert "Our books are simulated" in table
    assert "| *paper: lev* | sheet-sides | 100 / 100 / 100 | 100 / 100 / 100 | 100 |" in table
    assert len((tmp_path / "bench.csv").read_text().splitlines()) == 1 + len(cells)


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["spacing", "vit"])
def test_evidence_beats_the_paper(kernel: str) -> None:
    """A small quarto by evidence: no worse than Lev, with the number given and unknown."""
    plans = [SuitePlan(kernel=name, books=("king-lear",), seed=3) for name in (kernel, "lev")]
    ours, paper = ({(cell.method, cell.unit): cell.v for cell in run_suite(p)} for p in plans)
    assert ours[kernel, "sheet-sides"] >= paper["lev", "sheet-sides"]
    assert ours[f"{kernel}, number unknown", "sheet-sides"] >= 95
