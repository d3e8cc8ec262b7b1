"""Stages: done once, begun anew when killed or stale, and careful with what a person changed."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from formework.errors import InputError
from formework.stages import Stage, fingerprint

if TYPE_CHECKING:
    from pathlib import Path


def stage(root: Path) -> Stage:
    """A stage that makes out.csv from in.csv, which a person may correct."""
    source = root / "in.csv"
    return Stage("test", root, ("out.csv",), fingerprint(source), ("out.csv",), (source,))


def make(root: Path) -> bool:
    """Do its work; whether there was anything to do."""
    return stage(root).do(lambda: (root / "out.csv").write_text((root / "in.csv").read_text()))


def test_done_once(tmp_path: Path) -> None:
    """Nothing is done a second time; a changed input, or a lost file, makes it be done again."""
    (tmp_path / "in.csv").write_text("1")
    assert make(tmp_path)
    assert not make(tmp_path)
    (tmp_path / "in.csv").write_text("2")
    assert make(tmp_path)
    assert (tmp_path / "out.csv").read_text() == "2"
    (tmp_path / "out.csv").unlink()
    assert make(tmp_path)


def test_killed_work_is_begun_anew(tmp_path: Path) -> None:
    """A stage that did not end is not taken for done, though its file is there."""
    (tmp_path / "in.csv").write_text("1")

    def killed() -> None:
        (tmp_path / "out.csv").write_text("half")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stage(tmp_path).do(killed)
    assert make(tmp_path)
    assert (tmp_path / "out.csv").read_text() == "1"


def test_a_persons_change_is_kept(tmp_path: Path) -> None:
    """A corrected file stays while its input does; then it is not overwritten but told of."""
    (tmp_path / "in.csv").write_text("1")
    make(tmp_path)
    (tmp_path / "out.csv").write_text("corrected")
    assert not make(tmp_path)
    (tmp_path / "in.csv").write_text("2")
    with pytest.raises(InputError, match=r"out\.csv is not as the last run left it"):
        make(tmp_path)
    assert (tmp_path / "out.csv").read_text() == "corrected"


def test_files_of_another_command(tmp_path: Path) -> None:
    """What another command made is taken if it is younger than its source, and made if older."""
    (tmp_path / "in.csv").write_text("1")
    (tmp_path / "out.csv").write_text("by hand")
    os.utime(tmp_path / "in.csv", (100, 100))
    os.utime(tmp_path / "out.csv", (200, 200))
    assert not make(tmp_path)
    os.utime(tmp_path / "in.csv", (300, 300))
    assert make(tmp_path)


def test_a_damaged_record_is_no_record(tmp_path: Path) -> None:
    """A record that cannot be read only costs the work again."""
    (tmp_path / "in.csv").write_text("1")
    make(tmp_path)
    (tmp_path / ".formework" / "test.stage.json").write_text("[")
    os.utime(tmp_path / "out.csv", (1, 1))
    assert make(tmp_path)
