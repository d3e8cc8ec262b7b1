"""The demonstration end to end: pages printed, titles located, skeletons and findings correct."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.demo import run_demo
from tests.test_cli import formework as run_formework

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_a_simulated_quarto_from_scans_to_report(tmp_path: Path) -> None:
    """All titles are located, and the planted events are found and nothing else."""
    stages: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        if done == total:
            stages.add(stage)

    folder = tmp_path / "lear"
    lines = list(run_demo(folder, report))
    assert any("79 running titles, 1 page without" in line for line in lines)
    assert {"printed", "located", "titles compared"} <= stages
    titles = open_book(folder).read_titles()
    assert [title.signature for title in titles if title.box is None] == ["A1r"]
    findings = [line for line in lines if line.startswith("- ")]
    assert {line.split(" (")[0] for line in findings} == {
        "- alternation", "- turned", "- reset", "- sole appearance",
    }  # fmt: skip
    assert all("correct" in line for line in findings)
    assert (folder / "report.html").stat().st_size > 100_000
    scored = run_formework("score", str(folder), str(folder / "truth.csv"), "--json")
    assert json.loads(scored.stdout)["scores"]["v_measure"] > 0.9
