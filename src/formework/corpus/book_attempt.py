"""One attempt at one book: a process that supervises the work on it.

Run as `python -m formework.corpus.book_attempt ORDER PARENT`, it prints the
attempt as one line of JSON. If its parent, given by process id, is killed, it
stops the work and ends: a killed corpus leaves nothing running.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import sys
from typing import TYPE_CHECKING

from formework.book.file_names import REPORT_HTML
from formework.corpus.book_founding import (
    FORMEWORK,
    copy_book,
    init_command,
    is_book_folder,
    is_founded,
    put_in_place,
)
from formework.corpus.book_order import BookOrder
from formework.corpus.journal import Attempt, Status, locked
from formework.corpus.watched_process import Ending, Usage, watch
from formework.errors import InputError, WorkError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

_ERROR_LINE = re.compile(r"^error: (.+)$", re.MULTILINE)
_TAIL_BYTES = 64 * 1024  # of the log: the error is at its end
_MAX_CAUSE_CHARACTERS = 500
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\uffff]+")


class _Work:
    """The work on one book: make its folder, then run it."""

    def __init__(self, order: BookOrder, parent: int) -> None:
        self._order = order
        self._usage = Usage()
        self._parent = parent
        self._exit_code: int | None = None

    def attempt(self) -> Attempt:
        order, usage = self._order, self._usage
        for path in (order.log, order.lock):
            path.parent.mkdir(parents=True, exist_ok=True)
        with order.lock.open("wb") as lock, locked(lock.fileno()):
            order.log.write_bytes(b"")
            try:
                self._work()
                status, cause = Status.DONE, ""
            except (InputError, WorkError) as error:
                status, cause = Status.FAILED, error.message
            except (OSError, shutil.Error) as error:
                status, cause = Status.FAILED, f"{type(error).__name__}: {error}"
        return Attempt(
            order.id, status, clean_cause(cause), self._exit_code, round(usage.seconds, 2),
            round(usage.cpu_seconds, 2), usage.peak_mb,
        )  # fmt: skip

    def _work(self) -> None:
        order = self._order
        if not is_founded(order):
            if is_book_folder(order.source):
                copy_book(order)
            else:
                self._watch(init_command(order))
            put_in_place(order)
        self._watch([*FORMEWORK, "run", str(order.root)])
        if not (order.root / REPORT_HTML).exists():
            raise WorkError("the run ended without a report", hint=f"see {order.log}")

    def _watch(self, command: Sequence[str]) -> None:
        ending = watch(
            command, self._order.log, self._order.limits, self._usage, self._is_abandoned
        )
        self._exit_code = ending.exit_code
        if self._is_abandoned():
            sys.exit(1)
        if ending.exit_code or ending.stopped:
            raise WorkError(_cause(ending, self._order.log), hint=f"see {self._order.log}")

    def _is_abandoned(self) -> bool:
        return os.getppid() != self._parent


def _cause(ending: Ending, log: Path) -> str:
    if ending.stopped:
        return ending.stopped
    if ending.exit_code < 0:
        return f"ended by signal {signal.Signals(-ending.exit_code).name}"
    with log.open("rb") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - _TAIL_BYTES))
        errors = _ERROR_LINE.findall(file.read().decode(errors="replace"))
    return errors[-1] if errors else f"ended with exit code {ending.exit_code} and no message"


def clean_cause(cause: str) -> str:
    """A cause as one line of printable text: it may quote file names from anywhere."""
    return _UNPRINTABLE.sub(" ", cause)[:_MAX_CAUSE_CHARACTERS].strip()


if __name__ == "__main__":
    work = _Work(BookOrder.from_json(sys.argv[1]), parent=int(sys.argv[2]))
    sys.stdout.write(work.attempt().as_line() + "\n")
