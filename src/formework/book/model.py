"""The parts of a hand-press book, named as the trade names them.

A *sheet* went through the press twice, once for each *sheet side*; folded, it
became *leaves*, each with a recto and a verso page; leaves folded or nested
together are a *gathering*, named by its *signature*.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cached_property
from typing import Self

from formework.errors import InputError


class Face(StrEnum):
    """The two pages of a leaf."""

    RECTO = "r"
    VERSO = "v"


RECTO, VERSO = Face.RECTO, Face.VERSO


class Forme(StrEnum):
    """The type that prints one sheet side.

    The outer forme holds the first page of the sheet, the inner forme the second.
    A half-sheet worked and turned has one forme for both sides.
    """

    OUTER = "o"
    INNER = "i"
    WORKED = "w"


class Format(Enum):
    """How a sheet was folded; the value is the number of leaves it makes."""

    BROADSHEET = 1
    FOLIO = 2
    QUARTO = 4
    OCTAVO = 8
    DUODECIMO = 12
    SEXTODECIMO = 16
    OCTODECIMO = 18
    VICESIMO_QUARTO = 24
    TRICESIMO_SECUNDO = 32
    SEXAGESIMO_QUARTO = 64

    @property
    def leaves(self) -> int:
        """The number of leaves of one sheet."""
        return int(self.value)

    @property
    def word(self) -> str:
        """The name in words, as in `book.toml`: "quarto"."""
        return self.name.lower().replace("_", "-")

    @property
    def sign(self) -> str:
        """The name in figures, as in a formula: "4°"."""
        return f"{self.leaves}°"

    @classmethod
    def read(cls, text: str) -> Self:
        """Read a format in any of its spellings: quarto, 4°, 4to, 8vo, 12mo, in-8°, fo.

        >>> Format.read("4to"), Format.read("fo.")
        (<Format.QUARTO: 4>, <Format.FOLIO: 2>)
        """
        plain = text.strip().lower().rstrip(".:")
        for book_format in cls:
            if plain in (book_format.word, book_format.name.lower()):
                return book_format
        if re.fullmatch(r"(?:in-?)?(?:fo?l?|f°|folio)", plain):
            return cls.FOLIO
        figures = re.fullmatch(r"(?:in[- ])?(\d+)\s*(?:°|º|˚|⁰|o|to|vo|mo|m°)?", plain)
        if figures and int(figures[1]) in cls._value2member_map_:
            return cls(int(figures[1]))
        raise InputError(
            f"format {text!r} is unknown",
            hint="write folio, quarto, octavo, duodecimo or sextodecimo (2°, 4to, 8vo, 12mo, 16mo)",
        )


def leaf_name(gathering: str, leaf: int) -> str:
    """The name of a leaf: "B2"; a gathering signed with a figure needs a point, "11.2"."""
    return f"{gathering}{'.' if gathering[-1:].isdecimal() else ''}{leaf}"


@dataclass(frozen=True, slots=True, order=True)
class Page:
    """One page, named by its gathering, leaf and face.

    >>> Page("B", 2, Face.RECTO).signature
    'B2r'
    """

    gathering: str
    leaf: int
    face: Face

    @property
    def signature(self) -> str:
        """The page's name in files, messages and addresses."""
        return leaf_name(self.gathering, self.leaf) + self.face


@dataclass(frozen=True, slots=True)
class Insertion:
    """Leaves added to a gathering after one of its leaves: A^4(A1+χ1)."""

    after: int
    gathering: Gathering


@dataclass(frozen=True, slots=True)
class Gathering:
    """Leaves folded or nested together, as planned and as altered.

    `leaves` is the number folded; `missing` were removed, `cancelled` were
    removed and reprinted; `inserted` were never part of the fold.
    """

    signature: str
    leaves: int
    missing: tuple[int, ...] = ()
    cancelled: tuple[int, ...] = ()
    inserted: tuple[Insertion, ...] = ()

    @property
    def leaves_present(self) -> int:
        """The number of leaves in the book, insertions included."""
        added = sum(insertion.gathering.leaves_present for insertion in self.inserted)
        return self.leaves - len(self.missing) + added

    @property
    def pages(self) -> tuple[Page, ...]:
        """The pages in the book, in reading order."""
        pages: list[Page] = []
        for leaf in range(self.leaves + 1):
            if leaf and leaf not in self.missing:
                pages += Page(self.signature, leaf, RECTO), Page(self.signature, leaf, VERSO)
            for insertion in self.inserted:
                if insertion.after == leaf:
                    pages += insertion.gathering.pages
        return tuple(pages)


@dataclass(frozen=True)
class SheetSide:
    """The pages one forme printed, by their position in the chase.

    `pages` has one entry per slot, `None` where no page was printed or the page
    is missing. Slots are in physical order: the same index is the same position
    in every forme of the format, and never mixes rectos with versos. `sheet`
    counts nested sheets from the outermost; it is 0 if there is only one.
    """

    gathering: str
    sheet: int
    forme: Forme
    pages: tuple[Page | None, ...]

    @property
    def name(self) -> str:
        """B(o), or B1(o) for the outermost of several sheets."""
        return f"{self.gathering}{self.sheet or ''}({self.forme})"

    @cached_property
    def signatures(self) -> tuple[str, ...]:
        """The signatures of the pages present, in slot order."""
        return tuple(page.signature for page in self.pages if page)


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle on an image, in pixels from the top left corner."""

    x: int
    y: int
    width: int
    height: int


class Origin(StrEnum):
    """Where the box of a running title comes from; corrections survive every re-run."""

    LOCATED = "located"
    IMPORTED = "imported"
    SUPPLIED = "supplied"
    CORRECTED = "corrected"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RunningTitle:
    """The part of a page's headline that recurs, without its pixels: one row of `titles.csv`.

    `box` is `None` if the page has no running title: found so, or stated by a person.
    `signature` is empty if the page is not part of the collation.
    """

    image: str
    signature: str
    box: Box | None
    text: str
    section: str
    origin: Origin
