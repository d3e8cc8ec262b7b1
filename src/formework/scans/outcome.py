"""What a run over the pages of a book found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.book.model import RunningTitle


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run found: all titles, and by name the pages to look at and those that failed."""

    titles: tuple[RunningTitle, ...]
    doubtful: tuple[str, ...]
    failed: tuple[tuple[str, str], ...]
    changed: bool = True

    @property
    def located(self) -> int:
        """Pages with a running title."""
        return sum(title.box is not None for title in self.titles)

    @property
    def without(self) -> int:
        """Pages without one."""
        return len(self.titles) - self.located
