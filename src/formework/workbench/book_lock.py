"""One workbench per book: a lock that the system releases when its process ends."""

from __future__ import annotations

import contextlib
import json
import os
from typing import TYPE_CHECKING

from formework.book.run_lock import lock_file
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LOCK_FILE = ".formework/workbench.lock"


@contextlib.contextmanager
def hold_book(root: Path, address: str) -> Iterator[None]:
    """Hold the lock of a book while its workbench runs at an address.

    Raises:
        InputError: another workbench holds it; the message gives its address.

    """
    path = root / LOCK_FILE
    path.parent.mkdir(exist_ok=True)
    with path.open("a+", encoding="utf-8") as file:
        if not lock_file(file):
            raise _held(root, path)
        file.truncate(0)
        file.write(json.dumps({"address": address, "process": os.getpid()}))
        file.flush()
        try:
            yield
        finally:
            file.truncate(0)


def _held(root: Path, path: Path) -> InputError:
    try:
        holder = json.loads(path.read_text("utf-8"))
        where = f"at {holder['address']} (process {holder['process']})"
    except (OSError, ValueError, KeyError, TypeError):
        where = "in another process"
    return InputError(
        f"{root} is already open {where}",
        hint="use that workbench, or stop it with Ctrl-C and run the command again",
    )
