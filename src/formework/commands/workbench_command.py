"""The command that opens a book in the browser."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from formework.commands.shared_options import book_argument, json_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("open", short_help="Check, correct and decide in the browser.")
@book_argument
@click.option(
    "--port",
    default=0,
    type=click.IntRange(0, 65535),
    help="Port on this machine; without it, any that is free.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening it.")
@json_option
def open_workbench(book: Path, port: int, no_browser: bool, as_json: bool) -> None:
    """Open BOOK in the workbench: a local web application that only this machine can reach.

    BOOK may be a folder with nothing but scans: the workbench asks for format
    and collation, and runs from there. What you decide is kept in
    BOOK/decisions.jsonl, and every command honours it. End it with Ctrl-C.

    \b
    Example:
      formework open lear
    """
    from formework.workbench.server import serve

    def say(address: str) -> None:
        click.echo(json.dumps({"address": address}) if as_json else address)

    serve(book, port, browser=not no_browser, say=say)
