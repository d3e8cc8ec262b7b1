"""The process that supervises one book, started, awaited and ended from here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from formework.corpus.book_attempt import clean_cause
from formework.corpus.journal import Attempt, Status

if TYPE_CHECKING:
    from formework.corpus.book_order import BookOrder


class Supervisor:
    """A running attempt at a book, in its own process group."""

    def __init__(self, order: BookOrder) -> None:
        self._order = order
        self._started = time.monotonic()
        self._process = subprocess.Popen(  # noqa: S603 - our own module, without a shell
            [sys.executable, "-m", "formework.corpus.book_attempt", order.as_json(),
             str(os.getpid())],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            start_new_session=True,
        )  # fmt: skip

    def fileno(self) -> int:
        """The descriptor that becomes readable when the attempt ends."""
        assert self._process.stdout is not None  # noqa: S101 - asked for as a pipe
        return self._process.stdout.fileno()

    def finish(self) -> Attempt:
        """Wait for the end and return the attempt, whatever happened."""
        try:
            answer, _ = self._process.communicate()
        finally:
            self.end()
        lines = answer.decode(errors="replace").strip().splitlines() or ["no message"]
        attempt = Attempt.from_line(lines[-1])
        if attempt is not None and attempt.id == self._order.id:
            return attempt
        code = self._process.returncode
        cause = f"the supervising process ended with code {code}: {lines[-1]}"
        seconds = round(time.monotonic() - self._started, 2)
        return Attempt(self._order.id, Status.FAILED, clean_cause(cause), None, seconds, 0.0, 0)

    def end(self) -> None:
        """End the supervisor and everything it started, if anything is left."""
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            return  # none left; macOS gives this answer for processes that are ending


def attempt_book(order: BookOrder) -> Attempt:
    """Run one book, and return the attempt.

    Safe to run twice, even at the same time: the second waits, and finds the work done.
    """
    return Supervisor(order).finish()
