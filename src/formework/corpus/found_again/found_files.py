"""The files of titles found again: a table, overlays, and a page to look at."""

from __future__ import annotations

import html
import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from formework.book.plain_files import write_whole
from formework.book.wording import counted
from formework.corpus.book_tables import TABLES
from formework.corpus.streamed_table import (
    can_write_parquet,
    streamed_file,
    streamed_table,
    write_parquet,
)
from formework.report.pictures import grey, lay_over, png
from formework.report.title_strips import describe_probability

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from formework.corpus.found_again.shared_settings import SharedSetting

FOLDER, PAGE = "found-again", "found-again.html"
FOUND_COLUMNS: dict[str, type] = {
    "book": str, "title": str, "page": str, "uses": int, "other_book": str, "other_title": str,
    "other_page": str, "other_uses": int, "text": str, "log_odds": float, "probability": float,
    "overlay": str,
}  # fmt: skip
_WHITE_ROWS = 6  # pixels between the strips
_HEAD = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'">
<title>Titles found again</title>
<style>
body { font: 15px/1.45 Georgia, serif; max-width: 900px; margin: 0 auto; padding: 1rem 1.5rem; color: #1b1b1b; }
h1 { font-weight: normal; } h2 { font-size: 1rem; margin: 2rem 0 .2rem; }
img { max-width: 100%; border: 1px solid #ddd; } p { margin: .2rem 0; } .key { color: #5f5f5f; }
</style></head><body>
<h1>Titles found again in other books</h1>
<p class="key">Running titles of one printer that appear to be the same setting of type in two books.
Each picture shows the title in the first book, in the second, and the two overlaid: red where only the
first has ink, cyan where only the second has, black where both have. The probability takes into account how many
titles were compared. It is evidence, not proof. <a href="index.html">All books</a></p>
"""  # noqa: E501 - a page, not code


@contextmanager
def write_found(out: Path) -> Iterator[Callable[[SharedSetting], None]]:
    """Write titles found again, one by one; table and page are complete when the block ends."""
    (out / TABLES).mkdir(exist_ok=True)
    (out / FOLDER).mkdir(exist_ok=True)
    table = out / TABLES / "found_again.csv"
    kept: set[str] = set()
    with streamed_table(table, tuple(FOUND_COLUMNS)) as add_row, streamed_file(out / PAGE) as page:
        page.write(_HEAD)

        def add(shared: SharedSetting) -> None:
            one, other = shared.one, shared.other
            name = f"{one.book}-{one.numeral}-{other.book}-{other.numeral}.png"
            write_whole(out / FOLDER / name, png(_overlay(shared)))
            kept.add(name)
            add_row((
                one.book, one.numeral, shared.pages[0], one.uses, other.book, other.numeral,
                shared.pages[1], other.uses, one.words, f"{shared.log_odds:.2f}",
                f"{shared.probability:.4f}", f"{FOLDER}/{name}",
            ))  # fmt: skip
            page.write(_section(shared, f"{FOLDER}/{name}"))

        yield add
        page.write(f"<p>{counted(len(kept), 'title')} found again.</p></body></html>\n")
    for old in os.listdir(out / FOLDER):  # noqa: PTH208 - names only
        if old not in kept:
            (out / FOLDER / old).unlink()
    if can_write_parquet():
        write_parquet(table, FOUND_COLUMNS)


def _overlay(shared: SharedSetting) -> NDArray[np.uint8]:
    one, other = shared.strips
    white = np.full((_WHITE_ROWS, one.shape[1], 3), 255, dtype=np.uint8)
    rows = [np.stack([grey(strip)] * 3, -1) for strip in shared.strips]
    return np.concatenate([rows[0], white, rows[1], white, lay_over(one, other)])


def _section(shared: SharedSetting, picture: str) -> str:
    """One title of two books: where it is, how sure that is, why, and the overlay."""
    one, other = shared.one, shared.other
    books = " and ".join(
        f'title {html.escape(title.numeral)} of <a href="{html.escape(title.book)}/report.html">'
        f"{html.escape(title.book)}</a> ({counted(title.uses, 'use')}, here {html.escape(page)})"
        for title, page in zip((one, other), shared.pages, strict=True)
    )
    words = (
        f"Same setting: {describe_probability(shared.probability)}. {shared.reason} "
        f"The second is shown {abs(shared.stretch):.1%} "
        f"{'wider' if shared.stretch > 0 else 'narrower'} than it is."
    )
    return (
        f"<h2>{html.escape(one.words)}</h2><p>{books[0].upper()}{books[1:]}. "
        f"{html.escape(words)}</p>\n"
        f'<img loading="lazy" src="{html.escape(picture)}" alt="The two titles, and overlaid">\n'
    )
