"""The commands that find skeletons and score them: cluster, score, bench."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json, say_warnings
from formework.commands.shared_options import (
    book_argument,
    difficulty_option,
    json_option,
    kernel_option,
    seed_option,
    skeletons_option,
    unit_option,
    universe_option,
    view_option,
)
from formework.settings import Estimator


@click.command(short_help="Find the skeletons.")
@book_argument
@kernel_option
@skeletons_option
@unit_option
@seed_option
@click.option(
    "--count",
    "estimator",
    metavar="|".join(Estimator),
    help="Paper's system only: how to estimate the number of skeletons.  [default: dirichlet]",
)
@click.option(
    "--turned",
    is_flag=True,
    default=None,
    help="Paper's system only: also compare sheet sides with one chase turned.",
)
@json_option
def cluster(
    book: Path,
    kernel: str,
    skeletons: int | None,
    unit: str,
    seed: int,
    estimator: str | None,
    turned: bool | None,
    as_json: bool,
) -> None:
    """Find the skeletons that printed BOOK.

    Writes skeletons.csv, recurrence.csv, distances.npz and result.json. The
    running titles are brought up to date first.

    \b
    Example:
      formework cluster lear --skeletons 4
    """
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.pipeline import Update, book_warnings
    from formework.result_files import read_result, result_summary
    from formework.settings import Settings
    from formework.stages import StageName

    settings = Settings.read(
        kernel=kernel, skeletons=skeletons, unit=unit, seed=seed, estimator=estimator, turned=turned
    )
    opened = open_book(book)
    with progress_bar() as progress:
        list(Update(opened, StageName.SKELETONS, settings, progress=progress).run())
    say_warnings(book_warnings(opened))
    result = read_result(book)
    if as_json:
        say_json(result_summary(result))
    else:
        click.echo(result.describe())


@click.command(short_help="Score the skeletons against known ones.")
@book_argument
@click.argument("truth", type=click.Path(path_type=Path))
@json_option
def score(book: Path, truth: Path, as_json: bool) -> None:
    """Score the skeletons of BOOK against the known ones in TRUTH.

    TRUTH is a CSV file with the columns signature and skeleton.

    \b
    Example:
      formework score lear lear/truth.csv
    """
    from formework.book.folder import open_book
    from formework.scorecard import score_book

    card = score_book(open_book(book).root, truth)
    if as_json:
        say_json(card.as_json())
    else:
        click.echo(card.describe())


@click.command(short_help="Repeat the paper's table on simulated books.")
@kernel_option
@difficulty_option
@view_option
@universe_option
@seed_option
@click.option("--out", type=click.Path(path_type=Path), help="Folder for bench.md and bench.csv.")
@json_option
def bench(
    kernel: str,
    difficulty: str,
    view: str,
    universe: str,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Repeat the paper's Table 2 on simulated books of the same shapes.

    \b
    Example:
      formework bench --kernel lev --out results
    """
    from dataclasses import asdict

    from formework.bench.suite import SuitePlan, run_suite
    from formework.bench.table import describe_suite, write_suite

    plan = SuitePlan(kernel, difficulty, view, universe, seed)
    cells = list(run_suite(plan))
    if out:
        write_suite(out, plan, cells)
    if as_json:
        say_json([asdict(cell) for cell in cells])
    else:
        click.echo(describe_suite(plan, cells))
