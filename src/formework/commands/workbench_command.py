"""The command that opens a book in the browser: open."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from formework.commands import say_json
from formework.commands.shared_options import book_argument, json_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("open", short_help="Check, correct and decide in the browser.")
@book_argument
@click.option(
    "--port",
    default=0,
    type=click.IntRange(0, 65535),
    help="Port on this machine; default: any free port.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening it.")
@json_option
def open_workbench(book: Path, port: int, no_browser: bool, as_json: bool) -> None:
    """Open BOOK in the workbench: a local web application that only this machine can reach.

    BOOK may be a folder with only scans: the workbench then asks for format and
    collation, and runs every stage. Your decisions are kept in
    BOOK/decisions.jsonl, and every command honours them. Stop it with Ctrl-C.

    \b
    Example:
      formework open lear
    """
    from formework.workbench.server import serve

    def announce(address: str) -> None:
        if as_json:
            say_json({"address": address})
        else:
            click.echo(address)

    serve(book, port, browser=not no_browser, announce=announce)
