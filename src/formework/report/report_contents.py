"""The contents of a report: what it is made of, and what is derived from that once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from formework.book.decisions import Decisions
from formework.findings.section_words import section_words
from formework.findings.uses import read_uses
from formework.report.montage import Group, group_uses

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.book.folder import Book
    from formework.book.model import SheetSide
    from formework.findings.account import Account
    from formework.findings.finding import Finding
    from formework.findings.uses import Use
    from formework.report.title_strips import ShownTitles
    from formework.result import Result
    from formework.scans.title_outcome import TitleOutcome


@dataclass(frozen=True)
class Contents:
    """The contents of a report; `truth` are known skeletons by signature, if there are any."""

    book: Book
    sides: Sequence[SheetSide]
    result: Result
    findings: Sequence[Finding]
    account: Account
    outcome: TitleOutcome
    titles: ShownTitles
    decisions: Decisions = field(default_factory=Decisions)
    truth: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def heading(self) -> str:
        """The title of the book; without one, the name of its folder."""
        return self.book.heading

    @cached_property
    def sections(self) -> dict[str, tuple[Use, ...]]:
        """The uses of each section."""
        return read_uses(self.result.pages, self.sides)

    @cached_property
    def groups(self) -> list[Group]:
        """The uses grouped by section, skeleton and state."""
        return group_uses(self.sections)

    @cached_property
    def words(self) -> dict[str, str]:
        """The words of each title as they were read, by signature."""
        return {title.signature: title.text for title in self.outcome.titles if title.box}

    @cached_property
    def section_texts(self) -> dict[str, str]:
        """The most frequent words of each section's titles: verso, then recto if different."""
        return {section: section_words(uses, self.words) for section, uses in self.sections.items()}
