"""From units to pages: each page with the skeleton of its sheet side."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from formework.result import UNSURE, PageResult, sure_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.result import UnitResult
    from formework.sides.book_titles import BookTitles


class TitleIdentity(NamedTuple):
    """The numeral of a single title, empty where it could not be read, and how sure it is, 0-1."""

    numeral: str
    confidence: float


def page_results(
    titles: BookTitles,
    units: Sequence[UnitResult],
    identities: Mapping[str, TitleIdentity] | None = None,
) -> tuple[PageResult, ...]:
    """Give each page the skeleton of its unit, side by side and slot by slot in book order.

    A page whose title could not be read is in no skeleton: its crop may be
    anything. Without `identities`, by signature, single titles are not named.
    """
    by_unit = {unit.name: unit for unit in units}
    sections = dict(zip(titles.signatures, titles.sections, strict=True))
    pages = []
    for side in titles.sides:
        for slot, page in enumerate(side.pages, start=1):
            signature = page.signature if page else ""
            unit = by_unit.get(side.name) or by_unit.get(signature)
            if unit and signature in sections:
                identity = identities[signature] if identities else None
                pages.append(_page(signature, side.name, slot, sections[signature], unit, identity))
    return tuple(pages)


def _page(
    signature: str,
    side: str,
    slot: int,
    section: str,
    unit: UnitResult,
    identity: TitleIdentity | None,
) -> PageResult:
    place = (signature, side, slot, section)
    if identity is None:
        return PageResult(*place, unit.skeleton, unit.state, "", None, unit.confidence)
    if not identity.numeral:
        return PageResult(*place, UNSURE, 1, UNSURE, 0.0, 0.0)
    title = sure_title(identity.numeral, identity.confidence)
    return PageResult(
        *place, unit.skeleton, unit.state, title, identity.confidence, unit.confidence
    )
