"""A book as a collation diagram: leaf by leaf, with what is folded, added and missing.

VisColl and VCEditor draw leaves; a formula counts them. `draw` turns gatherings
into a diagram, `collation_import` a diagram into a formula.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from itertools import count
from typing import TYPE_CHECKING

from formework.book.model import leaf_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.book.model import Gathering

MAX_LEAVES = 5_000  # far more than any printed book has
MAX_NESTED = 20  # gatherings inside one another


class Mode(StrEnum):
    """How a leaf came to be where it is."""

    ORIGINAL = "original"
    ADDED = "added"
    REPLACED = "replaced"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class DrawnLeaf:
    """A leaf of a diagram: its number in the book, from 1, and its name, such as B2.

    `conjoint` is the number of the leaf it is joined to at the fold, if any;
    `place` is where the leaf is in the file, for messages.
    """

    number: int
    name: str
    mode: Mode = Mode.ORIGINAL
    conjoint: int | None = None
    place: str = ""


@dataclass(frozen=True, slots=True)
class DrawnGathering:
    """A gathering of a diagram: its leaves, and the gatherings inserted between them."""

    number: int
    signature: str
    members: tuple[DrawnLeaf | DrawnGathering, ...]
    place: str = ""

    @property
    def leaves(self) -> Iterator[DrawnLeaf]:
        """Every leaf, those of inserted gatherings too, in reading order."""
        for member in self.members:
            if isinstance(member, DrawnLeaf):
                yield member
            else:
                yield from member.leaves

    @property
    def direct_leaves(self) -> list[DrawnLeaf]:
        """Its leaves without those of inserted gatherings."""
        return [member for member in self.members if isinstance(member, DrawnLeaf)]

    @property
    def folded(self) -> list[DrawnLeaf]:
        """Its leaves without insertions: those that were folded together."""
        return [leaf for leaf in self.direct_leaves if leaf.mode is not Mode.ADDED]

    @property
    def inserted(self) -> Iterator[DrawnGathering]:
        """The gatherings inserted directly in this one."""
        return (member for member in self.members if isinstance(member, DrawnGathering))


@dataclass(frozen=True, slots=True)
class LeafDiagram:
    """The diagram of a whole book; `warnings` name what in its file was not understood."""

    gatherings: tuple[DrawnGathering, ...]
    book_format: str = ""
    described: Mapping[str, str] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()

    @property
    def leaves(self) -> Iterator[DrawnLeaf]:
        """Every leaf of the book, in reading order."""
        for gathering in self.gatherings:
            yield from gathering.leaves


def draw(gatherings: Sequence[Gathering]) -> tuple[DrawnGathering, ...]:
    """Draw gatherings leaf by leaf, missing leaves too.

    >>> from formework.book.formula.collation import read_collation
    >>> [leaf.name for leaf in draw(read_collation("A^2(A1+χ1)").gatherings)[0].leaves]
    ['A1', 'χ1', 'A2']
    """
    numbers, leaves = count(1), count(1)
    return tuple(_draw(gathering, Mode.ORIGINAL, numbers, leaves) for gathering in gatherings)


def _draw(
    gathering: Gathering, mode: Mode, numbers: Iterator[int], leaves: Iterator[int]
) -> DrawnGathering:
    number = next(numbers)
    order: list[int | DrawnGathering] = []
    number_of: dict[int, int] = {}
    for leaf in range(gathering.leaves + 1):
        if leaf:
            number_of[leaf] = next(leaves)
            order.append(leaf)
        order += (
            _draw(insertion.gathering, Mode.ADDED, numbers, leaves)
            for insertion in gathering.inserted
            if insertion.after == leaf
        )

    def drawn(leaf: int) -> DrawnLeaf:
        partner = partner_of(leaf, gathering.leaves)
        apart = {leaf, partner} & {*gathering.cancelled}
        altered = (
            Mode.MISSING if leaf in gathering.missing
            else Mode.REPLACED if leaf in gathering.cancelled
            else mode
        )  # fmt: skip
        conjoint = None if apart else number_of.get(partner)
        return DrawnLeaf(number_of[leaf], leaf_name(gathering.signature, leaf), altered, conjoint)

    members = tuple(drawn(member) if isinstance(member, int) else member for member in order)
    return DrawnGathering(number, gathering.signature, members)


def partner_of(leaf: int, leaves: int) -> int:
    """The leaf folded together with a leaf; the number after the last if it has no partner.

    >>> partner_of(1, 8), partner_of(2, 3), partner_of(1, 3)
    (8, 3, 4)
    """
    return leaves + leaves % 2 + 1 - leaf
