"""A process with limits on its time, its memory and its output."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from formework.corpus.book_order import Limits

_CHECK_SECONDS = 0.1  # between two checks of the memory: how long a process may exceed its limit
_SEARCH_SECONDS = 1.0  # between two searches for new children: each reads the process table
_MAX_LOG_BYTES = 16 * 2**20
_MB = 2**20
# One core per book: books are run in parallel instead.
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1"
)


@dataclass
class Usage:
    """What the processes of one book have used so far."""

    peak_mb: int = 0
    cpu_seconds: float = 0.0
    started: float = field(default_factory=time.monotonic)

    @property
    def seconds(self) -> float:
        """Seconds since the work began."""
        return time.monotonic() - self.started


@dataclass(frozen=True, slots=True)
class Ending:
    """How a process ended: its exit code, and why it was stopped, if it was."""

    exit_code: int
    stopped: str = ""


def watch(
    command: Sequence[str], log: Path, limits: Limits, usage: Usage, abandoned: Callable[[], bool]
) -> Ending:
    """Run a command until it ends or has to be stopped; its output is appended to the log.

    What it uses is added to `usage`; limits count from the start of that.
    `abandoned` tells whether the process that wants the result is gone.
    """
    with log.open("ab") as output:
        process = subprocess.Popen(  # noqa: S603 - our own command, without a shell
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, **_ONE_THREAD},
        )  # fmt: skip
    family = _Family(process.pid)
    try:
        while True:
            try:
                return Ending(process.wait(_CHECK_SECONDS))
            except subprocess.TimeoutExpired:
                reason = _reason_to_stop(family, log, limits, usage, abandoned)
            if reason:
                family.kill()
                return Ending(process.wait(), reason)
    finally:
        family.kill()
        usage.cpu_seconds += family.cpu_seconds


def _reason_to_stop(
    family: _Family, log: Path, limits: Limits, usage: Usage, abandoned: Callable[[], bool]
) -> str:
    memory_mb = family.measure() // _MB
    usage.peak_mb = max(usage.peak_mb, memory_mb)
    if memory_mb > limits.memory_mb:
        return f"more than {limits.memory_mb} MB of memory used ({memory_mb} MB): stopped"
    if usage.seconds > limits.seconds:
        return f"not finished after {limits.seconds:g} s: stopped"
    if log.stat().st_size > _MAX_LOG_BYTES:
        return f"more than {_MAX_LOG_BYTES // _MB} MB printed: stopped"
    return "abandoned" if abandoned() else ""


class _Family:
    """A process and its descendants."""

    def __init__(self, pid: int) -> None:
        self._members = {pid: psutil.Process(pid)}
        self._cpu_seconds: dict[int, float] = {}
        self._searched = 0.0

    @property
    def cpu_seconds(self) -> float:
        """Processor time of all members, as last measured."""
        return sum(self._cpu_seconds.values())

    def measure(self) -> int:
        """The resident memory of all members together, in bytes."""
        if time.monotonic() - self._searched > _SEARCH_SECONDS:
            self._search()
        memory = 0
        for pid, member in list(self._members.items()):
            try:
                with member.oneshot():
                    memory += member.memory_info().rss
                    times = member.cpu_times()
                    self._cpu_seconds[pid] = times.user + times.system
            except psutil.Error:
                del self._members[pid]
        return memory

    def kill(self) -> None:
        """End all members, newest first."""
        self._search()
        for member in reversed(self._members.values()):
            try:
                member.send_signal(signal.SIGKILL)
            except psutil.Error:
                continue

    def _search(self) -> None:
        self._searched = time.monotonic()
        for member in list(self._members.values()):
            try:
                found = member.children(recursive=True)
            except psutil.Error:
                continue
            self._members |= {child.pid: child for child in found}
