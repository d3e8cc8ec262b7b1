"""The contact sheet: every running title cut out, doubtful ones first, to be checked at a glance.

`titles.html` is one file that needs nothing else: the cuts are inside it.
"""

from __future__ import annotations

import base64
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

import cv2

from formework.book.model import Box
from formework.book.plain_files import write_whole
from formework.errors import FormeworkError
from formework.scans.acquire.grey_image import read_grey
from formework.scans.crops import cut_out
from formework.scans.page_ink import reduced
from formework.scans.text.ocr import WORKERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.scans.outcome import Outcome
    from formework.scans.page_ink import Grey

# A cut is shown at most this wide: enough to read, and 250 of them are a few megabytes.
CUT_WIDTH = 420

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
class _Cut:
    name: str
    text: str
    section: str
    picture: bytes


def write_contact_sheet(book: Book, outcome: Outcome) -> Path:
    """Write `titles.html` into the book's folder, and return its path."""
    with ThreadPoolExecutor(WORKERS) as pool:
        cuts = list(pool.map(lambda title: _cut(book, title), outcome.titles))
    shown = list(zip(outcome.titles, cuts, strict=True))
    doubtful = [cut for _, cut in shown if cut.name in outcome.doubtful]
    titled = [cut for title, cut in shown if title.box and cut.name not in outcome.doubtful]
    without = [cut for title, cut in shown if not title.box]
    failed = "".join(f"<li>{escape(name)}: {escape(why)}</li>" for name, why in outcome.failed)
    name = escape(book.declared.title or book.root.resolve().name)
    page = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Running titles of {name}'
        f"</title><style>{_STYLE}</style><h1>Running titles of {name}</h1>"
        f"<p>{outcome.located} pages with a running title, {outcome.without} without, "
        f"{len(doubtful)} doubtful, {len(outcome.failed)} failed. To correct one, edit its row of "
        "titles.csv and set its origin to <i>corrected</i>.</p>"
        + (f"<h2>Failed</h2><ul>{failed}</ul>" if failed else "")
        + _block("Doubtful", doubtful, "doubtful")
        + _block("In order", titled, "")
        + _block("Without a running title: the top of the page", without, "")
        + "</html>\n"
    )
    path = book.root / "titles.html"
    write_whole(path, page)
    return path


def _block(heading: str, cuts: Iterable[_Cut], kind: str) -> str:
    figures = "".join(_figure(cut, kind) for cut in cuts)
    return f'<h2>{heading}</h2><div class="cuts">{figures}</div>' if figures else ""


def _figure(cut: _Cut, kind: str) -> str:
    picture = base64.b64encode(cut.picture).decode()
    section = f" · section {escape(cut.section)}" if cut.section else ""
    return (
        f'<figure class="{kind}"><img loading="lazy" alt="{escape(cut.text, quote=True)}" '
        f'src="data:image/jpeg;base64,{picture}"><figcaption>{escape(cut.name)}{section}: '
        f"{escape(cut.text)}</figcaption></figure>"
    )


def _cut(book: Book, title: RunningTitle) -> _Cut:
    """One title as it stands on its page; the top of the page where it has none."""
    name = title.signature or title.image
    try:
        image = read_grey(book.image_path(title.image))
    except FormeworkError as error:
        return _Cut(name, error.message, title.section, b"")
    box = title.box or Box(0, 0, image.shape[1], max(1, image.shape[0] // 6))
    pixels = cut_out(image, box) if title.box else image[: box.height]
    return _Cut(name, title.text, title.section, _jpeg(pixels))


def _jpeg(pixels: Grey) -> bytes:
    small, _ = reduced(pixels, CUT_WIDTH)
    _, encoded = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])
    return encoded.tobytes()
