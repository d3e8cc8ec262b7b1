"""What both systems start from: the cut-out titles of a book, their texts, their sheet sides."""

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
    """The running titles of a book, all sequences in one order.

    `crops` are 2-D `uint8` arrays, dark ink on light paper; `texts` say which
    titles carry the same words, and `words` what was read. `sides` are all
    sheet sides of the book; `turned_slots` says, slot by slot, where a title
    goes in a turned chase, `None` where the format's chase cannot be turned.
    """

    signatures: tuple[str, ...]
    sections: tuple[str, ...]
    texts: tuple[Hashable, ...]
    words: tuple[str, ...]
    crops: tuple[NDArray[np.uint8], ...]
    sides: tuple[SheetSide, ...]
    turned_slots: tuple[int, ...] | None

    def arrange(self, unit: Unit) -> Arrangement:
        """The titles arranged by unit."""
        return arrange(self.sides, self.signatures, unit)

    def rivals(self) -> NDArray[np.bool_]:
        """Which titles stand on one sheet side, (titles, titles): they cannot be the same type."""
        return find_rivals(arrange(self.sides, self.signatures), len(self.signatures))
