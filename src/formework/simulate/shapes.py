"""The shapes of the paper's eight books (its Table 1).

A shape has what the paper reports about a book: format, sheet sides, skeletons
and, from its majority baseline, the share of the most used skeleton. The rest is
invented: the letters of the collation, the number of skeletons in use together,
and the share renewed piecemeal. Texts and founts belong to the universe.
"""

from __future__ import annotations

from dataclasses import dataclass

from formework.book.model import Format


@dataclass(frozen=True, slots=True)
class SectionShape:
    """A stretch of whole gatherings under one pair of running-title texts.

    `largest` is the number of sides printed by the most used skeleton, `team`
    the number of skeletons in use together.
    """

    gatherings: int
    skeletons: int
    largest: int
    team: int = 2


@dataclass(frozen=True, slots=True)
class Shape:
    """The structure of a book, without its words and type.

    `piecemeal` is the share of skeletons renewed in part. `divisions` is the
    number of books or chapters counted by the numeral in the running title, 0
    if it has none.
    """

    name: str
    title: str
    format: Format
    leaves: int
    collation: str
    sections: tuple[SectionShape, ...]
    piecemeal: float = 0.15
    divisions: int = 0

    @property
    def skeletons(self) -> int:
        """Skeletons in the whole book."""
        return sum(section.skeletons for section in self.sections)

    @property
    def sides(self) -> int:
        """Sheet sides in the whole book."""
        gatherings = sum(section.gatherings for section in self.sections)
        return gatherings * 2 * self.leaves // self.format.leaves


# Leviathan: 47 gatherings of two sheets, so 188 sides (Table 1 of the paper says 94, a slip).
LEVIATHAN = Shape(
    "leviathan", "Leviathan", Format.FOLIO, 4, "B-3B^4",
    (
        SectionShape(gatherings=11, skeletons=4, largest=18),
        SectionShape(gatherings=14, skeletons=5, largest=20),
        SectionShape(gatherings=16, skeletons=7, largest=21, team=3),
        SectionShape(gatherings=6, skeletons=4, largest=10),
    ),
)  # fmt: skip
PARADISE_LOST = Shape(
    "paradise-lost", "Paradise Lost", Format.QUARTO, 4, "A-2T^4",
    (SectionShape(gatherings=42, skeletons=12, largest=21, team=3),),
    piecemeal=0.95, divisions=10,
)  # fmt: skip
KING_LEAR = Shape(
    "king-lear", "The History of King Lear", Format.QUARTO, 4, "A-F^4",
    (SectionShape(gatherings=6, skeletons=4, largest=3),),
    piecemeal=0.0,
)  # fmt: skip
MAYOR = Shape(
    "mayor", "The Mayor of Quinborough", Format.QUARTO, 4, "A-I^4",
    (SectionShape(gatherings=9, skeletons=6, largest=7),),
)  # fmt: skip
PARTHENISSA = Shape(
    "parthenissa", "Parthenissa", Format.QUARTO, 4, "B-2I^4",
    (SectionShape(gatherings=31, skeletons=19, largest=8),),
)  # fmt: skip
INSTITUTION = Shape(
    "institution", "The Institution of a Gentleman", Format.OCTAVO, 8, "B-F^8",
    (SectionShape(gatherings=5, skeletons=2, largest=5),),
)  # fmt: skip
DISCOURSE = Shape(
    "discourse", "A Moral Discourse of Power", Format.OCTAVO, 8, "B-N^8",
    (SectionShape(gatherings=12, skeletons=2, largest=12),),
)  # fmt: skip
WISDOM = Shape(
    "wisdom", "The Wisdom of God", Format.OCTAVO, 8, "B-Q^8",
    (SectionShape(gatherings=15, skeletons=8, largest=9),),
)  # fmt: skip

# In the order of the paper's Table 2.
SHAPES = {
    shape.name: shape
    for shape in (
        MAYOR, DISCOURSE, PARTHENISSA, WISDOM, INSTITUTION, KING_LEAR, LEVIATHAN, PARADISE_LOST,
    )
}  # fmt: skip
