"""The commands. Each reads its options, runs one stage, and prints the outcome.

Each command imports the program inside its function, so that `formework --help`
does not load libraries it does not need.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


def say_json(answer: object) -> None:
    """Print an answer for other programs: one line of JSON."""
    click.echo(json.dumps(answer, ensure_ascii=False))


def say_warnings(warnings: Iterable[str]) -> None:
    """Print warnings on standard error, one line each."""
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
