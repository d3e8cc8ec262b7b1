"""The journal: lines are whole, whoever writes them."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

from formework.corpus.journal import Attempt, Status, append_attempt, read_attempts

if TYPE_CHECKING:
    from pathlib import Path

WRITER = """
import sys
from pathlib import Path
from formework.corpus.journal import Attempt, Status, append_attempt
for number in range(30):
    book = f"{sys.argv[2]}-{number}"
    append_attempt(Path(sys.argv[1]), Attempt(book, Status.FAILED, "x" * 300, 1, 1.0, 1.0, 9))
"""


def test_attempts_come_back_as_written(tmp_path: Path) -> None:
    """What is appended is read back, with every field."""
    attempt = Attempt("lear", Status.FAILED, "B1r: “why”", -9, 12.5, 3.25, 812)
    append_attempt(tmp_path, attempt)
    assert list(read_attempts(tmp_path)) == [(1, attempt)]


def test_no_journal_is_an_empty_one(tmp_path: Path) -> None:
    """A folder without a journal has no attempts."""
    assert list(read_attempts(tmp_path)) == []


def test_processes_may_append_at_the_same_time(tmp_path: Path) -> None:
    """Lines of several processes never mix."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in "abc"
    ]
    assert [writer.wait() for writer in writers] == [0, 0, 0]
    attempts = [attempt for _, attempt in read_attempts(tmp_path)]
    assert None not in attempts
    assert {attempt.id for attempt in attempts if attempt} == {
        f"{name}-{number}" for name in "abc" for number in range(30)
    }


def test_a_line_cut_off_does_not_spoil_the_next(tmp_path: Path) -> None:
    """After a line without its end, the next attempt begins a new line."""
    (tmp_path / "corpus.jsonl").write_bytes(b'{"id": "a"')
    attempt = Attempt("b", Status.DONE, "", 0, 1.0, 1.0, 1)
    append_attempt(tmp_path, attempt)
    assert list(read_attempts(tmp_path)) == [(1, None), (2, attempt)]
