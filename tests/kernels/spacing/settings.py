"""Titles set by the simulator, for the tests of the spacing kernel."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from formework.simulate.named_books import order_book

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Text:
    """The titles of one text of a simulated book, with the truth about each."""

    images: tuple[NDArray[np.uint8], ...]
    identity: NDArray[np.str_]
    sides: NDArray[np.str_]

    @property
    def same(self) -> NDArray[np.bool_]:
        """Which pairs are one setting, (n, n)."""
        return np.equal.outer(self.identity, self.identity)

    @property
    def rivals(self) -> NDArray[np.bool_]:
        """Which pairs stand on one sheet side, (n, n)."""
        together = np.equal.outer(self.sides, self.sides)
        return together & ~np.eye(len(self.sides), dtype=bool)


@cache
def set_text(name: str, face: str, view: str = "scan", difficulty: str = "normal") -> Text:
    """The titles on one face of a simulated book of the development universe."""
    book = order_book(
        name, difficulty=difficulty, view=view, universe="development", turned=None, seed=7
    )
    titles = [title for title in book.titles if title.signature.endswith(face)]
    return Text(
        tuple(book.cut_out(title.signature) for title in titles),
        np.array([title.title for title in titles]),
        np.array([title.sheet_side for title in titles]),
    )
