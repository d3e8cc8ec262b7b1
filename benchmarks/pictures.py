"""Draw the pictures of docs/simulation.md, from simulated books alone.

Usage: python benchmarks/pictures.py
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
from PIL import Image

from formework.demo import run_demo
from formework.progress import silent
from formework.simulate import SimulatedBook, simulate_book
from formework.simulate.scan import View
from formework.simulate.shapes import KING_LEAR, LEVIATHAN, PARTHENISSA, SHAPES, WISDOM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

SEED = 11
IMAGES = Path(__file__).parent.parent / "docs" / "images"
GROUND = 150


def main() -> None:
    """Draw them all."""
    IMAGES.mkdir(exist_ok=True)
    books = {
        (name, view): simulate_book(shape, seed=SEED, view=view)
        for name, shape in SHAPES.items()
        for view in View
    }
    rows = [
        [books[name, view].cut_out(books[name, view].titles[place].signature) for view in View]
        for name in SHAPES
        for place in (9, 12)
    ]
    save("headlines", grid(rows, 760))
    save("settings", grid(settings(books["king-lear", View.SCAN]), 560))
    for view in View:
        pages = [
            simulate_book(shape, seed=SEED, view=view).page_scan(signature).image
            for shape, signature in ((LEVIATHAN, "C3r"), (PARTHENISSA, "D2v"), (WISDOM, "E5r"))
        ]
        small = [shrink(page, 420) for page in pages]
        save(f"pages-{view}", grid([small], 430))
    page = simulate_book(KING_LEAR, seed=SEED).page_scan("C3r").image
    save("page-head", shrink(page[130:700, 150:1750], 800))
    reading()


def reading() -> None:
    """The staircase of the demonstration above the head of its montage, for the README."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "demo"
        for _ in run_demo(folder, silent):
            pass
        stairs = Image.open(folder / "staircase.png").convert("RGB")
        montage = Image.open(folder / "montage.png").convert("RGB")
        width = 1500
        stairs = stairs.resize((width, stairs.height * width // stairs.width))
        montage = montage.resize((width, montage.height * width // montage.width))
        # The two skeletons that began are enough to see how they differ.
        montage = montage.crop((0, 0, width, min(montage.height, 900)))
        both = Image.new("RGB", (width, stairs.height + 20 + montage.height), "white")
        both.paste(stairs, (0, 0))
        both.paste(montage, (0, stairs.height + 20))
        both.quantize(96).save(IMAGES / "reading.png", optimize=True)


def settings(book: SimulatedBook) -> list[list[NDArray[np.uint8]]]:
    """Two impressions each of four settings of one text."""
    by_title: dict[str, list[NDArray[np.uint8]]] = {}
    text = book.titles[0].text
    for title in book.titles:
        if title.text == text:
            by_title.setdefault(title.title, []).append(book.cut_out(title.signature))
    return [images[:2] for images in by_title.values() if len(images) > 1][:5]


def shrink(page: NDArray[np.uint8], width: int) -> NDArray[np.uint8]:
    """A page made small enough for a document."""
    height = width * page.shape[0] // page.shape[1]
    return np.asarray(cv2.resize(page, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def grid(rows: Sequence[Sequence[NDArray[np.uint8]]], column: int) -> NDArray[np.uint8]:
    """Images in rows and columns on a grey ground."""
    strips = []
    for row in rows:
        strip = np.full((max(len(image) for image in row) + 6, column * len(row)), GROUND, np.uint8)
        for place, image in enumerate(row):
            shown = image[:, : column - 8]
            strip[3 : 3 + len(shown), column * place + 4 :][:, : shown.shape[1]] = shown
        strips.append(strip)
    return np.vstack(strips)


def save(name: str, picture: NDArray[np.uint8]) -> None:
    """Write a small PNG: sixteen greys are enough to look at."""
    Image.fromarray(picture).quantize(16).save(IMAGES / f"{name}.png", optimize=True)
    print(f"docs/images/{name}.png", picture.shape)


if __name__ == "__main__":
    main()
