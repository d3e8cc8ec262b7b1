"""The input of both systems: the cut-out titles of a book, their texts and sheet sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.sides.arrangement import arrange, find_rivals

if TYPE_CHECKING:
    from collections.abc import Hashable

    import numpy as np
    from numpy.typing import NDArray

    from formework.book.model import SheetSide
    from formework.settings import Unit
    from formework.sides.arrangement import Arrangement


@dataclass(frozen=True, slots=True)
class BookTitles:
    """The running titles of a book; the first five fields are in the same order.

    `texts` are equal for titles with the same words; `words` are the words as
    they were read. `crops` are 2-D `uint8` arrays, dark ink on light paper.
    `sides` are all sheet sides of the book. `turned_slots` gives, for each
    slot, the slot of its title in a turned chase; `None` if chases of the
    format cannot be turned.
    """

    signatures: tuple[str, ...]
    sections: tuple[str, ...]
    texts: tuple[Hashable, ...]
    words: tuple[str, ...]
    crops: tuple[NDArray[np.uint8], ...]
    sides: tuple[SheetSide, ...]
    turned_slots: tuple[int, ...] | None

    def arrange(self, unit: Unit) -> Arrangement:
        """The titles arranged in units."""
        return arrange(self.sides, self.signatures, unit)

    def rivals(self) -> NDArray[np.bool_]:
        """Whether two titles share a sheet side, (titles, titles): then they cannot be the same."""
        return find_rivals(arrange(self.sides, self.signatures), len(self.signatures))
