"""Gatherings while their formula is read: their names and leaves can still change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from formework.book.formula.signatures import UNSIGNED, Signature
from formework.book.model import Gathering, Insertion, leaf_name

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(slots=True)
class Added:
    """Leaves inserted after a leaf; without a signature they are named after it: H4+1."""

    after: int
    signature: Signature | None
    leaves: int


@dataclass(slots=True)
class Draft:
    """A gathering being read. `volume` is 0 in a book of one volume."""

    signature: Signature
    leaves: int
    volume: int = 0
    missing: set[int] = field(default_factory=set)
    cancelled: set[int] = field(default_factory=set)
    added: list[Added] = field(default_factory=list)


def finish(drafts: Sequence[Draft], warnings: list[str]) -> tuple[Gathering, ...]:
    """Give every gathering a name that is unique in its book.

    A signature that is repeated starts a new series, ²A; unsigned gatherings are counted, 2χ.
    """
    latest: dict[tuple[int, str], Signature] = {}
    again: list[str] = []

    def name(signature: Signature, volume: int) -> str:
        first = str(signature)
        while earlier := latest.get((volume, str(signature))):
            signature = _next(earlier)
            latest[volume, first] = signature
        latest[volume, str(signature)] = signature
        if str(signature) != first:
            again.append(f"{first} as {signature}")
        return f"{volume}#{signature}" if volume else str(signature)

    gatherings = []
    for draft in drafts:
        own_name = name(draft.signature, draft.volume)
        inserted = (
            Insertion(
                added.after,
                Gathering(
                    name(added.signature, draft.volume)
                    if added.signature
                    else f"{leaf_name(own_name, added.after)}+",
                    added.leaves,
                ),
            )
            for added in sorted(draft.added, key=lambda added: added.after)
            if added.leaves > 0
        )
        gatherings.append(
            Gathering(
                own_name,
                draft.leaves,
                missing=tuple(sorted(draft.missing)),
                cancelled=tuple(sorted(draft.cancelled - draft.missing)),
                inserted=tuple(inserted),
            )
        )
    if again:
        more = f" and {len(again) - 3} more" if len(again) > 3 else ""
        warnings.append(f"repeated signatures, named apart: {', '.join(again[:3])}{more}")
    return tuple(gatherings)


def _next(signature: Signature) -> Signature:
    """The name of a signature that is repeated."""
    if signature.mark in UNSIGNED:
        return replace(signature, times=signature.times + 1)
    series = int(signature.series) if signature.series.isdecimal() else 1
    return replace(signature, series=str(series + 1))
