"""The progress bar of long work: pages per second and the time remaining."""

from __future__ import annotations

import sys
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING

from formework.progress import silent

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.progress import ProgressReport


@contextmanager
def progress_bar() -> Iterator[ProgressReport]:
    """Show progress on standard error if it is a terminal; otherwise show nothing.

    The library that draws the bar is loaded only when there is progress to show:
    a command with nothing to do starts without it.
    """
    if not sys.stderr.isatty():
        yield silent
        return
    with ExitStack() as stack:
        shown: list[ProgressReport] = []

        def show(work: str, done: int, total: int) -> None:
            if not shown:
                shown.append(_open_bar(stack))
            shown[0](work, done, total)

        yield show


def _open_bar(stack: ExitStack) -> ProgressReport:
    """Open a bar that is removed when the stack is closed."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class PagesPerSecond(ProgressColumn):
        def render(self, task: Task) -> Text:
            return Text(f"{task.speed:.1f} pages/s" if task.speed else "", style="dim")

    bar = stack.enter_context(
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            PagesPerSecond(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
    )
    task = bar.add_task("", total=None)

    def show(work: str, done: int, total: int) -> None:
        bar.update(task, description=work, completed=done, total=total)

    return show
