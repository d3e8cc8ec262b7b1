"""The command line. Exit codes: 0 done, 1 the work failed, 2 the input is wrong."""

from __future__ import annotations

import errno
import os
import sys
from typing import TYPE_CHECKING

import click

from formework import __version__
from formework.commands import (
    book_commands,
    corpus_command,
    exchange_commands,
    reading_commands,
    simulation_commands,
    skeleton_commands,
    training_command,
    workbench_command,
)
from formework.errors import FormeworkError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


# Faults of the disk, not of the program, and what to do about each.
_MAKE_ROOM = "free some space, then run the same command again to resume"
_CHECK_OWNER = "check who owns the book folder and may write in it"
_DISK_FAULTS = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EFBIG: _MAKE_ROOM,
    errno.EROFS: "copy the book folder to a place where you can write",
    errno.EACCES: _CHECK_OWNER,
    errno.EPERM: _CHECK_OWNER,
}


class _InOrder(click.Group):
    """A group that lists its commands in the order in which they were added."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=_InOrder,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="formework", message="%(prog)s %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """Reconstruct how a hand-press book was printed by tracing its running titles.

    \b
    Start here:
      formework demo                       a simulated book, from scans to report
      formework init scans/ lear --format quarto --collation "A-F^4"
      formework run lear                   your own book
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


# In the order of the work: the book, its stages, then simulated books and training.
for command in (
    simulation_commands.demo,
    book_commands.collate,
    book_commands.init,
    reading_commands.run,
    workbench_command.open_workbench,
    book_commands.titles,
    skeleton_commands.cluster,
    reading_commands.findings,
    reading_commands.report,
    reading_commands.compare,
    exchange_commands.export,
    skeleton_commands.score,
    simulation_commands.simulate,
    skeleton_commands.bench,
    corpus_command.corpus,
    training_command.train,
):
    cli.add_command(command)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line. A failure prints two lines on standard error: error and hint."""
    try:
        cli.main(args=arguments, prog_name="formework", standalone_mode=False)
    except FormeworkError as error:
        _fail(error.message, error.hint, 2 if isinstance(error, InputError) else 1)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "formework"
        _fail(error.format_message(), f"see {path} --help", 2)
    except click.ClickException as error:
        _fail(error.format_message(), "see formework --help", 2)
    except (KeyboardInterrupt, click.Abort):
        _fail("interrupted", "run the same command again to resume", 1)
    except BrokenPipeError:
        # Standard output was closed, as by `head`: nothing more can be printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if os.environ.get("FORMEWORK_TRACEBACK"):
            raise
        if isinstance(error, OSError) and error.errno in _DISK_FAULTS:
            what = f"{error.filename} cannot be written" if error.filename else "writing failed"
            _fail(f"{what}: {error.strerror}", _DISK_FAULTS[error.errno], 1)
        _fail(
            f"{type(error).__name__}: {error}",
            "this is a bug: set FORMEWORK_TRACEBACK=1, run again, and report the traceback",
            1,
        )


def _fail(message: str, hint: str, code: int) -> None:
    one_line = " ".join(message.split())
    click.echo(f"error: {one_line}", err=True)
    click.echo(f"hint: {' '.join(hint.split())}", err=True)
    sys.exit(code)
