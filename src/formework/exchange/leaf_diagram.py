"""A book as collation diagrams draw it: leaf by leaf, with what is folded, added and missing.

VisColl and VCEditor draw leaves; a formula counts them. This is the one place
where the two are turned into each other.
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

MOST_LEAVES = 5_000  # far more than any printed book has
MOST_NESTED = 20  # gatherings inside one another


class Mode(StrEnum):
    """How a leaf came to be where it is."""

    ORIGINAL = "original"
    ADDED = "added"
    REPLACED = "replaced"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class DrawnLeaf:
    """A leaf of a diagram: its number in the book, from 1, and its name, such as B2.

    `conjoint` is the number of the leaf it hangs together with, if any; `place`
    is where the file has the leaf, for messages.
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
    def inserted(self) -> Iterator[DrawnGathering]:
        """The gatherings inserted directly in this one."""
        return (member for member in self.members if isinstance(member, DrawnGathering))


@dataclass(frozen=True, slots=True)
class Diagram:
    """A whole book as drawn; `warnings` name what of its file was not understood."""

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
        own = (
            Mode.MISSING if leaf in gathering.missing
            else Mode.REPLACED if leaf in gathering.cancelled
            else mode
        )  # fmt: skip
        conjoint = None if apart else number_of.get(partner)
        return DrawnLeaf(number_of[leaf], leaf_name(gathering.signature, leaf), own, conjoint)

    members = tuple(drawn(member) if isinstance(member, int) else member for member in order)
    return DrawnGathering(number, gathering.signature, members)


def partner_of(leaf: int, leaves: int) -> int:
    """The leaf that is folded together with a leaf; one beyond the last if there is none.

    >>> partner_of(1, 8), partner_of(2, 3), partner_of(1, 3)
    (8, 3, 4)
    """
    return leaves + leaves % 2 + 1 - leaf
