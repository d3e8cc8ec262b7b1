"""The journal `corpus.jsonl`: one line of JSON per finished attempt, append-only."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import TYPE_CHECKING

from formework.errors import FileError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

JOURNAL = "corpus.jsonl"


class Status(StrEnum):
    """How an attempt ended."""

    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attempt:
    """One finished attempt at a book.

    `cause` says why it failed; `exit_code` is that of the last process, negative
    for a signal, `None` if none was started. `peak_mb` is the largest resident
    memory of all its processes together, `cpu_seconds` their processor time.
    """

    id: str
    status: Status
    cause: str
    exit_code: int | None
    seconds: float
    cpu_seconds: float
    peak_mb: int

    def as_line(self) -> str:
        """The attempt as one line of JSON."""
        return json.dumps(asdict(self), ensure_ascii=False)

    @classmethod
    def from_line(cls, line: str | bytes) -> Attempt | None:
        """The attempt in a line; `None` if the line is damaged."""
        try:
            record = json.loads(line)
            kept = {field.name: record[field.name] for field in fields(cls)}
            return cls(**{**kept, "status": Status(kept["status"]), "id": str(kept["id"])})
        except (ValueError, KeyError, TypeError):
            return None


def append_attempt(out: Path, attempt: Attempt) -> None:
    """Append an attempt to the journal; it is on disk when this returns.

    Several processes, on several machines, may append to one journal.
    """
    line = attempt.as_line().encode() + b"\n"
    with (out / JOURNAL).open("ab+") as file, locked(file.fileno()):
        end = file.seek(0, os.SEEK_END)
        if end and os.pread(file.fileno(), 1, end - 1) != b"\n":
            line = b"\n" + line  # the line before was cut off by a kill or a full disk
        file.write(line)
        file.flush()
        os.fsync(file.fileno())


def read_attempts(out: Path) -> Iterator[tuple[int, Attempt | None]]:
    """The attempts of a journal with their lines, oldest first; `None` for a damaged line."""
    try:
        with (out / JOURNAL).open("rb") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield number, Attempt.from_line(line)
    except FileNotFoundError:
        return
    except OSError as error:
        raise FileError(
            f"{out / JOURNAL} cannot be read: {error.strerror}", hint=f"check the folder {out}"
        ) from error


@contextmanager
def locked(descriptor: int) -> Iterator[None]:
    """Hold an exclusive lock on an open file; waits for it. Released when the process ends."""
    import fcntl  # absent on Windows, where the other commands work

    fcntl.lockf(descriptor, fcntl.LOCK_EX)
    try:
        yield
    finally:
        fcntl.lockf(descriptor, fcntl.LOCK_UN)
