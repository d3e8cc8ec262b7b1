"""The commands that read the sequence and show the evidence."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json, say_warnings


@click.command(short_help="What the sequence of skeletons shows.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def findings(book: Path, as_json: bool) -> None:
    """Read the sequence of skeletons of BOOK: findings.json.

    Whatever is missing or stale before it is brought up to date first.

    \b
    Example:
      formework findings lear
    """
    from formework.commands.progress_bar import progress_bar
    from formework.findings.findings_file import describe, load_findings, summarise
    from formework.pipeline import book_warnings, open_up_to_date
    from formework.stages import StageName

    with progress_bar() as progress:
        opened = open_up_to_date(book, StageName.FINDINGS, progress)
    say_warnings(book_warnings(opened))
    found = load_findings(book)
    if as_json:
        say_json([summarise(finding) for finding in found])
    else:
        click.echo(describe(found))


@click.command(short_help="The report, with staircase and montage.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option(
    "--truth", type=click.Path(path_type=Path), help="Plot known skeletons for comparison."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def report(book: Path, truth: Path | None, as_json: bool) -> None:
    """Write the report of BOOK: report.html, staircase.svg, .png and .pdf, montage.png.

    It shows the last result, whatever its kernel. Whatever is missing or stale
    before it is brought up to date first.

    \b
    Example:
      formework report lear
    """
    from formework.book.file_names import REPORT_HTML
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.pipeline import Update, book_warnings
    from formework.stages import StageName

    opened = open_book(book)
    with progress_bar() as progress:
        list(Update(opened, StageName.REPORT, truth=truth, progress=progress).run())
    warnings = book_warnings(opened)
    say_warnings(warnings)
    path = book / REPORT_HTML
    if as_json:
        say_json({"report": str(path), "bytes": path.stat().st_size, "warnings": list(warnings)})
    else:
        click.echo(f"look at {path}")


@click.command(short_help="All of it, from pages to report.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--skeletons", type=int, help="Number of skeletons, if known; else estimated.")
@click.option("--seed", default=0, show_default=True, help="Random seed.")
@click.option(
    "--truth", type=click.Path(path_type=Path), help="Plot known skeletons for comparison."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def run(book: Path, skeletons: int | None, seed: int, truth: Path | None, as_json: bool) -> None:
    """Go from the pages of BOOK to its report, doing only what is missing or stale.

    If interrupted, run it again to resume.

    \b
    Example:
      formework run lear
    """
    from formework.book.file_names import REPORT_HTML
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.pipeline import Update, book_warnings
    from formework.result_files import read_result
    from formework.settings import Settings
    from formework.stages import StageName

    opened = open_book(book)
    settings = Settings(skeletons=skeletons, seed=seed)
    done: dict[str, bool] = {}
    with progress_bar() as progress:
        update = Update(opened, StageName.REPORT, settings, truth, progress=progress)
        for outcome in update.run():
            done[outcome.stage] = outcome.done
            if not as_json:
                click.echo(outcome.describe())
    warnings = book_warnings(opened)
    say_warnings(warnings)
    if as_json:
        result = read_result(book)
        say_json(
            {
                "report": str(book / REPORT_HTML),
                "done": done,
                "skeletons": result.skeleton_count,
                "states": result.state_count,
                "warnings": list(warnings),
            }
        )


@click.command(short_help="The evidence on one pair of titles.")
@click.argument("book", type=click.Path(path_type=Path))
@click.argument("one")
@click.argument("other")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def compare(book: Path, one: str, other: str, as_json: bool) -> None:
    """Compare the running titles of pages ONE and OTHER of BOOK: an overlay, gap by gap.

    The evidence shown is that of the last result.

    \b
    Example:
      formework compare lear A1v B1v
    """
    from formework.commands.progress_bar import progress_bar
    from formework.pipeline import open_up_to_date
    from formework.report.pair_overlay import compare_pages
    from formework.stages import StageName

    with progress_bar() as progress:
        opened = open_up_to_date(book, StageName.SKELETONS, progress)
    pair = compare_pages(opened, one, other)
    if as_json:
        say_json(pair.as_json())
    else:
        click.echo(pair.describe())
