"""The command `corpus`: status, wrong input, and what it prints."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from formework.corpus.journal import Attempt, Status, append_attempt
from tests.commands.invoke import invoke

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    """A catalogue of two books without scans."""
    path = tmp_path / "books.csv"
    path.write_text("id,source,format,collation\na,none,4°,A^4\nb,none,4°,A^4\n", "utf-8")
    return path


def test_failures_are_named_and_not_repeated(
    catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Books without scans fail with their cause; run again, nothing is left to do."""
    out = tmp_path / "out"
    first = invoke(capsys, "corpus", catalogue, out, "--jobs", 2)
    assert first.code == 1
    assert "failed: a: " in first.err
    assert first.out.splitlines()[-1] == "2 books: 0 done, 2 failed, 0 not finished"
    second = invoke(capsys, "corpus", catalogue, out)
    assert (second.code, second.out) == (0, first.out)
    assert len((out / "corpus.jsonl").read_text("utf-8").splitlines()) == 2
    assert "failed: none" not in (out / "index.html").read_text("utf-8")
    third = invoke(capsys, "corpus", catalogue, out, "--only", "failed", "--shard", "1/2")
    assert third.code == 1
    assert len((out / "corpus.jsonl").read_text("utf-8").splitlines()) == 3


def test_status_counts(catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The status of an output folder, for people and for programs."""
    (tmp_path / "catalogue.csv").write_bytes(catalogue.read_bytes())
    append_attempt(tmp_path, Attempt("b", Status.FAILED, "too slow", -9, 9.0, 8.0, 7))
    told = invoke(capsys, "corpus", "status", tmp_path)
    assert (told.code, told.out.splitlines()) == (
        0, ["b: too slow", "2 books: 0 done, 1 failed, 1 not finished"]
    )  # fmt: skip
    answer = json.loads(invoke(capsys, "corpus", "status", tmp_path, "--json").out)
    assert answer["failed"] == [{"id": "b", "cause": "too slow", "exit_code": -9}]
    assert (answer["books"], answer["left"]) == (2, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--shard", "5/2"), "shard '5/2' is not a share"),
        (
            ("--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"),
            "--jobs does not apply with --scheduler",
        ),
    ],
)
def test_wrong_options_are_refused(
    catalogue: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: tuple[str, ...],
    message: str,
) -> None:
    """Options that contradict each other are errors, before any folder is made."""
    refused = invoke(capsys, "corpus", catalogue, tmp_path / "out", *options)
    assert refused.code == 2
    assert message in refused.err
    assert not (tmp_path / "out").exists()


def test_other_folders_are_left_alone(
    catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder with other contents is not written to, and is not a corpus."""
    other = tmp_path / "photos"
    other.mkdir()
    (other / "cat.png").write_bytes(b"")
    refused = invoke(capsys, "corpus", catalogue, other)
    assert (refused.code, "is not the output of formework corpus" in refused.err) == (2, True)
    assert [path.name for path in other.iterdir()] == ["cat.png"]
    assert invoke(capsys, "corpus", "status", other).code == 2
