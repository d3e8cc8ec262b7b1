"""The commands that find skeletons, and say how well."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json, say_warnings


@click.command(short_help="Find the skeletons.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option(
    "--kernel",
    default="spacing",
    show_default=True,
    help="How to compare titles: spacing or vit (evidence system), lev or vit-paper (paper's).",
)
@click.option("--skeletons", type=int, help="Number of skeletons, if known; else estimated.")
@click.option(
    "--unit",
    default="sheet-sides",
    show_default=True,
    help="What is clustered: sheet-sides, recto or pages.",
)
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option(
    "--count",
    "estimator",
    help="Paper's system: how to estimate the number, dirichlet (default) or eigengap.",
)
@click.option(
    "--turned", is_flag=True, default=None, help="Paper's system: compare turned chases too."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
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
    """Find the skeletons of BOOK: skeletons.csv, recurrence.csv, distances.npz, result.json.

    Running titles not located yet are located first.

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


@click.command(short_help="Score skeletons against a truth.")
@click.argument("book", type=click.Path(path_type=Path))
@click.argument("truth", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def score(book: Path, truth: Path, as_json: bool) -> None:
    """Score the skeletons of BOOK against the file TRUTH (columns signature, skeleton).

    \b
    Example:
      formework score lear lear/truth.csv
    """
    from formework.scorecard import score_book

    card = score_book(book, truth)
    if as_json:
        say_json(card.as_json())
    else:
        click.echo(card.describe())


@click.command(short_help="The paper's table on simulated books.")
@click.option(
    "--kernel",
    default="spacing",
    show_default=True,
    help="How to compare titles: spacing, lev, vit or vit-paper.",
)
@click.option("--difficulty", default="normal", show_default=True, help="normal, hard or stress.")
@click.option("--view", default="scan", show_default=True, help="scan or microfilm.")
@click.option("--universe", default="development", show_default=True, help="Words and founts.")
@click.option("--seed", default=0, show_default=True, help="Another seed, other books.")
@click.option("--out", type=click.Path(path_type=Path), help="Write bench.md and bench.csv there.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def bench(
    kernel: str,
    difficulty: str,
    view: str,
    universe: str,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Run the paper's Table 2 on simulated books of the same shapes.

    \b
    Example:
      formework bench --kernel lev --out results
    """
    from dataclasses import asdict

    from formework.bench.suite import Plan, run_suite
    from formework.bench.table import describe_suite, write_suite

    plan = Plan(kernel, difficulty, view, universe, seed)
    cells = list(run_suite(plan))
    if out:
        write_suite(out, plan, cells)
    if as_json:
        say_json([asdict(cell) for cell in cells])
    else:
        click.echo(describe_suite(plan, cells))
