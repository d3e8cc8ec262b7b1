"""A small library with faulty books, on each runner, killed on the way: only they fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.cli import main
from tests.corpus import trial
from tests.corpus.trial import Library, check_faults, fingerprints, local_cluster, run_with_kills

if TYPE_CHECKING:
    from pathlib import Path

BOOKS, FAULTS = 8, 5


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """Eight small books, five of them faulty in five ways."""
    monkeypatch.setattr(trial, "TIME_LIMIT", 40)
    return trial.make_library(tmp_path / "library", BOOKS, FAULTS, seed=3, universe="development")


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["local", "dask"])
def test_faults_cost_only_themselves(library: Library, tmp_path: Path, runner: str) -> None:
    """All faults are named, nothing is repeated after a kill, and results are those of `run`."""
    out = tmp_path / "out"
    if runner == "dask":
        with local_cluster(library, workers=2) as address:
            run_with_kills(library, out, 1, "--scheduler", address)
    else:
        run_with_kills(library, out, 1, "--jobs", "2")
    done, lines = check_faults(library, out)
    assert (done, lines) == (BOOKS - FAULTS, BOOKS)
    sound = [f"book-{n:04}" for n in range(1, BOOKS + 1) if f"book-{n:04}" not in library.faults]
    for book in sound:
        main(["run", str(library.root / book)])
    assert fingerprints(out, sound) == fingerprints(library.root, sound)
    assert trial.score(library, out, sound) > 0.9
    assert (out / "index.html").exists()
