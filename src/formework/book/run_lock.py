"""One run at a time per book folder: a lock that the system releases when its process ends."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import IO, TYPE_CHECKING

from formework.book.plain_files import remove_left_behind
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

RUN_LOCK = ".formework/run.lock"


@contextlib.contextmanager
def hold_folder(root: Path) -> Iterator[None]:
    """Hold a book folder while stages are brought up to date in it.

    At the end, temporary files that a killed process left behind before this
    run began are removed. A folder that cannot be written needs no lock.

    Raises:
        InputError: another run holds the folder; the message names its process.

    """
    began = time.time()
    path = root / RUN_LOCK
    try:
        path.parent.mkdir(exist_ok=True)
        file = path.open("a+", encoding="utf-8")
    except OSError:
        yield  # nothing can be written here, so nothing can collide
        return
    with file:
        if not lock_file(file):
            raise _held(root, path)
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        try:
            yield
        finally:
            remove_left_behind((root, root / "pages", path.parent), before=began)
            with contextlib.suppress(OSError):  # the disk may be full: the lock is released anyway
                file.truncate(0)


def lock_file(file: IO[str]) -> bool:
    """Lock an open file without waiting; return whether it was free."""
    try:
        if sys.platform == "win32":
            import msvcrt

            # Windows locks bytes and refuses to read them: lock one far behind the end.
            file.seek(1_000_000)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _held(root: Path, path: Path) -> InputError:
    process = path.read_text("utf-8").strip() if path.exists() else ""
    who = f"process {process}" if process.isdecimal() else "another process"
    return InputError(
        f"{root} is being worked on by {who}",
        hint="wait until that run has ended, then run the command again",
    )
