"""Which title is in which slot of which unit: a sheet side, or a single page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Face
from formework.settings import Unit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.book.model import SheetSide

NO_TITLE = -1  # instead of the index of a title, in an empty slot


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Units and the titles in their slots.

    `names` are sheet sides or signatures. `places` (units, slots) is the index
    of the title in each slot, or `NO_TITLE`.
    """

    names: tuple[str, ...]
    places: NDArray[np.intp]


def arrange(
    sides: Sequence[SheetSide], signatures: Sequence[str], unit: Unit = Unit.SHEET_SIDES
) -> Arrangement:
    """Arrange titles, given by the signatures of their pages, in units.

    Units without a title are left out.
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


def find_rivals(arrangement: Arrangement, titles: int) -> NDArray[np.bool_]:
    """Whether two titles are in one unit, (titles, titles): then they cannot be the same."""
    unit = np.full(titles, NO_TITLE)
    for number, places in enumerate(arrangement.places):
        unit[places[places != NO_TITLE]] = number
    rivals = (unit[:, None] == unit) & (unit != NO_TITLE)
    np.fill_diagonal(rivals, val=False)
    return np.asarray(rivals)
