"""A watched process keeps its limits, with all its children."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import psutil

from formework.corpus.book_order import Limits
from formework.corpus.watched_process import Ending, Usage, watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

GENEROUS = Limits(60, 2000)
# A child that uses memory, and a parent that uses none; NAME is among the child's arguments.
GREEDY_CHILD = """
import subprocess, sys, time
subprocess.Popen([sys.executable, "-c",
    "x = bytearray(b'1') * (300 << 20); import time; time.sleep(60)", "NAME"])
time.sleep(60)
"""


def watched(
    tmp_path: Path, program: str, limits: Limits = GENEROUS,
    abandoned: Callable[[], bool] = lambda: False,
) -> tuple[Ending, Usage, bytes]:  # fmt: skip
    """A Python program run under limits: its ending, what it used, what it printed."""
    usage = Usage()
    ending = watch([sys.executable, "-c", program], tmp_path / "log", limits, usage, abandoned)
    return ending, usage, (tmp_path / "log").read_bytes()


def test_exit_code_and_output_are_kept(tmp_path: Path) -> None:
    """A process that ends gives its exit code; both streams are in the log."""
    program = "import sys; print('out'); print('err', file=sys.stderr); sys.exit(3)"
    ending, _, log = watched(tmp_path, program)
    assert ending == Ending(3)
    assert sorted(log.split()) == [b"err", b"out"]


def test_a_process_that_hangs_is_stopped(tmp_path: Path) -> None:
    """After the time limit the process is killed, and the reason names the limit."""
    started = time.monotonic()
    ending, usage, _ = watched(tmp_path, "import time; time.sleep(60)", Limits(1, 2000))
    assert ending == Ending(-9, "not finished after 1 s: stopped")
    assert time.monotonic() - started < 20
    assert 0 < usage.peak_mb < 100


def test_memory_of_children_counts(tmp_path: Path) -> None:
    """Memory is that of the whole family, and all of it is ended."""
    name = str(tmp_path)  # other test runs on this machine have their own children
    ending, usage, _ = watched(tmp_path, GREEDY_CHILD.replace("NAME", name), Limits(60, 200))
    assert "more than 200 MB of memory used" in ending.stopped
    assert usage.peak_mb > 200
    patience = time.monotonic() + 10  # a killed process takes a moment to give back its memory
    while _is_alive(name) and time.monotonic() < patience:
        time.sleep(0.05)
    assert not _is_alive(name)


def _is_alive(name: str) -> bool:
    """Whether a process with this argument runs; a zombie does not."""
    processes = psutil.process_iter(["cmdline", "status"])
    return any(
        name in (one.info["cmdline"] or ()) and one.info["status"] != psutil.STATUS_ZOMBIE
        for one in processes
    )


def test_a_process_that_prints_without_end_is_stopped(tmp_path: Path) -> None:
    """A full log does not fill the disk."""
    ending, _, log = watched(tmp_path, "while True: print('x' * 100000)")
    assert "printed: stopped" in ending.stopped
    assert len(log) < 2 * 2**30


def test_abandoned_work_is_stopped(tmp_path: Path) -> None:
    """When nobody waits for the result, the process is ended."""
    ending, _, _ = watched(tmp_path, "import time; time.sleep(60)", abandoned=lambda: True)
    assert ending == Ending(-9, "abandoned")


def test_processor_time_is_counted(tmp_path: Path) -> None:
    """A second of computing is counted as about a second."""
    program = "import time\nwhile time.process_time() < 1.0: pass"
    _, usage, _ = watched(tmp_path, program)
    assert 0.6 < usage.cpu_seconds < 1.6
