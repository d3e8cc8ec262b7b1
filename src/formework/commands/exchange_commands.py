"""The command that takes a book to other people's tools."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json, say_warnings


@click.command(short_help="Export for other tools.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option(
    "--to",
    required=True,
    help="tei, iiif, viscoll, viscoll-2.2, vceditor, page, alto, csv, json or table.",
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help="File or folder to write.")
@click.option(
    "--served-at",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="iiif: the address at which the folder BOOK is served.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def export(book: Path, to: str, out: Path | None, served_at: str, as_json: bool) -> None:
    """Write what is known of BOOK for another tool; without -o, into BOOK/export.

    Whatever is missing or stale before it is brought up to date first.

    \b
    Example:
      formework export lear --to tei -o lear.xml
      formework export lear --to iiif
    """
    from datetime import UTC, datetime

    from formework.book.folder import open_book
    from formework.commands.progress_bar import progress_bar
    from formework.exchange.export_formats import ExportFormat, export_book
    from formework.exchange.exported_book import read_exported
    from formework.pipeline import book_warnings, open_up_to_date
    from formework.stages import StageName

    chosen = ExportFormat.read(to)
    declared = open_book(book).declared
    has_sides = declared.collation is not None and declared.book_format is not None
    goal = StageName.FINDINGS if has_sides or chosen.needs_collation else StageName.TITLES
    with progress_bar() as progress:
        opened = open_up_to_date(book, goal, progress)
    done = export_book(read_exported(opened, datetime.now(UTC)), chosen, out, served_at)
    warnings = (*book_warnings(opened), *done.warnings)
    say_warnings(warnings)
    files = [str(path) for path in done.files]
    if as_json:
        say_json({"to": str(chosen), "files": files, "warnings": list(warnings)})
    else:
        click.echo(files[0] if len(files) == 1 else f"{len(files)} files in {done.files[0].parent}")
