"""The demonstration end to end: pages printed, titles located, skeletons and findings correct."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from formework.book.folder import open_book
from formework.demo import run_demo
from tests.test_cli import formework as run_formework

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_simulated_quarto_from_scans_to_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Titles, skeletons and planted events are found, and the README shows what is printed."""
    stages: set[str] = set()

    def report(stage: str, done: int, total: int) -> None:
        if done == total:
            stages.add(stage)

    monkeypatch.chdir(tmp_path)
    folder = Path("formework-demo")
    lines = list(run_demo(folder, report))
    printed = "\n".join(lines)
    shown = README.split("known skeletons and writes a report")[1].split("```")[1]
    for line in shown.strip().splitlines():
        assert line == "…" or line in printed, line
    assert any("79 running titles, 1 page without" in line for line in lines)
    assert {"printed", "located", "titles cut out"} <= stages
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
