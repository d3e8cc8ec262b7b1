"""The command titles; collate and init are tested in tests/test_cli.py."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_titles_counts_the_rows_of_its_table(
    lear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Words and JSON agree with titles.csv, and say that nothing changed."""
    rows = (lear / "titles.csv").read_text("utf-8").splitlines()[1:]
    answer = json.loads(invoke(capsys, "titles", lear, "--json").out)
    assert answer["located"] + answer["none"] == len(rows)
    assert answer["changed"] is False
    words = invoke(capsys, "titles", lear).out
    assert words.startswith(f"{answer['located']} located, {answer['none']} none")
    assert "nothing changed since the last run" in words
