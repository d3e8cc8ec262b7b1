"""Runs the stages in a separate process, which reports its progress line by line.

Text recognition takes a gigabyte of memory, which is freed when the process
ends. The process may be killed at any moment; the next one does the rest.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

from formework.book.folder import open_book
from formework.errors import FormeworkError
from formework.pipeline import Update
from formework.stages import StageName

_REPORT_SECONDS = 0.2  # between two reports on the same work


def main() -> None:
    """Bring the book folder named in the arguments up to date, up to the stage named."""
    root, goal = Path(sys.argv[1]), StageName(sys.argv[2])
    last: dict[str, object] = {"what": "", "at": 0.0}

    def progress(what: str, done: int, total: int) -> None:
        now = time.monotonic()
        if what != last["what"] or done == total or now - float(str(last["at"])) > _REPORT_SECONDS:
            last.update(what=what, at=now)
            _report(what=what, done=done, total=total)

    try:
        for outcome in Update(open_book(root), goal, progress=progress).run():
            _report(finished=outcome.stage, changed=outcome.done)
    except FormeworkError as error:
        _report(error=error.message, hint=error.hint)
    except Exception as error:  # noqa: BLE001 - the server shows it and continues
        _report(error=f"{type(error).__name__}: {error}", hint="this is a bug: report it")


def _report(**record: object) -> None:
    sys.stdout.write(json.dumps(record) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
