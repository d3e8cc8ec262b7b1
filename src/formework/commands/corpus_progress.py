"""The progress of a corpus on standard error: failures at once, and the pace."""

from __future__ import annotations

import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich.console import Console

from formework.corpus.journal import Status

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from formework.corpus.journal import Attempt
    from formework.corpus.pace import RunPace

_LINE_SECONDS = 60.0  # between two lines if standard error is a file


@contextmanager
def corpus_progress() -> Iterator[Callable[[Attempt, RunPace], None]]:
    """Show the pace on a line that changes; without a terminal, print one line per minute."""
    console = Console(stderr=True, highlight=False, soft_wrap=True)
    last = time.monotonic()
    with console.status("starting") as status:

        def show(attempt: Attempt, pace: RunPace) -> None:
            nonlocal last
            if attempt.status is Status.FAILED:
                console.print(f"failed: {attempt.id}: {attempt.cause}", markup=False)
            status.update(pace.describe())
            is_due = time.monotonic() - last >= _LINE_SECONDS
            if not console.is_terminal and (is_due or pace.finished == pace.total):
                last = time.monotonic()
                console.print(pace.describe(), markup=False)

        yield show
