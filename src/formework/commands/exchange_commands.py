"""The command that writes a book for other tools: export."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json, say_warnings
from formework.commands.shared_options import book_argument, json_option


@click.command(short_help="Export for other tools.")
@book_argument
@click.option(
    "--to",
    required=True,
    help="Format: tei, iiif, viscoll, viscoll-2.2, vceditor, page, alto, csv, json or table.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    help="File or folder to write; default: in BOOK/export.",
)
@click.option(
    "--served-at",
    default="http://127.0.0.1:8000",
    show_default=True,
    help="iiif only: the address at which the folder BOOK is served.",
)
@json_option
def export(book: Path, to: str, out: Path | None, served_at: str, as_json: bool) -> None:
    """Write the titles, skeletons and findings of BOOK in the format of another tool.

    Stages that are missing or stale are brought up to date first.

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
