"""The commands. Each reads its options, runs the work, and prints the outcome.

Each command imports the program inside its function, so that `formework --help`
does not load libraries it does not need.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Iterable


def say_json(record: object) -> None:
    """Print a record for other programs: one line of JSON."""
    click.echo(json.dumps(record, ensure_ascii=False))


def say_warnings(warnings: Iterable[str]) -> None:
    """Print warnings on standard error, one line each."""
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
