"""The folder of a book in the output folder: made once from its source, whole."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from formework.book.file_names import BOOK_TOML, PAGES_CSV
from formework.book.plain_files import write_whole
from formework.errors import InputError

if TYPE_CHECKING:
    from formework.corpus.book_order import BookOrder

_RECORD = ".formework/catalogue.json"  # what the folder was made from
FORMEWORK = (sys.executable, "-m", "formework")


def is_founded(order: BookOrder) -> bool:
    """Whether the book's folder exists.

    Raises:
        InputError: it was made from another source, format or collation.

    """
    if not order.root.exists():
        return False
    try:
        record = json.loads((order.root / _RECORD).read_text("utf-8"))
    except (OSError, ValueError):
        return True  # made by hand: the catalogue does not determine its contents
    if record != order.declared:
        changed = next(key for key in order.declared if record.get(key) != order.declared[key])
        raise InputError(
            # The journal keeps only the message: it says what to do.
            f"{changed} in the catalogue is not the one {order.root} was made from: "
            f"correct its book.toml, or delete the folder",
            hint="see docs/corpus.md",
        )
    return True


def is_book_folder(source: str) -> bool:
    """Whether a source is a book folder, rather than scans."""
    return (Path(source) / BOOK_TOML).is_file()


def init_command(order: BookOrder) -> list[str]:
    """The command that makes the folder of a book from its scans, in the staging folder.

    Images copied by an interrupted command are kept; its tables are not.
    """
    order.staging.parent.mkdir(parents=True, exist_ok=True)
    (order.staging / PAGES_CSV).unlink(missing_ok=True)
    (order.staging / BOOK_TOML).unlink(missing_ok=True)
    options = [f"--format={order.format}"] if order.format else []
    options += [f"--collation={order.collation}"] if order.collation else []
    return [*FORMEWORK, "init", *options, "--", order.source, str(order.staging)]


def copy_book(order: BookOrder) -> None:
    """Copy a book folder to the staging folder."""
    shutil.rmtree(order.staging, ignore_errors=True)
    order.staging.parent.mkdir(parents=True, exist_ok=True)
    # Links are copied as links: one that points outside the folder is refused when it is read.
    shutil.copytree(order.source, order.staging, symlinks=True)


def put_in_place(order: BookOrder) -> None:
    """Move the complete folder from the staging folder to its final place."""
    (order.staging / _RECORD).parent.mkdir(exist_ok=True)
    write_whole(order.staging / _RECORD, json.dumps(order.declared))
    order.staging.rename(order.root)
