"""The main job end to end: page scans printed, titles located, skeletons found."""

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
def test_a_simulated_quarto_from_scans_to_skeletons(tmp_path: Path) -> None:
    """All titles are located, the heading of the first page is none, every side is told."""
    stages: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        if done == total:
            stages.add(stage)

    lines = list(run_demo(tmp_path / "lear", report))
    assert "47 running titles located, 1 pages have none" in lines
    assert {"printed", "located"} <= stages
    titles = open_book(tmp_path / "lear").read_titles()
    assert [title.signature for title in titles if title.box is None] == ["A1r"]
    assert sum(line.startswith(tuple("ABCDEF")) for line in lines) == 12
    scored = run_formework(
        "score", str(tmp_path / "lear"), str(tmp_path / "lear/truth.csv"), "--json"
    )
    assert json.loads(scored.stdout)["scores"]["v_measure"] > 0.4
