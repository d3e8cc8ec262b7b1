"""Which pages were printed together: from gatherings to sheet sides and slots.

Folding hides this: in a quarto the first page shares its forme with the fourth,
fifth and eighth. A *slot* is a position in the chase. Skeletons keep their titles
in their slots, so slots are numbered by physical position, the same for outer and
inner formes; `turned_slots` gives the slot of each title in a turned chase.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from formework.book.model import RECTO, VERSO, Format, Forme, Page, SheetSide
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from formework.book.model import Gathering

# The pages of type on the imposing stone, numbered within one folded sheet; the
# printed sheet is its mirror image. Sextodecimo follows from folding four times and
# was not confirmed from a printer's manual.
_STONES = {
    Format.FOLIO: ("1 4", "3 2"),
    Format.QUARTO: ("4 5 / 1 8", "6 3 / 7 2"),
    Format.OCTAVO: ("8 9 12 5 / 1 16 13 4", "6 11 10 7 / 3 14 15 2"),
    Format.DUODECIMO: (
        "12 13 16 9 / 8 17 20 5 / 1 24 21 4",
        "10 15 14 11 / 6 19 18 7 / 3 22 23 2",
    ),
    Format.SEXTODECIMO: (
        "4 29 28 5 / 13 20 21 12 / 16 17 24 9 / 1 32 25 8",
        "6 27 30 3 / 11 22 19 14 / 10 23 18 15 / 7 26 31 2",
    ),
}


@dataclass(frozen=True, slots=True)
class FormeTable:
    """The formes of one sheet: page numbers by slot, 0 for an empty slot."""

    outer: tuple[int, ...]
    inner: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GatheringFormes:
    """The formes of one gathering, or of several gatherings on one sheet.

    `formes` lists page numbers by slot (0: empty), counted through all the
    gatherings: outer and inner alternate, one pair per nested sheet from the
    outermost; a last forme without a partner was worked and turned.
    """

    gatherings: tuple[str, ...]
    formes: tuple[tuple[int, ...], ...]


@cache
def forme_table(book_format: Format) -> FormeTable:
    """The two formes of one whole sheet, slots in the order of the outer forme's pages.

    >>> forme_table(Format.QUARTO)
    FormeTable(outer=(1, 4, 5, 8), inner=(7, 6, 3, 2))
    """
    outer, inner = _stones(book_format)
    by_outer_page = sorted(zip(outer, inner, strict=True))
    return FormeTable(*(tuple(pages) for pages in zip(*by_outer_page, strict=True)))


@cache
def turned_slots(book_format: Format) -> tuple[int, ...] | None:
    """For each slot, the slot in which its title prints when the chase is turned.

    `None` if turning would put rectos in the slots of versos: folio and
    duodecimo cannot be turned.

    >>> turned_slots(Format.QUARTO)
    (2, 3, 0, 1)
    """
    stone, _ = _stones(book_format)
    across = dict(zip(stone, reversed(stone), strict=True))
    if any((page - turned) % 2 for page, turned in across.items()):
        return None
    slots = forme_table(book_format).outer
    return tuple(slots.index(across[page]) for page in slots)


def stone_rows(book_format: Format) -> tuple[tuple[int, ...], ...]:
    """The pages of the outer forme on the stone, row by row; empty if there is no table.

    >>> stone_rows(Format.QUARTO)
    ((4, 5), (1, 8))
    """
    grids = _grids(book_format)
    return tuple(tuple(map(int, row.split())) for row in grids[0].split("/")) if grids else ()


def _stones(book_format: Format) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The outer and inner stone, read row by row."""
    grids = _grids(book_format)
    if grids is None:
        raise InputError(
            f"{book_format.word}: the program has no imposition table for this format",
            hint="declare the formes under [imposition] in book.toml",
        )
    outer, inner = (tuple(map(int, grid.replace("/", " ").split())) for grid in grids)
    return outer, inner


def _grids(book_format: Format) -> tuple[str, str] | None:
    # A broadsheet is an unfolded folio sheet: its one leaf takes the slots of the first leaf.
    return _STONES.get(Format.FOLIO if book_format is Format.BROADSHEET else book_format)


@lru_cache(maxsize=4096)  # a catalogue has the same B^8 many thousand times
def unfold(gathering: Gathering, book_format: Format) -> tuple[SheetSide, ...]:
    """Return the sheet sides of a gathering, outermost sheet first.

    A gathering larger than one sheet consists of nested sheets; half a sheet was
    worked and turned with one forme; any other remainder is part of a sheet.
    Cancelled and inserted leaves were printed separately and get their own sides.

    >>> from formework.book.model import Gathering
    >>> unfold(Gathering("B", leaves=4), Format.FOLIO)[0].signatures
    ('B1r', 'B4v')
    """
    return _impose((gathering,), _formes(gathering.leaves, book_format), book_format)


def sheet_sides(
    gatherings: Sequence[Gathering],
    book_format: Format,
    declared: Iterable[GatheringFormes] = (),
) -> tuple[SheetSide, ...]:
    """Unfold a whole book: its sheet sides in book order.

    A declared imposition takes precedence. In duodecimo an adjacent eight and
    four were cut from one sheet.
    """
    tables = {table.gatherings[0]: table for table in declared}
    sides: list[SheetSide] = []
    rest = list(gatherings)
    while rest:
        table = tables.get(rest[0].signature) or _cut_from_one_sheet(rest, book_format)
        if table is None:
            sides += unfold(rest.pop(0), book_format)
            continue
        joined = tuple(rest[: len(table.gatherings)])
        _check_formes(table, joined)
        sides += _impose(joined, table.formes, book_format)
        del rest[: len(joined)]
    return tuple(sides)


@cache
def _formes(leaves: int, book_format: Format) -> tuple[tuple[int, ...], ...]:
    """Page numbers by slot, forme by forme, for a gathering with this number of leaves."""
    table = forme_table(book_format)
    sheet_leaves = len(table.outer)
    folded = leaves + leaves % 2  # a single leaf takes the slots of a pair
    whole, remainder = divmod(folded, sheet_leaves)
    formes: list[tuple[int, ...]] = []
    for sheet in range(whole):
        formes += _nest(table, folded, sheet * sheet_leaves, sheet_leaves)
    if remainder * 2 == sheet_leaves and leaves == folded:
        first = whole * sheet_leaves + 1
        formes.append(tuple(range(first, first + sheet_leaves)))
    elif remainder:
        formes += _nest(table, folded, whole * sheet_leaves, remainder)
    return tuple(formes)


def _nest(table: FormeTable, folded: int, outside: int, leaves: int) -> Iterator[tuple[int, ...]]:
    """Number the pages of one sheet among the `folded` leaves of its gathering.

    `outside` pages come before it and as many after it. The sheet has `leaves`,
    half before the middle of the gathering and half after; if that is less than
    a whole sheet, the slots of the leaves it lacks stay empty.
    """
    lacking = 2 * (len(table.outer) - leaves)  # pages, from the middle of the sheet

    def number(page: int) -> int:
        if page <= leaves:
            return outside + page
        if page <= leaves + lacking:
            return 0
        return outside + page - lacking + 2 * (folded - leaves) - 2 * outside

    for forme in (table.outer, table.inner):
        yield tuple(map(number, forme))


def _cut_from_one_sheet(rest: Sequence[Gathering], book_format: Format) -> GatheringFormes | None:
    """Duodecimo in eights and fours: the four is the off-cut of the eight's sheet."""
    if book_format is not Format.DUODECIMO or len(rest) < 2:
        return None
    first, second = rest[:2]
    if {first.leaves, second.leaves} != {8, 4}:
        return None
    eight, four = (0, 16) if first.leaves == 8 else (8, 0)

    def number(page: int) -> int:
        # In a whole folded sheet, pages 9 to 16 belong to the off-cut.
        if page <= 8:
            return eight + page
        return four + page - 8 if page <= 16 else eight + page - 8

    table = forme_table(book_format)
    formes = tuple(tuple(map(number, forme)) for forme in (table.outer, table.inner))
    return GatheringFormes((first.signature, second.signature), formes)


def _impose(
    gatherings: Sequence[Gathering], formes: Sequence[tuple[int, ...]], book_format: Format
) -> tuple[SheetSide, ...]:
    """Put the pages of gatherings made of one sheet, or of nested sheets, into its formes."""
    sheets = [formes[start : start + 2] for start in range(0, len(formes), 2)]
    stayed: dict[int, Page] = {}
    sides: list[SheetSide] = []
    number = 0
    for gathering in gatherings:
        for leaf in range(1, gathering.leaves + 1):
            pages = {
                number + 1: Page(gathering.signature, leaf, RECTO),
                number + 2: Page(gathering.signature, leaf, VERSO),
            }
            number += 2
            if leaf in gathering.cancelled:
                apart = _place(f"±{gathering.signature}{leaf}", sheets, pages)
                sides += (replace(side, sheet=0) for side in apart)
            elif leaf not in gathering.missing:
                stayed |= pages
        for insertion in gathering.inserted:
            sides += unfold(insertion.gathering, book_format)
    name = "+".join(gathering.signature for gathering in gatherings)
    return (*_place(name, sheets, stayed), *sides)


def _place(
    name: str, sheets: Sequence[Sequence[tuple[int, ...]]], pages: Mapping[int, Page]
) -> Iterator[SheetSide]:
    """Put pages, given by number, into the formes of each sheet; leave out empty formes."""
    for sheet, formes in enumerate(sheets, start=1):
        # A forme without a partner printed both sides of its half-sheet.
        kinds = (Forme.OUTER, Forme.INNER) if len(formes) > 1 else (Forme.WORKED,)
        for kind, forme in zip(kinds, formes, strict=True):
            printed = tuple(map(pages.get, forme))
            side = SheetSide(name, sheet if len(sheets) > 1 else 0, kind, printed)
            if side.signatures:
                yield side


def _check_formes(table: GatheringFormes, gatherings: Sequence[Gathering]) -> None:
    """Refuse a table that omits a page, prints one twice, or mixes faces in a slot."""
    name = "+".join(table.gatherings)
    hint = "correct [imposition] in book.toml: page numbers by slot, one list per forme"
    if tuple(gathering.signature for gathering in gatherings) != table.gatherings:
        raise InputError(
            f"imposition of {name}: these gatherings are not adjacent in the book",
            hint=hint,
        )
    wanted = range(1, 2 * sum(gathering.leaves for gathering in gatherings) + 1)
    given = sorted(filter(None, chain.from_iterable(table.formes)))
    if given != list(wanted):
        raise InputError(
            f"imposition of {name}: the formes must have each of the pages 1 to {wanted.stop - 1} "
            f"once, but have {', '.join(map(str, given))}",
            hint=hint,
        )
    for one, other in pairwise(table.formes):
        for slot, (page, beside) in enumerate(zip(one, other, strict=False), start=1):
            if page and beside and (page - beside) % 2:
                raise InputError(
                    f"imposition of {name}: slot {slot} has page {page} in one forme and "
                    f"{beside} in another: a recto and a verso never share a slot",
                    hint=hint,
                )
