"""Attempts at books in supervised processes: failures cost only themselves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import psutil
import pytest

from formework.corpus.book_order import BookOrder, Limits
from formework.corpus.journal import Status
from formework.corpus.supervisor import Supervisor, attempt_book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

PARENT = """
import sys, time
from formework.corpus.book_order import BookOrder
from formework.corpus.supervisor import Supervisor
Supervisor(BookOrder.from_json(sys.argv[1]))
time.sleep(60)
"""


@pytest.fixture
def order(tmp_path: Path) -> BookOrder:
    """An order for a book whose source does not exist."""
    return BookOrder("lear", str(tmp_path / "absent"), "", "", str(tmp_path / "out"), Limits())


def hanging(order: BookOrder) -> BookOrder:
    """The book's folder exists; its book.toml is a pipe that nobody writes to."""
    order.root.mkdir(parents=True)
    os.mkfifo(order.root / "book.toml")
    return order


def is_at_work(order: BookOrder) -> bool:
    """Whether any process works on the book."""
    for process in psutil.process_iter(["cmdline", "status"]):
        words = process.info["cmdline"] or ()
        if str(order.root) in words and process.info["status"] != psutil.STATUS_ZOMBIE:
            return True
    return False


def wait_until(holds: Callable[[], bool], seconds: float = 30) -> bool:
    """Wait for something to hold."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if holds():
            return True
        time.sleep(0.05)
    return False


def test_a_missing_source_is_named(order: BookOrder) -> None:
    """A book whose source does not exist fails with the message of `init`."""
    attempt = attempt_book(order)
    assert (attempt.status, attempt.exit_code) == (Status.FAILED, 2)
    assert "absent" in attempt.cause
    assert attempt.seconds > 0
    assert not order.root.exists()


def test_a_book_that_hangs_is_stopped(order: BookOrder) -> None:
    """A book that never ends is stopped, and nothing is left at work on it."""
    attempt = attempt_book(replace(hanging(order), limits=Limits(4, 1000)))
    assert attempt.status is Status.FAILED
    assert attempt.cause == "not finished after 4 s: stopped"
    assert not is_at_work(order)


def test_a_killed_supervisor_is_a_failed_attempt(order: BookOrder) -> None:
    """If the supervisor itself is killed, the attempt has failed, and its book is ended."""
    supervisor = Supervisor(hanging(order))
    assert wait_until(lambda: is_at_work(order))
    parents = [p for p in psutil.Process().children() if "book_attempt" in " ".join(p.cmdline())]
    parents[0].send_signal(signal.SIGKILL)
    attempt = supervisor.finish()
    assert attempt.status is Status.FAILED
    assert "supervising process ended with code -9" in attempt.cause
    assert wait_until(lambda: not is_at_work(order))


def test_nothing_goes_on_without_its_parent(order: BookOrder) -> None:
    """If whoever asked for the book is killed, the book is ended too."""
    command = [sys.executable, "-c", PARENT, hanging(order).as_json()]
    with subprocess.Popen(command) as parent:
        assert wait_until(lambda: is_at_work(order))
        parent.kill()
    assert wait_until(lambda: not is_at_work(order))
