"""What the titles stage reports at its end, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.book.folder import Book
    from formework.scans.title_outcome import TitleOutcome


def summarise_titles(book: Book, outcome: TitleOutcome, *, changed: bool) -> dict[str, object]:
    """Return an outcome as JSON; `changed` says whether the stage had anything to do."""
    return {
        "titles": str(book.root / "titles.csv"),
        "contact_sheet": str(book.root / "titles.html"),
        "located": outcome.located,
        "none": outcome.without,
        "doubtful": list(outcome.doubtful),
        "failed": [{"page": page, "why": why} for page, why in outcome.failed],
        "changed": changed,
    }


def describe_titles(book: Book, outcome: TitleOutcome, *, changed: bool) -> str:
    """Return an outcome in a few lines; `changed` says whether the stage had anything to do."""
    counts = (
        f"{outcome.located} located, {outcome.without} none, {len(outcome.doubtful)} doubtful, "
        f"{len(outcome.failed)} failed"
    )
    lines = [counts if changed else f"{counts} (nothing changed since the last run)"]
    if outcome.doubtful:
        lines.append(f"doubtful: {', '.join(outcome.doubtful)}")
    lines += [f"failed: {page}: {why}" for page, why in outcome.failed]
    lines.append(f"check them in {book.root / 'titles.html'}")
    return "\n".join(lines)
