"""The status of a corpus: counts, and the failed books with their causes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.wording import counted
from formework.corpus.journal import Status
from formework.corpus.pace import describe_duration

if TYPE_CHECKING:
    from collections.abc import Iterator

    from formework.corpus.ledger import Ledger


def describe_status(ledger: Ledger) -> Iterator[str]:
    """The lines of `corpus status`: failed books first, then the counts."""
    seconds, peak_mb = 0.0, 0
    for book, attempt in ledger.entries():
        if attempt is None:
            continue
        seconds, peak_mb = seconds + attempt.cpu_seconds, max(peak_mb, attempt.peak_mb)
        if attempt.status is Status.FAILED:
            yield f"{book.id}: {attempt.cause}"
    counts = ledger.counts()
    yield (
        f"{counted(counts.books, 'book')}: {counts.done} done, {counts.failed} failed, "
        f"{counts.left} not finished"
    )
    if counts.done:
        yield f"processor time {describe_duration(seconds)}, largest memory {peak_mb} MB"


def summarise_status(ledger: Ledger) -> dict[str, object]:
    """The status for other programs."""
    counts = ledger.counts()
    failed = [
        {"id": book.id, "cause": attempt.cause, "exit_code": attempt.exit_code}
        for book, attempt in ledger.entries()
        if attempt is not None and attempt.status is Status.FAILED
    ]
    return {
        "books": counts.books,
        "done": counts.done,
        "failed": failed,
        "left": counts.left,
        "warnings": list(ledger.warnings),
    }
