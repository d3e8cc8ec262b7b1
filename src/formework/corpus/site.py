"""The site of all books: one page, `index.html`, that needs no server.

The books are in the page as JSON, added one by one; its script draws them, and
inserts every text as text, never as markup.
"""

from __future__ import annotations

import base64
import hashlib
import json
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, TextIO

from formework import __version__
from formework.corpus.streamed_table import streamed_file
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.corpus.book_summary import BookSummary
    from formework.corpus.catalogue import CatalogueBook
    from formework.corpus.journal import Attempt

INDEX_HTML = "index.html"
_TEMPLATES = files("formework.corpus") / "templates"


@dataclass(frozen=True, slots=True)
class Site:
    """The page that is being written."""

    file: TextIO

    def add(
        self, book: CatalogueBook, attempt: Attempt | None, summary: BookSummary | None, found: int
    ) -> None:
        """Add a book; `found` is how many of its titles were found again in others."""
        entry: dict[str, object] = {
            "id": book.id, "format": book.format, "collation": book.collation,
            "described": book.described,
            "status": attempt.status if attempt else "",
            "cause": attempt.cause if attempt else "",
        }  # fmt: skip
        if summary:
            rows: dict[str, int] = {}
            entry |= {
                "skeletons": summary.skeletons, "states": summary.states,
                "turns": summary.turns, "found": found,
                "two": summary.two_skeleton_sheets, "sole": summary.sole_appearances,
                "names": [side.name for side in summary.sides],
                "stairs": [
                    -1 if side.skeleton == UNSURE
                    else rows.setdefault(side.skeleton, len(rows))
                    for side in summary.sides
                ],
                "later": [number for number, side in enumerate(summary.sides) if side.state > 1],
            }  # fmt: skip
        self.file.write(safe_json(entry) + ",\n")


@contextmanager
def open_site(out: Path) -> Iterator[Site]:
    """Open the page of an output folder; it is complete when the block ends."""
    script, style = _part("index.js"), _part("index.css")
    page = _part("index.html").replace("{version}", __version__)
    page = page.replace("{style}", style).replace("{script}", script)
    page = page.replace("{script-hash}", source_hash(script))
    page = page.replace("{style-hash}", source_hash(style))
    before, after = page.split("{books}")
    with streamed_file(out / INDEX_HTML) as file:
        file.write(before + "[\n")
        yield Site(file)
        file.write("null]" + after)


def safe_json(entry: object) -> str:
    """JSON that cannot end the script element around it."""
    text = json.dumps(entry, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def source_hash(text: str) -> str:
    """The hash by which the page's security policy allows its script and style."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _part(name: str) -> str:
    return (_TEMPLATES / name).read_text("utf-8")
