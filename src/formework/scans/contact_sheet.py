"""The contact sheet: every running title cut out, doubtful ones first, to be checked by eye.

`titles.html` is one self-contained file: the cuts are embedded in it.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import cv2

from formework.book.plain_files import write_whole
from formework.scans.page_ink import reduced
from formework.scans.title_places import title_names

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from formework.book.folder import Book
    from formework.ink import Grey
    from formework.scans.crops import Crops
    from formework.scans.title_outcome import TitleOutcome

# Pixels. Wide enough to read a title; 250 of them are a few megabytes.
_CUT_WIDTH = 420
_JPEG_QUALITY = 70  # per cent

_STYLE = """
body { font: 15px/1.4 Georgia, serif; margin: 2rem auto; max-width: 82rem; padding: 0 1rem;
  color: #1d1b18; background: #faf8f4 }
h1 { font-size: 1.4rem; font-weight: normal } h2 { font-size: 1.1rem; margin-top: 2rem }
.cuts { display: grid; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: .5rem }
figure { margin: 0; padding: .4rem; background: #fff; border: 1px solid #ddd6c8 }
figure.doubtful { border-color: #b3261e }
img { display: block; max-width: 100%; height: auto }
figcaption { font-size: .8rem; color: #5c564c; overflow-wrap: anywhere }
"""


@dataclass(frozen=True, slots=True)
class _Figure:
    """One page on the sheet; `picture` is a JPEG, empty where the scan cannot be read."""

    name: str
    text: str
    section: str
    picture: bytes


def write_contact_sheet(book: Book, outcome: TitleOutcome, crops: Crops) -> Path:
    """Write `titles.html` into the book's folder, and return its path.

    `crops` are those of the outcome's titles, with the tops of pages that have
    no title.
    """
    figures = [
        _Figure(name, title.text, title.section, _jpeg(image) if image is not None else b"")
        for title, name, image in zip(
            outcome.titles, title_names(outcome.titles), crops.images, strict=True
        )
    ]
    shown = list(zip(outcome.titles, figures, strict=True))
    doubtful = [figure for _, figure in shown if figure.name in outcome.doubtful]
    titled = [figure for title, figure in shown if title.box and figure not in doubtful]
    without = [figure for title, figure in shown if not title.box]
    path = book.root / "titles.html"
    write_whole(path, _page(book, outcome, (doubtful, titled, without)))
    return path


def _page(
    book: Book,
    outcome: TitleOutcome,
    groups: tuple[list[_Figure], list[_Figure], list[_Figure]],
) -> str:
    """Return the sheet; `groups` are doubtful titles, the other titles, pages without one."""
    doubtful, titled, without = groups
    failed = "".join(f"<li>{escape(name)}: {escape(why)}</li>" for name, why in outcome.failed)
    name = escape(book.declared.title or book.root.resolve().name)
    located = f"{outcome.located} page{'' if outcome.located == 1 else 's'} with a running title"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Running titles of {name}'
        f"</title><style>{_STYLE}</style><h1>Running titles of {name}</h1>"
        f"<p>{located}, {outcome.without} without, {len(doubtful)} doubtful, "
        f"{len(outcome.failed)} failed. To correct a title, edit its row in titles.csv.</p>"
        + (f"<h2>Failed</h2><ul>{failed}</ul>" if failed else "")
        + _block("Doubtful", doubtful, "doubtful")
        + _block("In order", titled, "")
        + _block("Without a running title: the top of the page", without, "")
        + "</html>\n"
    )


def _block(heading: str, figures: Iterable[_Figure], kind: str) -> str:
    markup = "".join(_markup(figure, kind) for figure in figures)
    return f'<h2>{heading}</h2><div class="cuts">{markup}</div>' if markup else ""


def _markup(figure: _Figure, kind: str) -> str:
    picture = base64.b64encode(figure.picture).decode()
    section = f" · section {escape(figure.section)}" if figure.section else ""
    return (
        f'<figure class="{kind}"><img loading="lazy" alt="{escape(figure.text, quote=True)}" '
        f'src="data:image/jpeg;base64,{picture}"><figcaption>{escape(figure.name)}{section}: '
        f"{escape(figure.text)}</figcaption></figure>"
    )


def _jpeg(pixels: Grey) -> bytes:
    small, _ = reduced(pixels, _CUT_WIDTH)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    return encoded.tobytes()
