"""What a run of `titles` says at its end, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.book.folder import Book
    from formework.scans.outcome import Outcome


def summarise_titles(book: Book, outcome: Outcome) -> dict[str, object]:
    """Return the outcome of a run as JSON has it."""
    return {
        "titles": str(book.root / "titles.csv"),
        "contact_sheet": str(book.root / "titles.html"),
        "located": outcome.located,
        "none": outcome.without,
        "doubtful": list(outcome.doubtful),
        "failed": [{"page": page, "why": why} for page, why in outcome.failed],
        "changed": outcome.changed,
    }


def describe_titles(book: Book, outcome: Outcome) -> str:
    """Return the outcome of a run in a few lines."""
    counts = (
        f"{outcome.located} located, {outcome.without} none, {len(outcome.doubtful)} doubtful, "
        f"{len(outcome.failed)} failed"
    )
    lines = [counts if outcome.changed else f"{counts} (nothing changed since the last run)"]
    if outcome.doubtful:
        lines.append(f"doubtful: {', '.join(outcome.doubtful)}")
    lines += [f"failed: {page}: {why}" for page, why in outcome.failed]
    lines.append(f"look at them in {book.root / 'titles.html'}")
    return "\n".join(lines)
