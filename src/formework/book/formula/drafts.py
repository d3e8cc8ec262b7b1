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


def omit(signature: Signature, drafts: list[Draft]) -> bool:
    """Leave a whole gathering out of a range, A-Z^8(-R): the nearest before in its volume.

    Returns False if there is no such gathering, or no other.
    """
    for draft in reversed(drafts):
        if draft.signature == signature and draft.volume == drafts[-1].volume and len(drafts) > 1:
            drafts.remove(draft)
            return True
    return False


def finish(drafts: Sequence[Draft], warnings: list[str]) -> tuple[Gathering, ...]:
    """Give every gathering a name that is unique in its book.

    A signature that is repeated starts a new series, ²A; unsigned gatherings are counted, 2χ.
    """
    names = _Names()
    gatherings = tuple(_finish_one(draft, names) for draft in drafts)
    if names.renamed:
        more = f" and {len(names.renamed) - 3} more" if len(names.renamed) > 3 else ""
        warnings.append(f"repeated signatures, named apart: {', '.join(names.renamed[:3])}{more}")
    return gatherings


@dataclass(slots=True)
class _Names:
    """The names given so far, by volume; `renamed` lists the signatures that were repeated."""

    latest: dict[tuple[int, str], Signature] = field(default_factory=dict)
    renamed: list[str] = field(default_factory=list)

    def give(self, signature: Signature, volume: int) -> str:
        """A name for a signature that no other gathering of the volume has."""
        first = str(signature)
        while earlier := self.latest.get((volume, str(signature))):
            signature = _next(earlier)
            self.latest[volume, first] = signature
        self.latest[volume, str(signature)] = signature
        if str(signature) != first:
            self.renamed.append(f"{first} as {signature}")
        return f"{volume}#{signature}" if volume else str(signature)


def _finish_one(draft: Draft, names: _Names) -> Gathering:
    own_name = names.give(draft.signature, draft.volume)
    inserted = []
    for added in sorted(draft.added, key=lambda added: added.after):
        if added.leaves > 0:
            name = (
                names.give(added.signature, draft.volume)
                if added.signature
                else f"{leaf_name(own_name, added.after)}+"
            )
            inserted.append(Insertion(added.after, Gathering(name, added.leaves)))
    return Gathering(
        own_name,
        draft.leaves,
        missing=tuple(sorted(draft.missing)),
        cancelled=tuple(sorted(draft.cancelled - draft.missing)),
        inserted=tuple(inserted),
    )


def _next(signature: Signature) -> Signature:
    """The name of a signature that is repeated."""
    if signature.mark in UNSIGNED:
        return replace(signature, times=signature.times + 1)
    series = int(signature.series) if signature.series.isdecimal() else 1
    return replace(signature, series=str(series + 1))
