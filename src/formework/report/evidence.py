"""The running titles of a book as evidence: cut out, aligned, and compared pair by pair."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.scans.crop import cut_out
from formework.scans.image import read_grey

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.scans.report import Report

HEIGHT = 70  # pixels of a strip


@dataclass(frozen=True, slots=True)
class Mark:
    """A telling difference: its place as a share of the strip's width, and its size in em."""

    left: float
    difference: float

    @property
    def text(self) -> str:
        """Its size: +0.06 em."""
        return f"{self.difference:+.2f} em"


class Evidence:
    """The titles of a book, by signature."""

    def __init__(self, book: Book, titles: Sequence[RunningTitle], report: Report) -> None:
        self._strips: dict[str, NDArray[np.float32]] = {}
        for done, title in enumerate(titles, start=1):
            if title.box:
                crop = cut_out(read_grey(book.image_path(title.image)), title.box)
                width = max(1, round(crop.shape[1] * HEIGHT / crop.shape[0]))
                small = cv2.resize(crop, (width, HEIGHT), interpolation=cv2.INTER_AREA)
                self._strips[title.signature] = 1 - small.astype(np.float32) / 255
            report("titles compared", done, len(titles))
        widest = max(strip.shape[1] for strip in self._strips.values())
        self._strips = {
            s: np.pad(i, ((0, 0), (0, widest - i.shape[1]))) for s, i in self._strips.items()
        }

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1; those of one text are aligned and of one size."""
        return self._strips[signature]

    def marks(self, one: str, other: str) -> tuple[Mark, ...]:
        """Where one title differs from another, the most telling first."""
        return ()

    def verdict(self, one: str, other: str) -> str:
        """What a comparison says, in words and figures."""
        return ""
