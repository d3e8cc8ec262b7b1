"""The commands cluster, score and bench."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path

HEADER = "signature,sheet_side,slot,section,skeleton,state,title,title_confidence,confidence\n"


def scored(root: Path) -> Path:
    """A book folder with a result of two sheet sides, the second wrong in the truth."""
    root.mkdir()
    rows = ["A1r,A(o),1,1,I,1,I,1,1", "B1r,B(o),1,1,I,1,I,1,1", "C1r,C(o),1,1,II,1,II,1,1"]
    (root / "skeletons.csv").write_text(HEADER + "\n".join(rows) + "\n")
    (root / "truth.csv").write_text("signature,skeleton\nA1r,a\nB1r,a\nC1r,b\n")
    return root


def test_score_of_a_perfect_result(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Labels may differ: the same grouping scores 1."""
    root = scored(tmp_path / "lear")
    answer = json.loads(invoke(capsys, "score", root, root / "truth.csv", "--json").out)
    assert answer["scores"]["v_measure"] == 1.0
    assert answer["scores"]["units"] == 3
    assert "skeletons: 2 found, 2 in truth" in invoke(capsys, "score", root, root / "truth.csv").out


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--kernel", "--view", "--difficulty", "--universe"])
def test_bench_refuses_unknown_choices(capsys: pytest.CaptureFixture[str], option: str) -> None:
    """An error raised in a worker process reaches the user with its hint."""
    outcome = invoke(capsys, "bench", option, "foo")
    assert outcome.code == 2
    assert outcome.err.startswith(f"error: there is no {option[2:]} 'foo'\nhint: ")


@pytest.mark.slow
def test_cluster_with_the_paper_s_system(
    lear: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number given is the number found, one line per sheet side, and the files are there."""
    root = tmp_path / "lear"
    shutil.copytree(lear, root)
    outcome = invoke(capsys, "cluster", root, "--kernel", "lev", "--skeletons", 3, "--turned")
    lines = outcome.out.splitlines()
    assert lines[-1].startswith("3 skeletons on 12 sheet sides")
    assert [line.split()[0] for line in lines[:12]][:2] == ["A(o)", "A(i)"]
    record = json.loads((root / "result.json").read_text("utf-8"))
    assert record["settings"]["kernel"] == "lev"
    assert record["settings"]["turned"] is True
    invoke(capsys, "report", root)
    assert "Distance" in (root / "report.html").read_text("utf-8")
    assert "prior 50:50" not in (root / "report.html").read_text("utf-8")
