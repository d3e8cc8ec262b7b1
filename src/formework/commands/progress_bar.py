"""The progress bar of long work: pages per second and the time remaining."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.progress import ProgressReport


class _PagesPerSecond(ProgressColumn):
    def render(self, task: Task) -> Text:
        return Text(f"{task.speed:.1f} pages/s" if task.speed else "", style="dim")


@contextmanager
def progress_bar() -> Iterator[ProgressReport]:
    """Show progress on standard error if it is a terminal; otherwise show nothing."""
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        _PagesPerSecond(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task("", total=None)

        def show(work: str, done: int, total: int) -> None:
            bar.update(task, description=work, completed=done, total=total)

        yield show
