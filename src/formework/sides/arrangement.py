"""How titles are arranged for clustering: by sheet sides, or page by page for comparison."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Self

import numpy as np

from formework.book.model import Face
from formework.errors import InputError
from formework.sides.paper_norm import NO_TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.book.model import SheetSide


class Unit(StrEnum):
    """What is clustered; the paper compares all three (its Table 2)."""

    SHEET_SIDES = "sheet-sides"
    RECTO = "recto"
    PAGES = "pages"

    @classmethod
    def read(cls, name: str) -> Self:
        """A unit as a person names it."""
        if name not in set(cls):
            raise InputError(f"there is no unit {name!r}", hint=f"choose {', '.join(cls)}")
        return cls(name)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Units and the titles in their slots.

    `names` are sheet sides or signatures; `places` is (units, slots) and holds
    the index of the title in each slot, or `NO_TITLE`.
    """

    names: tuple[str, ...]
    places: NDArray[np.intp]


def arrange(
    sides: Sequence[SheetSide], signatures: Sequence[str], unit: Unit = Unit.SHEET_SIDES
) -> Arrangement:
    """Arrange titles, given by the signatures of their pages, by a unit.

    Units without any title are left out: there is nothing to compare.
    """
    index = {signature: number for number, signature in enumerate(signatures)}
    if unit is Unit.SHEET_SIDES:
        width = max((len(side.pages) for side in sides), default=0)
        rows = {
            side.name: [index.get(page.signature, NO_TITLE) if page else NO_TITLE
                        for page in side.pages] + [NO_TITLE] * (width - len(side.pages))
            for side in sides
        }  # fmt: skip
    else:
        wanted = {
            page.signature
            for side in sides
            for page in side.pages
            if page and (unit is Unit.PAGES or page.face is Face.RECTO)
        }
        rows = {signature: [number] for signature, number in index.items() if signature in wanted}
    rows = {name: row for name, row in rows.items() if any(place != NO_TITLE for place in row)}
    return Arrangement(tuple(rows), np.array(list(rows.values()), dtype=np.intp))
