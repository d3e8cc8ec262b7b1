"""The commands that read and show a result: findings, report, run, compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from formework.commands import say_json, say_warnings
from formework.commands.shared_options import (
    book_argument,
    json_option,
    seed_option,
    skeletons_option,
    truth_option,
)

if TYPE_CHECKING:
    from pathlib import Path


_WIDTH = 88  # characters per line of the account in a terminal


@click.command(short_help="List the patterns in the sequence of skeletons.")
@book_argument
@json_option
def findings(book: Path, as_json: bool) -> None:
    """List the patterns in the sequence of skeletons of BOOK, and write findings.json.

    Titles and skeletons are brought up to date first.

    \b
    Example:
      formework findings lear
    """
    from formework.book.decisions import read_decisions
    from formework.commands.progress_bar import progress_bar
    from formework.findings.findings_file import describe, load_findings, summarise_judged
    from formework.pipeline import book_warnings, open_up_to_date
    from formework.stages import StageName

    with progress_bar() as progress:
        opened = open_up_to_date(book, StageName.FINDINGS, progress)
    say_warnings(book_warnings(opened))
    found, decisions = load_findings(book), read_decisions(book)
    if as_json:
        say_json([summarise_judged(finding, decisions) for finding in found])
    else:
        click.echo(describe(found, decisions))


@click.command(short_help="Write the report, the staircase and the montage.")
@book_argument
@truth_option
@json_option
def report(book: Path, truth: Path | None, as_json: bool) -> None:
    """Write the report of BOOK: report.html, montage.png, and staircase.svg, .png and .pdf.

    The report shows the last result, with the kernel and settings that produced
    it. Titles, skeletons and findings are brought up to date first.

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
        click.echo(f"open {path}")


@click.command(short_help="Run every stage, from scans to report.")
@book_argument
@skeletons_option
@seed_option
@truth_option
@json_option
def run(book: Path, skeletons: int | None, seed: int, truth: Path | None, as_json: bool) -> None:
    """Run every stage on BOOK: titles, skeletons, findings, report.

    Stages that are up to date are skipped. If interrupted, run it again to
    resume.

    \b
    Example:
      formework run lear
    """
    from formework.book.file_names import REPORT_HTML
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.findings.account_file import read_account
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
    account = read_account(book)
    if as_json:
        result = read_result(book)
        say_json(
            {
                "report": str(book / REPORT_HTML),
                "done": done,
                "skeletons": result.skeleton_count,
                "states": result.state_count,
                "account": account.text,
                "warnings": list(warnings),
            }
        )
    else:
        click.echo(f"\n{click.wrap_text(account.text, width=_WIDTH, preserve_paragraphs=True)}")


@click.command(short_help="Show the evidence on two titles.")
@book_argument
@click.argument("one")
@click.argument("other")
@json_option
def compare(book: Path, one: str, other: str, as_json: bool) -> None:
    """Compare the running titles of the pages ONE and OTHER of BOOK, gap by gap.

    Writes an overlay of the two titles, compare-ONE-OTHER.png. The evidence is
    that of the kernel of the last result.

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
