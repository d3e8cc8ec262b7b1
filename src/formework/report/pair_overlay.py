"""Compares the titles of two pages gap by gap, and writes their overlay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.plain_files import write_whole
from formework.errors import InputError
from formework.report.pair_picture import draw_pair
from formework.report.shown_titles import show_titles

if TYPE_CHECKING:
    from pathlib import Path

    from formework.book.folder import Book
    from formework.report.title_strips import PairEvidence, PlacedText


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """The evidence on two titles: a verdict, the gaps, and the file of the overlay."""

    one: str
    other: str
    picture: Path
    verdict: str
    evidence: PairEvidence
    text: PlacedText | None

    def as_json(self) -> dict[str, object]:
        """Plain values, for other programs."""
        measure = "log_odds" if self.evidence.is_log_odds else "distance"
        record: dict[str, object] = {
            "pages": [self.one, self.other],
            "picture": str(self.picture),
            "kernel": self.evidence.kernel,
            measure: round(self.evidence.value, 3),
        }
        if self.evidence.is_log_odds:
            record["probability_same"] = round(self.evidence.probability, 4)
        if self.text is not None and self.evidence.reason is not None:
            record["gaps"] = [
                {
                    "gap": self.text.gap_name(gap),
                    "difference_em": round(gap.difference, 4),
                    "uncertainty_em": round(gap.uncertainty, 4),
                    "significant": gap.significant,
                }
                for gap in self.evidence.reason.gaps
            ]
        return record

    def describe(self) -> str:
        """The evidence in lines to read, gap by gap."""
        lines = [f"{self.one} and {self.other}", self.verdict, ""]
        if self.text is not None and self.evidence.reason is not None:
            for gap in self.evidence.reason.gaps:
                name = self.text.gap_name(gap)
                mark = "  significant" if gap.significant else ""
                lines.append(f"{name:<18} {gap.difference:+.3f} ± {gap.uncertainty:.3f} em{mark}")
            lines.append("")
        return "\n".join([*lines, f"open {self.picture}"])


def compare_pages(book: Book, one: str, other: str) -> ComparedPair:
    """Compare the titles of two pages, and write their overlay into the book folder."""
    known = {title.signature for title in book.read_titles() if title.box and title.signature}
    pages = [_page(book, name, known) for name in (one, other)]
    titles = show_titles(book)
    if not titles.are_one_text(*pages):
        raise InputError(
            f"the running titles of {pages[0]} and {pages[1]} have different texts",
            hint="compare two pages of the same section, both recto or both verso",
        )
    evidence = titles.pair(*pages)
    path = book.root / f"compare-{pages[0]}-{pages[1]}.png"
    write_whole(path, draw_pair(titles, pages, evidence.reason))
    verdict = titles.verdict(*pages)
    return ComparedPair(pages[0], pages[1], path, verdict, evidence, titles.placed(pages[0]))


def _page(book: Book, name: str, known: set[str]) -> str:
    """The signature of a page named by the user, in the program's spelling."""
    collation = book.declared.collation
    page = collation.page(name) if collation else None
    if collation and page is None:
        raise InputError(
            f"{name} is not a page of the collation {collation.formula}",
            hint=f"name a page by its signature, such as {collation.pages[0].signature}",
        )
    signature = page.signature if page else name
    if signature not in known:
        near = sorted(known, key=lambda other: (other[:-2] != signature[:-2], other))[:3]
        raise InputError(
            f"{signature} has no running title in titles.csv",
            hint=f"nearby pages with a running title: {', '.join(near)}",
        )
    return signature
