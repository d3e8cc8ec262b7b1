"""One run at a time per book folder, and no temporary files left behind for ever."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from formework.book.plain_files import write_whole
from formework.book.run_lock import RUN_LOCK, hold_folder
from formework.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

HOLDER = """
import sys, time
from pathlib import Path
from formework.book.run_lock import hold_folder
with hold_folder(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_run_is_refused_until_the_first_ends(tmp_path: Path) -> None:
    """The refusal names the process; a killed process holds nothing."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout
        process.stdout.readline()
        with pytest.raises(InputError, match=f"process {process.pid}"), hold_folder(tmp_path):
            pass
        process.kill()
    with hold_folder(tmp_path):
        assert (tmp_path / RUN_LOCK).read_text() == str(os.getpid())


def test_temporary_files_older_than_the_run_are_removed(tmp_path: Path) -> None:
    """Temporary files of a killed process are removed; newer ones and other files stay."""
    (tmp_path / ".formework" / "crops").mkdir(parents=True)
    left = [
        tmp_path / f".titles.csv.{'0a' * 16}",
        tmp_path / ".formework" / "crops" / f".A1r.png.{'1b' * 16}",
    ]
    kept = [
        tmp_path / ".hidden",
        tmp_path / f"notes.{'0a' * 16}",
        tmp_path / ".formework" / "x.json",
    ]
    for path in (*left, *kept):
        path.write_text("part of a file")
        os.utime(path, (time.time() - 5, time.time() - 5))
    new = tmp_path / f".report.html.{'2c' * 16}"
    with hold_folder(tmp_path):
        new.write_text("being written by another command")
    assert [path.exists() for path in left] == [False, False]
    assert all(path.exists() for path in (*kept, new))


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    """A write that fails removes its own temporary file."""
    with pytest.raises(IsADirectoryError):
        write_whole(_folder(tmp_path / "report.html"), "text")
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]


def _folder(path: Path) -> Path:
    path.mkdir()
    return path
