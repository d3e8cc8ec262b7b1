"""The commands on paper and scans."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from formework.commands import say_json, say_warnings


@click.command(short_help="What a collation formula says: gatherings, leaves, sheet sides.")
@click.argument("formula")
@click.option("--format", "book_format", help="quarto, 4°, 8vo …; else the formula's own.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def collate(formula: str, book_format: str | None, as_json: bool) -> None:
    """Read a collation FORMULA: gatherings, leaves, pages, sheet sides.

    With - formulas are read from standard input, one a line, and answered by
    one JSON object a line.

    \b
    Example:
      formework collate "4°: A-F^4"
      formework collate - < formulas.txt
    """
    from formework.book import collation_summary
    from formework.book.formula.collation import read_collation
    from formework.book.model import Format

    given = Format.read(book_format) if book_format else None
    if formula == "-":
        for line in sys.stdin.buffer:
            text = line.decode("utf-8", errors="replace").strip("\r\n")
            say_json(collation_summary.summarise_line(text, given))
        return
    collation = read_collation(formula)
    if as_json:
        say_json(collation_summary.summarise(collation, given))
    else:
        click.echo(collation_summary.describe(collation, given))


@click.command(short_help="Make a book folder from scans.")
@click.argument("source")
@click.argument("book", required=False, type=click.Path(path_type=Path))
@click.option("--format", "book_format", help="quarto, 4°, 8vo …")
@click.option("--collation", "formula", help='The collation formula: "A-F^4".')
@click.option("--first", default="", help="Signature of the first image: A1r.")
@click.option("--allow-private", is_flag=True, help="Fetch from private addresses too.")
@click.option("--most-gb", default=20, help="Fetch at most this much.", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def init(
    source: str,
    book: Path | None,
    book_format: str | None,
    formula: str | None,
    first: str,
    allow_private: bool,
    most_gb: int,
    as_json: bool,
) -> None:
    """Make the folder BOOK from the scans in SOURCE, and list what does not fit the formula.

    SOURCE is a folder of images, a PDF, a many-page TIFF, or a IIIF manifest
    (a file or an address).

    \b
    Example:
      formework init scans/ lear --format quarto --collation "A-F^4"
      formework init lear.pdf lear --format quarto --collation "A-F^4"
    """
    from formework.book import collation_summary, founding
    from formework.book.declaration import declare
    from formework.commands.progress_bar import progress_bar
    from formework.scans.acquire.download import Permission
    from formework.scans.acquire.sources import collect, root_for, seen_as

    root = book or root_for(source)
    declaration = declare(book_format=book_format, formula=formula, first=first)
    with progress_bar() as progress:
        permission = Permission(allow_private, most_gb * 2**30)
        scans = collect(source, root / "pages", permission, progress)
    assignment = founding.found_book(scans, root, seen_as(scans, declaration))
    if as_json:
        say_json(collation_summary.summarise_assignment(root, assignment))
    else:
        click.echo(collation_summary.describe_assignment(root, assignment))


@click.command(short_help="Locate the running titles.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--from", "source", default="", help="Import them instead: alto:DIR or page:DIR.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def titles(book: Path, source: str, as_json: bool) -> None:
    """Locate the running titles of BOOK: titles.csv, and titles.html to check them by eye.

    BOOK may be a bare folder of images. Rows of titles.csv that a person edited
    or another tool made are kept.

    \b
    Example:
      formework titles lear
      formework titles lear --from alto:lear/alto
    """
    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.pipeline import Update, book_warnings
    from formework.scans.title_outcome import read_outcome
    from formework.scans.title_summary import describe_titles, summarise_titles
    from formework.stages import StageName

    opened = open_book(book)
    with progress_bar() as progress:
        update = Update(opened, StageName.TITLES, imported=source, progress=progress)
        (stage,) = update.run()
    say_warnings(book_warnings(opened))
    outcome = read_outcome(opened)
    if as_json:
        say_json(summarise_titles(opened, outcome, changed=stage.done))
    else:
        click.echo(describe_titles(opened, outcome, changed=stage.done))
    if outcome.failed and not outcome.titles:
        sys.exit(1)
