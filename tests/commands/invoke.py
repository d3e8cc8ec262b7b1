"""A command run in this process, as the user would run it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from formework.cli import main

if TYPE_CHECKING:
    import pytest


class Outcome(NamedTuple):
    """The exit code of a command, and what it printed."""

    code: int
    out: str
    err: str


def invoke(capsys: pytest.CaptureFixture[str], *arguments: object) -> Outcome:
    """Run a command and return its exit code and output."""
    code = 0
    try:
        main([str(argument) for argument in arguments])
    except SystemExit as stop:
        code = int(stop.code or 0)
    captured = capsys.readouterr()
    return Outcome(code, captured.out, captured.err)
