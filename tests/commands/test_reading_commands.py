"""The commands findings, report, run and compare."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def test_run_says_that_nothing_is_left_to_do(
    lear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second run prints one line per stage, each up to date, then the account; and in JSON."""
    stages, _, account = invoke(capsys, "run", lear).out.partition("\n\n")
    lines = stages.splitlines()
    assert account.startswith("The running titles of ")
    assert [line.split()[0] for line in lines] == ["titles", "skeletons", "findings", "report"]
    assert all(line.endswith(" (up to date)") for line in lines)
    answer = json.loads(invoke(capsys, "run", lear, "--json").out)
    assert set(answer["done"].values()) == {False}
    assert f"{answer['skeletons']} skeletons" in lines[1]
    assert answer["warnings"] == []


def test_run_and_cluster_say_the_same_number(
    lear: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The number of skeletons and states is the same in run, cluster and result.json."""
    line = invoke(capsys, "run", lear).out.splitlines()[1]
    words = line.removeprefix("skeletons").removesuffix("(up to date)").strip()
    assert words in invoke(capsys, "cluster", lear).out
    record = json.loads((lear / "result.json").read_text("utf-8"))
    answer = json.loads(invoke(capsys, "cluster", lear, "--json").out)
    assert (record["skeletons"], record["states"]) == (answer["skeletons"], answer["states"])


def test_findings_in_words_and_json(lear: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Both outputs have the findings of findings.json; in JSON, each with its verdict."""
    record = json.loads((lear / "findings.json").read_text("utf-8"))["findings"]
    undecided = {"verdict": "", "note": "", "n": None}
    answer = json.loads(invoke(capsys, "findings", lear, "--json").out)
    assert answer == [finding | undecided for finding in record]
    words = invoke(capsys, "findings", lear).out
    assert all(finding["observation"] in words for finding in record)


def test_report_names_its_file(lear: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The path printed is that of the report, and its size is true."""
    assert invoke(capsys, "report", lear).out == f"open {lear / 'report.html'}\n"
    answer = json.loads(invoke(capsys, "report", lear, "--json").out)
    assert answer["bytes"] == (lear / "report.html").stat().st_size


def test_compare_shows_every_gap(lear: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The overlay is an image; words and JSON agree on the gaps, whatever the case of a page."""
    outcome = invoke(capsys, "compare", lear, "b1r", "C1r")
    assert outcome.code == 0
    answer = json.loads(invoke(capsys, "compare", lear, "B1r", "C1r", "--json").out)
    assert answer["pages"] == ["B1r", "C1r"]
    assert 0 <= answer["probability_same"] <= 1
    for gap in answer["gaps"]:
        assert f"\n{gap['gap']:<18} " in outcome.out
    with Image.open(lear / "compare-B1r-C1r.png") as picture:
        assert picture.width > 500


@pytest.mark.parametrize(
    ("pages", "error", "hint"),
    [
        (("Z1r", "B1r"), "Z1r is not a page of the collation", "such as A1r"),
        (("B1r", "B1v"), "the running titles of B1r and B1v have different texts", "both recto"),
    ],
)
def test_compare_refuses(
    lear: Path,
    capsys: pytest.CaptureFixture[str],
    pages: tuple[str, str],
    error: str,
    hint: str,
) -> None:
    """A page outside the collation, or of another text, is an error with a hint."""
    outcome = invoke(capsys, "compare", lear, *pages)
    assert outcome.code == 2
    message, advice = outcome.err.splitlines()
    assert error in message
    assert hint in advice
