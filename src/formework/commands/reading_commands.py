"""The commands that read the sequence and show the evidence."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json


@click.command(short_help="What the sequence of skeletons shows.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def findings(book: Path, as_json: bool) -> None:
    """Read the sequence of skeletons of BOOK: findings.json.

    Skeletons not found yet are found first.

    \b
    Example:
      formework findings lear
    """
    from formework.book.folder import open_book
    from formework.findings.book_findings import describe, summarise
    from formework.pipeline import tell_findings

    found = tell_findings(open_book(book))
    if as_json:
        say_json([summarise(finding) for finding in found])
    else:
        click.echo(describe(found))


@click.command(short_help="The report, with staircase and montage.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--truth", type=click.Path(path_type=Path), help="Draw the truth below.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def report(book: Path, truth: Path | None, as_json: bool) -> None:
    """Write the report of BOOK: report.html, staircase.svg, .png and .pdf, montage.png.

    \b
    Example:
      formework report lear
    """
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.report.report_files import write_report

    with progress_bar() as progress:
        path = write_report(open_book(book), truth=truth, progress=progress)
    if as_json:
        say_json({"report": str(path), "bytes": path.stat().st_size})
    else:
        click.echo(f"look at {path}")


@click.command(short_help="All of it, from pages to report.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--skeletons", type=int, help="Their number, if known; else it is estimated.")
@click.option("--seed", default=0, show_default=True, help="Where drawing by lot begins.")
@click.option("--truth", type=click.Path(path_type=Path), help="Draw the truth below.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def run(book: Path, skeletons: int | None, seed: int, truth: Path | None, as_json: bool) -> None:
    """Go from the pages of BOOK to its report, doing only what is missing or stale.

    Broken off, the same command goes on where it stopped.

    \b
    Example:
      formework run lear
    """
    from formework.commands.progress_bar import progress_bar
    from formework.run import run_book

    lines = []
    with progress_bar() as progress:
        for line in run_book(book, skeletons=skeletons, seed=seed, truth=truth, progress=progress):
            lines.append(line)
            if not as_json:
                click.echo(line)
    if as_json:
        done = {line.split()[0]: not line.endswith("(as before)") for line in lines}
        say_json({"report": str(book / "report.html"), "done": done})


@click.command(short_help="The evidence on one pair of titles.")
@click.argument("book", type=click.Path(path_type=Path))
@click.argument("one")
@click.argument("other")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def compare(book: Path, one: str, other: str, as_json: bool) -> None:
    """Compare the running titles of pages ONE and OTHER of BOOK: an overlay, gap by gap.

    \b
    Example:
      formework compare lear A1v B1v
    """
    from formework.book.folder import open_book
    from formework.report.pair_overlay import compare_pages

    pair = compare_pages(open_book(book), one, other)
    if as_json:
        say_json(pair.as_json())
    else:
        click.echo(pair.describe())
