"""Stages: done once, done again when killed or stale, and careful with what a person changed."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.errors import InputError
from formework.stages import GRAPH, Stage, StageName, StageRun

if TYPE_CHECKING:
    from pathlib import Path

# A stage that makes out.csv from in.csv; a person may correct out.csv and notes.csv.
STAGE = Stage(
    StageName.FINDINGS,
    reads=("in.csv", "notes.csv"),
    writes=("out.csv", "notes.csv"),
    guarded=("out.csv",),
)


def make(root: Path, *settings: object) -> bool:
    """Do the work of the stage; return whether there was anything to do."""

    def work() -> None:
        (root / "out.csv").write_text((root / "in.csv").read_text())
        (root / "notes.csv").touch()

    return StageRun(STAGE, open_book(root), settings).bring_up_to_date(work)


def test_done_once(tmp_path: Path) -> None:
    """Nothing is done twice; a changed input, setting or lost file makes it be done again."""
    (tmp_path / "in.csv").write_text("1")
    assert make(tmp_path)
    assert not make(tmp_path)
    assert make(tmp_path, "another setting")
    (tmp_path / "in.csv").write_text("2")
    assert make(tmp_path, "another setting")
    assert (tmp_path / "out.csv").read_text() == "2"
    (tmp_path / "out.csv").unlink()
    assert make(tmp_path, "another setting")


def test_killed_work_is_done_again(tmp_path: Path) -> None:
    """A stage that did not end is not taken for done, though its file is there."""
    (tmp_path / "in.csv").write_text("1")

    def killed() -> None:
        (tmp_path / "out.csv").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        StageRun(STAGE, open_book(tmp_path)).bring_up_to_date(killed)
    assert make(tmp_path)
    assert (tmp_path / "out.csv").read_text() == "1"


def test_a_guarded_file_is_not_overwritten(tmp_path: Path) -> None:
    """A corrected file stays while its input does; then it is not overwritten but reported."""
    (tmp_path / "in.csv").write_text("1")
    make(tmp_path)
    (tmp_path / "out.csv").write_text("corrected")
    assert not make(tmp_path)
    (tmp_path / "in.csv").write_text("2")
    with pytest.raises(InputError, match=r"out\.csv was changed by hand"):
        make(tmp_path)
    assert (tmp_path / "out.csv").read_text() == "corrected"


def test_a_file_of_unknown_origin_is_not_overwritten(tmp_path: Path) -> None:
    """Without a record nobody knows who made a guarded file: it is refused, with a hint."""
    (tmp_path / "in.csv").write_text("1")
    (tmp_path / "out.csv").write_text("by hand, or by an older version")
    with pytest.raises(InputError, match="was not made by this version") as refused:
        make(tmp_path)
    assert "rename out.csv" in refused.value.hint
    (tmp_path / "out.csv").rename(tmp_path / "kept.csv")
    assert make(tmp_path)


def test_a_file_the_stage_reads_and_writes_is_an_input(tmp_path: Path) -> None:
    """An edit of a file that holds corrections is taken up by the next run."""
    (tmp_path / "in.csv").write_text("1")
    make(tmp_path)
    (tmp_path / "notes.csv").write_text("corrected")
    assert make(tmp_path)
    assert not make(tmp_path)
    assert (tmp_path / "notes.csv").read_text() == "corrected"


def test_a_copied_folder_is_up_to_date(tmp_path: Path) -> None:
    """Files are judged by their content, not by their times."""
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "in.csv").write_text("1")
    make(tmp_path / "one")
    shutil.copytree(tmp_path / "one", tmp_path / "two", copy_function=shutil.copyfile)
    assert not make(tmp_path / "two")


def test_a_damaged_record_only_costs_the_work(tmp_path: Path) -> None:
    """A record that cannot be read counts as missing."""
    (tmp_path / "in.csv").write_text("1")
    make(tmp_path)
    (tmp_path / ".formework" / "findings.stage.json").write_text("[")
    (tmp_path / "out.csv").unlink()
    assert make(tmp_path)


def test_every_file_read_is_written_before_or_given() -> None:
    """The graph has no gap: what a stage reads, an earlier one writes or the user gives."""
    known = {"book.toml", "pages.csv"}
    for stage in GRAPH:
        assert set(stage.reads) - set(stage.writes) <= known, stage.name
        assert not known & set(stage.writes)
        known |= set(stage.writes)
