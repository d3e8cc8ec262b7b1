"""Small printed pages, drawn for the tests: headline, text, page number, as a printer sets them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw, ImageFont

if TYPE_CHECKING:
    from pathlib import Path

    from formework.scans.page_ink import Grey

WIDTH, HEIGHT = 900, 1300
LEFT, RIGHT = 120, 780
WORDS = (
    "the printer locked his formes with care and the sheet was wetted overnight so that it took "
    "the ink evenly while the pressman counted tokens by the hour and the compositor set the "
    "following page from a copy that had been cast off long before in the corner of the shop"
).split()


@cache
def font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """The fount Pillow brings along."""
    return ImageFont.load_default(size=size)


@cache
def page(title: str, number: int, *, recto: bool, first_word: int = 0) -> Image.Image:
    """One page; with an empty title it has neither headline nor number."""
    image = Image.new("L", (WIDTH, HEIGHT), 235)
    draw = ImageDraw.Draw(image)
    if title:
        middle = (LEFT + RIGHT) / 2
        draw.text((middle, 100), title, font=font(34), fill=30, anchor="ms")
        place, anchor = ((RIGHT, 100), "rs") if recto else ((LEFT, 100), "ls")
        draw.text(place, str(number), font=font(30), fill=30, anchor=anchor)
    words = iter(WORDS[(first_word + i) % len(WORDS)] for i in range(1000))
    for row in range(22):
        _justify(draw, words, 160 + 48 * row)
    return image


def _justify(draw: ImageDraw.ImageDraw, words: object, baseline: int) -> None:
    """One line of text, spaced out to the measure."""
    line: list[str] = []
    width = 0.0
    while width < RIGHT - LEFT - 120:
        line.append(next(words))  # type: ignore[call-overload]
        width = sum(draw.textlength(word, font=font(28)) + 8 for word in line)
    gap = (RIGHT - LEFT - sum(draw.textlength(word, font=font(28)) for word in line)) / (
        len(line) - 1
    )
    x = float(LEFT)
    for word in line:
        draw.text((x, baseline), word, font=font(28), fill=40, anchor="ls")
        x += draw.textlength(word, font=font(28)) + gap


def book_pages(count: int = 8, untitled: tuple[int, ...] = (0,)) -> list[Image.Image]:
    """The pages of a small book: rectos first, the titles of verso and recto different."""
    return [
        page(
            "" if index in untitled else ("OF THE PRESS." if index % 2 == 0 else "A DISCOURSE"),
            index + 1,
            recto=index % 2 == 0,
            first_word=7 * index,
        )
        for index in range(count)
    ]


def write_book(folder: Path, pages: list[Image.Image]) -> Path:
    """A folder of page images."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, image in enumerate(pages, start=1):
        image.save(folder / f"p{number:02d}.png")
    return folder


def pixels(image: Image.Image) -> Grey:
    """The pixels of a drawn page."""
    return np.asarray(image, dtype=np.uint8)
