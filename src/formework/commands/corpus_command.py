"""The command that runs many books: corpus."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from formework.commands import say_json, say_warnings
from formework.commands.shared_options import json_option

if TYPE_CHECKING:
    from formework.corpus.ledger import Ledger
    from formework.corpus.runner import Runner

_STATUS = "status"


@click.command(short_help="Run every book of a catalogue, and compare them.")
@click.argument("catalogue")
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Books to run at a time; default: one per core.",
)
@click.option("--scheduler", metavar="ADDRESS", help="Run the books on this Dask cluster.")
@click.option("--shard", metavar="I/N", help="Run only share I of N of the books, for job arrays.")
@click.option("--only", type=click.Choice(["failed"]), help="Run only the books that failed.")
@click.option("--time-limit", default=3600.0, show_default=True, type=click.FloatRange(1),
              metavar="SECONDS",
              help="Time limit for each book.")  # fmt: skip
@click.option("--memory-limit", default=4096, show_default=True, type=click.IntRange(100),
              metavar="MB",
              help="Memory limit for each book.")  # fmt: skip
@json_option
def corpus(
    catalogue: str,
    out: Path,
    jobs: int | None,
    scheduler: str | None,
    shard: str | None,
    only: str | None,
    time_limit: float,
    memory_limit: int,
    as_json: bool,
) -> None:
    """Run every book of CATALOGUE, each in a separate process, into the folder OUT.

    CATALOGUE is a CSV file with the columns id, source, format and collation;
    further columns (title, printer, date) are kept and shown. A book that fails
    does not stop the others. If interrupted, run it again to resume: finished
    books are not repeated. At the end, index.html and the tables are written.
    "formework corpus status OUT" shows the progress, and what failed.

    \b
    Example:
      formework corpus books.csv library --jobs 4
      formework corpus status library
      formework corpus books.csv library --only failed
      formework corpus books.csv library --shard 3/100
    """
    from formework.commands.corpus_progress import corpus_progress
    from formework.corpus.book_order import Limits
    from formework.corpus.corpus_run import CorpusRun, open_corpus
    from formework.corpus.corpus_status import describe_status, summarise_status
    from formework.corpus.ledger import Shard

    failed = 0
    if catalogue != _STATUS:
        run = CorpusRun(
            Path(catalogue),
            out,
            Limits(time_limit, memory_limit),
            Shard.read(shard) if shard else Shard(),
            only_failed=only is not None,
        )
        with corpus_progress() as progress:
            failed = run.run(_choose_runner(jobs, scheduler), progress).failed
    ledger = open_corpus(out)
    say_warnings(ledger.warnings)
    if catalogue != _STATUS and not shard:
        _write_together(out, ledger)
    if as_json:
        say_json(summarise_status(ledger))
    else:
        for line in describe_status(ledger):
            click.echo(line)
    if failed:
        sys.exit(1)


def _write_together(out: Path, ledger: Ledger) -> None:
    """Write the site and the tables across books, unless they are up to date."""
    from formework.commands.progress_bar import progress_bar
    from formework.corpus.across_books import is_up_to_date, write_across_books

    if not is_up_to_date(out):
        with progress_bar() as progress:
            warnings = write_across_books(out, ledger, progress)
        say_warnings(warnings)


def _choose_runner(jobs: int | None, scheduler: str | None) -> Runner:
    if scheduler is None:
        from formework.corpus.local_pool import LocalPool, usable_cores

        return LocalPool(jobs or usable_cores())
    if jobs is not None:
        raise click.UsageError("--jobs does not apply with --scheduler: the workers decide")
    from formework.corpus.dask_cluster import DaskCluster

    return DaskCluster(scheduler)
