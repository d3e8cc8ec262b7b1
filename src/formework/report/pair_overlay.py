"""One pair of titles: laid over one another, red and cyan, and compared gap by gap."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.book.plain_files import write_whole
from formework.errors import InputError
from formework.progress import silent
from formework.report.figures import GREY, VERMILION, draw_figure
from formework.report.pictures import grey, lay_over
from formework.report.title_strips import Text, describe_reason, gather_evidence

if TYPE_CHECKING:
    from pathlib import Path

    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from formework.book.folder import Book
    from formework.kernels.spacing.text_reading import Reason


@dataclass(frozen=True, slots=True)
class Pair:
    """The evidence on two titles, and the picture of it."""

    one: str
    other: str
    picture: Path
    text: Text
    reason: Reason

    def as_json(self) -> dict[str, object]:
        """Plain values, for other programs."""
        gaps = [
            {"gap": self.text.gap_name(gap.after), "difference_em": round(gap.difference, 4),
             "uncertainty_em": round(gap.uncertainty, 4), "telling": gap.telling}
            for gap in self.reason.gaps
        ]  # fmt: skip
        return {
            "pages": [self.one, self.other],
            "picture": str(self.picture),
            "probability_same": round(self.reason.probability, 4),
            "log_odds": round(self.reason.log_odds, 3),
            "gaps": gaps,
        }

    def describe(self) -> str:
        """The same for a reader, gap by gap."""
        lines = [f"{self.one} and {self.other}", describe_reason(self.text, self.reason), ""]
        for gap in self.reason.gaps:
            name = self.text.gap_name(gap.after)
            told = "  telling" if gap.telling else ""
            lines.append(f"{name:<18} {gap.difference:+.3f} ± {gap.uncertainty:.3f} em{told}")
        return "\n".join([*lines, "", f"look at {self.picture}"])


def compare_pages(book: Book, one: str, other: str) -> Pair:
    """Compare the titles of two pages, and write the picture into the book's folder."""
    titles = [title for title in book.read_titles() if title.box and title.signature]
    known = {title.signature for title in titles}
    pages = [_page(book, name, known) for name in (one, other)]
    sections = {title.section for title in titles if title.signature in pages}
    own = [title for title in titles if title.section in sections]
    evidence = gather_evidence(book, own, silent)
    text = evidence.text(*pages)
    if text is None:
        raise InputError(
            f"{pages[0]} and {pages[1]} carry different texts",
            hint="compare two pages of one section, both rectos or both versos",
        )
    reason = text.reason(*pages)
    path = book.root / f"compare-{pages[0]}-{pages[1]}.png"
    write_whole(path, draw_pair(text, pages, reason))
    return Pair(pages[0], pages[1], path, text, reason)


def _page(book: Book, name: str, known: set[str]) -> str:
    """A page as a person names it, in the program's spelling."""
    collation = book.declared.collation
    page = collation.page(name) if collation else None
    signature = page.signature if page else name
    if signature not in known:
        raise InputError(
            f"{name} is no page with a running title in titles.csv",
            hint="name a page by its signature: A1r",
        )
    return signature


def draw_pair(text: Text, pages: list[str], reason: Reason) -> bytes:
    """The two strips, one over the other, and the differences of their gaps, as png."""
    one, other = (text.strip(page) for page in pages)
    width = 9.0
    strip = width * one.shape[0] / one.shape[1]

    def draw(figure: Figure) -> None:
        axes = figure.subplots(4, 1, height_ratios=[strip, strip, strip, 1.6])
        names = (pages[0], pages[1], f"{pages[0]} red, {pages[1]} cyan")
        pictures = (np.stack([grey(one)] * 3, -1), np.stack([grey(other)] * 3, -1))
        for panel, name, picture in zip(
            axes, names, (*pictures, lay_over(one, other)), strict=False
        ):
            panel.imshow(picture, aspect="auto")
            panel.set_title(name, fontsize=8, loc="left", pad=2)
            panel.set_axis_off()
        _draw_gaps(axes[3], text, pages[0], reason, one.shape[1])

    return draw_figure((width, 3 * (strip + 0.25) + 1.9), draw, ("png",))["png"]


def _draw_gaps(axes: Axes, text: Text, page: str, reason: Reason, columns: int) -> None:
    axes.axhline(0, color=GREY, linewidth=0.8)
    for gap in reason.gaps:
        place = text.gap_place(page, gap.after) * columns
        colour = VERMILION if gap.telling else GREY
        axes.errorbar(
            place, gap.difference, yerr=2 * gap.uncertainty, fmt="o", markersize=4, color=colour,
            linewidth=1,
        )  # fmt: skip
        if gap.telling:
            axes.annotate(
                f"{gap.difference:+.2f} em", (place, gap.difference), xytext=(5, 2),
                textcoords="offset points", fontsize=7, color=colour,
            )  # fmt: skip
    axes.set_xlim(0, columns)
    axes.set_xticks([])
    axes.margins(y=0.25)
    axes.set_ylabel("gap differs by, em", fontsize=7)
