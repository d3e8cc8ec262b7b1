"""The runs in the background: followed, replaced, and their failures shown."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from formework.stages import StageName
from formework.workbench.reruns import Reruns
from tests.workbench.desks import client, quarto

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    """A book whose scans are gone."""
    root = quarto(tmp_path / "lear")
    for path in (root / "pages").iterdir():
        path.unlink()
    return root


@pytest.mark.slow
def test_a_failure_is_shown_with_its_hint(empty: Path) -> None:
    """The run ends, and says what is wrong, as the command would."""
    runs = Reruns(empty)
    runs.start(StageName.TITLES, wait=0)
    assert runs.progress.running
    ends = time.monotonic() + 60
    while runs.progress.running and time.monotonic() < ends:
        time.sleep(0.05)
    assert "pages: 0 images for 16 pages" in runs.progress.error
    assert runs.progress.hint


@pytest.mark.slow
def test_a_later_run_replaces_the_earlier(empty: Path) -> None:
    """Started twice, only the second is followed; stopped, nothing is running."""
    runs = Reruns(empty)
    runs.start(StageName.TITLES, wait=0)
    time.sleep(0.2)
    runs.start(StageName.TITLES, wait=30)
    time.sleep(0.2)
    assert (runs.progress.running, runs.progress.error) == (True, "")
    runs.stop()
    assert not runs.progress.running


def test_decisions_before_a_result_start_nothing(tmp_path: Path) -> None:
    """There is nothing to bring up to date until the book has been run once."""
    browser = client(quarto(tmp_path / "lear"))
    record = {"do": "no-title", "signature": "A1r"}
    browser.post("/api/decisions", json=record, headers={"If-Match": '"0"'})
    assert not browser.get("/api/progress").json()["running"]
