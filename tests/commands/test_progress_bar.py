"""The progress bar of long work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.commands.progress_bar import progress_bar

if TYPE_CHECKING:
    import pytest


def test_silent_unless_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is printed into a pipe, so that standard error has only warnings and errors."""
    with progress_bar() as progress:
        progress("located", 1, 2)
        progress("located", 2, 2)
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")
