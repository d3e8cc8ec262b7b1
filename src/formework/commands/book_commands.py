"""The commands for the book and its scans: collate, init, titles."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from formework.commands import say_json, say_warnings
from formework.commands.shared_options import book_argument, format_option, json_option


@click.command(short_help="List the gatherings, leaves and sheet sides of a formula.")
@click.argument("formula")
@format_option
@json_option
def collate(formula: str, book_format: str | None, as_json: bool) -> None:
    """List the gatherings, leaves, pages and sheet sides of a collation FORMULA.

    If FORMULA is -, formulas are read from standard input, one per line, and
    one JSON object is printed for each.

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
        say_json(collation_summary.summarise_collation(collation, given))
    else:
        click.echo(collation_summary.describe_collation(collation, given))


@click.command(short_help="Make a book folder from scans.")
@click.argument("source")
@click.argument("book", required=False, type=click.Path(path_type=Path))
@format_option
@click.option(
    "--collation", "formula", metavar="FORMULA", help='Collation formula, such as "A-F^4".'
)
@click.option(
    "--collation-from",
    type=click.Path(path_type=Path),
    help="Read collation and format from a VisColl XML or VCEditor JSON file.",
)
@click.option(
    "--first",
    default="",
    metavar="PAGE",
    help="Page on the first image, such as A2r; default: the first of the formula.",
)
@click.option("--missing", multiple=True, metavar="PAGE", help="Page without an image; repeatable.")
@click.option(
    "--skip-first",
    default=0,
    type=click.IntRange(0),
    metavar="N",
    help="Number of images before the first page, such as covers.",
)
@click.option(
    "--skip-last",
    default=0,
    type=click.IntRange(0),
    metavar="N",
    help="Number of images after the last page.",
)
@click.option("--allow-private", is_flag=True, help="Allow downloads from private addresses.")
@click.option("--most-gb", default=20, show_default=True, metavar="GB", help="Largest download.")
@json_option
def init(
    source: str,
    book: Path | None,
    book_format: str | None,
    formula: str | None,
    collation_from: Path | None,
    first: str,
    missing: tuple[str, ...],
    skip_first: int,
    skip_last: int,
    allow_private: bool,
    most_gb: int,
    as_json: bool,
) -> None:
    """Make the book folder BOOK from the scans in SOURCE, and list every mismatch.

    SOURCE is a folder of images, a PDF, a multi-page TIFF, or a IIIF manifest
    (a file or a URL). It is copied, never modified. Without BOOK, the folder is
    SOURCE-book in the current directory. If each image shows an opening,
    --skip-first and --skip-last count pages, two per image.

    \b
    Example:
      formework init scans/ lear --format quarto --collation "A-F^4"
      formework init lear.pdf lear --format quarto --collation "A-F^4" --skip-first 2
      formework init scans/ lear --collation-from lear-viscoll.xml
    """
    from formework.book.checks import check_source
    from formework.book.founding import found_book, refuse_existing
    from formework.book.founding_summary import describe_founding, summarise_founding
    from formework.commands.progress_bar import progress_bar
    from formework.exchange.collation_import import declare_collation
    from formework.scans.acquire.download import Permission
    from formework.scans.acquire.sources import collect, declare_scans, root_for

    root = book or root_for(source)
    declaration, unread = declare_collation(
        collation_from, book_format=book_format, formula=formula, first=first, missing=missing
    )
    refuse_existing(root)
    with progress_bar() as progress:
        permission = Permission(allow_private, most_gb * 2**30)
        scans = collect(source, root / "pages", permission, progress)
        declaration = declare_scans(scans, declaration)
        made, assignment = found_book(
            scans.folder, root, declaration,
            skip_first=skip_first, skip_last=skip_last, progress=progress,
        )  # fmt: skip
    warnings = [*unread, *check_source(Path(source), declaration)]
    say_warnings(warnings)
    if as_json:
        say_json(summarise_founding(made, assignment, warnings))
    else:
        click.echo(describe_founding(made, assignment))


@click.command(short_help="Locate the running titles.")
@book_argument
@click.option(
    "--from",
    "source",
    default="",
    metavar="alto:DIR|page:DIR|tei:FILE|iiif:FILE",
    help="Import the titles from ALTO, PAGE, TEI or IIIF files.",
)
@json_option
def titles(book: Path, source: str, as_json: bool) -> None:
    """Locate the running titles of BOOK, and write titles.csv and titles.html.

    Open titles.html in a browser to check them. Rows of titles.csv that you
    edited or imported are kept. BOOK may be a folder of images without
    book.toml.

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
    outcome = read_outcome(opened)
    say_warnings((*book_warnings(opened), *outcome.ignored))
    if as_json:
        say_json(summarise_titles(opened, outcome, changed=stage.done))
    else:
        click.echo(describe_titles(opened, outcome, changed=stage.done))
    if outcome.failed and not outcome.titles:
        sys.exit(1)
