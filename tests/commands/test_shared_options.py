"""Options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import pytest

from formework.cli import cli
from formework.settings import Estimator, KernelName, Unit
from formework.simulate.difficulty import DIFFICULTIES
from formework.simulate.scan import View
from formework.simulate.universes import UNIVERSES

if TYPE_CHECKING:
    from collections.abc import Iterable

CHOICES: dict[str, Iterable[str]] = {
    "kernel": KernelName,
    "unit": Unit,
    "estimator": Estimator,
    "difficulty": DIFFICULTIES,
    "view": View,
    "universe": UNIVERSES,
}


@pytest.mark.parametrize("command", sorted(cli.commands))
def test_help_lists_the_real_choices(command: str) -> None:
    """The choices in the help of an option are those the program accepts."""
    for option in cli.commands[command].params:
        if isinstance(option, click.Option) and option.name in CHOICES:
            assert option.metavar == "|".join(CHOICES[option.name]), option.name


@pytest.mark.parametrize("command", sorted(set(cli.commands) - {"demo"}))
def test_every_command_prints_json(command: str) -> None:
    """Every command that reports a result takes --json."""
    assert "as_json" in {parameter.name for parameter in cli.commands[command].params}
