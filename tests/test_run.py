"""The main job: killed at any stage it ends with the same files, and done it does nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from tests.test_cli import failed
from tests.test_cli import formework as run_formework

if TYPE_CHECKING:
    from pathlib import Path

FILES = (
    "titles.csv", "skeletons.csv", "recurrence.csv", "distances.npz", "result.json",
    "findings.json", "staircase.svg", "staircase.png", "staircase.pdf", "montage.png",
    "report.html",
)  # fmt: skip
# The files whose appearance gives the sign to kill: one in each stage, or just before it ends.
MOMENTS = (
    ".formework/surveys.jsonl", "titles.csv", ".formework/skeletons.stage.json", "skeletons.csv",
    "findings.json", "staircase.svg", "montage.png",
)  # fmt: skip


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated quarto, its titles cut out, run from pages to report."""
    root = tmp_path_factory.mktemp("run") / "lear"
    for _ in write_book(simulate_book(KING_LEAR, seed=5), root, name="Lear", cut=True):
        pass
    shutil.copytree(root, root.parent / "fresh" / "lear")
    run = run_formework("run", str(root))
    assert run.returncode == 0, run.stderr
    return root


@pytest.mark.slow
def test_a_second_run_does_nothing(done: Path) -> None:
    """Nothing is written where nothing changed; findings follow a corrected skeleton."""
    before = {name: (done / name).stat().st_mtime_ns for name in FILES}
    answer = json.loads(run_formework("run", str(done), "--json").stdout)
    assert not any(answer["done"].values())
    assert before == {name: (done / name).stat().st_mtime_ns for name in FILES}


@pytest.mark.slow
def test_killed_at_every_stage(done: Path, tmp_path: Path) -> None:
    """Killed again and again, whenever a file appears, a run ends with the very same files."""
    root = tmp_path / "lear"
    shutil.copytree(done.parent / "fresh" / "lear", root)
    for moment in MOMENTS:
        kill_when(root, root / moment)
    assert run_formework("run", str(root)).returncode == 0
    for name in FILES:
        assert (root / name).read_bytes() == (done / name).read_bytes(), name
    assert not [
        path.name for path in root.iterdir() if path.name.startswith(".") and path.is_file()
    ]


def kill_when(root: Path, sign: Path) -> None:
    """Start a run, and kill it as soon as a file appears, or let it end."""
    run = subprocess.Popen(
        [sys.executable, "-m", "formework", "run", str(root)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while run.poll() is None and not sign.exists():
        time.sleep(0.01)
    run.kill()
    run.wait()


@pytest.mark.slow
def test_a_correction_goes_through(done: Path, tmp_path: Path) -> None:
    """A skeleton corrected by hand is kept, and findings and report are made again from it."""
    root = tmp_path / "lear"
    shutil.copytree(done, root)
    table = (root / "skeletons.csv").read_text()
    (root / "skeletons.csv").write_text(table.replace(",I,", ",X,"))
    answer = json.loads(run_formework("run", str(root), "--json").stdout)
    assert answer["done"] == {"titles": False, "skeletons": False, "findings": True, "report": True}
    assert "X" in (root / "skeletons.csv").read_text()
    (root / "titles.csv").write_text(
        (root / "titles.csv").read_text().replace("supplied", "corrected", 1)
    )
    code, lines = failed(run_formework("run", str(root), "--json"))
    assert code == 2
    assert "skeletons.csv was changed by hand" in lines[0]


@pytest.mark.slow
def test_compare(done: Path) -> None:
    """Any two titles of one text are compared gap by gap, with a picture; others are refused."""
    answer = json.loads(run_formework("compare", str(done), "B1r", "B3r", "--json").stdout)
    assert answer["pages"] == ["B1r", "B3r"]
    assert 0 <= answer["probability_same"] <= 0.5  # they are on one sheet side
    assert any(gap["significant"] for gap in answer["gaps"])
    assert (done / "compare-B1r-B3r.png").stat().st_size > 10_000
    assert "± " in run_formework("compare", str(done), "B1r", "B3r").stdout.decode()
    code, lines = failed(run_formework("compare", str(done), "B1r", "B1v"))
    assert (code, "have different texts" in lines[0]) == (2, True)
    code, lines = failed(run_formework("compare", str(done), "B1r", "Q9r"))
    assert (code, "Q9r is not a page of the collation" in lines[0]) == (2, True)
