"""The command line. Exit 0 done, 1 the work failed, 2 wrong input."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

import click

from formework import __version__
from formework.commands import (
    book_commands,
    exchange_commands,
    reading_commands,
    simulation_commands,
    skeleton_commands,
    training_command,
)
from formework.errors import FormeworkError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="formework", message="%(prog)s %(version)s")
def cli() -> None:
    """Read how a hand-press book was printed from its running titles."""


for command in (
    book_commands.init,
    book_commands.collate,
    book_commands.titles,
    skeleton_commands.cluster,
    skeleton_commands.score,
    skeleton_commands.bench,
    reading_commands.findings,
    reading_commands.report,
    reading_commands.run,
    reading_commands.compare,
    exchange_commands.export,
    simulation_commands.simulate,
    simulation_commands.demo,
    training_command.train,
):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every failure is two lines on standard error."""
    try:
        cli.main(args=arguments, prog_name="formework", standalone_mode=False)
    except FormeworkError as error:
        _fail(error.message, error.hint, 2 if isinstance(error, InputError) else 1)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "formework"
        _fail(error.format_message(), f"{path} --help", 2)
    except click.ClickException as error:
        _fail(error.format_message(), "formework --help", 2)
    except (KeyboardInterrupt, click.Abort):
        _fail("stopped", "run the same command again to go on", 1)
    except BrokenPipeError:
        # The reader of our output went away: nothing is left to say, nor a place to say it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if os.environ.get("FORMEWORK_TRACEBACK"):
            raise
        _fail(
            f"{type(error).__name__}: {error}",
            "this is a fault of the program: set FORMEWORK_TRACEBACK=1 and report what it prints",
            1,
        )


def _fail(message: str, hint: str, code: int) -> None:
    one_line = " ".join(message.split())
    click.echo(f"error: {one_line}", err=True)
    click.echo(f"hint: {' '.join(hint.split())}", err=True)
    sys.exit(code)
