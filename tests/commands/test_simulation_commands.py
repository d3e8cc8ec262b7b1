"""The command simulate; demo is tested in test_demo.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path


def test_simulate_writes_titles_and_truth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """As many images as rows of truth.csv; the same command again changes nothing."""
    root = tmp_path / "lear"
    options = ("king-lear", root, "--cut", "--seed", 3)
    answer = json.loads(invoke(capsys, "simulate", *options, "--json").out)
    assert answer["images"] == len(list((root / "pages").iterdir()))
    truth = (root / "truth.csv").read_bytes()
    assert len(truth.splitlines()) == answer["images"] + 1
    words = invoke(capsys, "simulate", *options).out
    assert words == (
        f"{root}: {answer['images']} images, {answer['sheet_sides']} sheet sides; "
        "skeletons in truth.csv\n"
    )
    assert (root / "truth.csv").read_bytes() == truth


@pytest.mark.parametrize(
    ("options", "error"),
    [
        (("hamlet",), "there is no shape 'hamlet'"),
        (("king-lear", "--difficulty", "easy"), "there is no difficulty 'easy'"),
        (("king-lear", "--seed", "-1"), "seed -1 is below 0"),
        (("king-lear", "--turned", "3"), "3.0 is not in the range"),
    ],
)
def test_simulate_refuses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: tuple[str, ...], error: str
) -> None:
    """A wrong choice is an error that names it, and no folder is made."""
    outcome = invoke(capsys, "simulate", *options, tmp_path / "out")
    assert outcome.code == 2
    assert error in outcome.err
    assert not (tmp_path / "out").exists()
