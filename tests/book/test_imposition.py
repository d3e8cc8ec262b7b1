"""Imposition against the printers' tables, typed in by hand."""

from __future__ import annotations

import pytest

from formework.book.imposition import (
    GatheringFormes,
    forme_table,
    sheet_sides,
    turned_slots,
    unfold,
)
from formework.book.model import Face, Format, Gathering, Insertion, Page, SheetSide
from formework.errors import InputError


def numbers(side: SheetSide) -> list[int | None]:
    """The pages of a side numbered within their gathering, slot by slot."""
    return [2 * page.leaf - (page.face is Face.RECTO) if page else None for page in side.pages]


def table(leaves: int, book_format: Format) -> dict[str, list[int]]:
    """The sheet sides of one gathering, pages numbered and sorted."""
    return {
        side.name: sorted(number for number in numbers(side) if number)
        for side in unfold(Gathering("B", leaves), book_format)
    }


@pytest.mark.parametrize(
    ("book_format", "leaves", "sides"),
    [
        (Format.FOLIO, 2, {"B(o)": [1, 4], "B(i)": [2, 3]}),
        (
            Format.FOLIO,
            4,
            {"B1(o)": [1, 8], "B1(i)": [2, 7], "B2(o)": [3, 6], "B2(i)": [4, 5]},
        ),
        (
            Format.FOLIO,
            6,
            {"B1(o)": [1, 12], "B1(i)": [2, 11], "B2(o)": [3, 10], "B2(i)": [4, 9],
             "B3(o)": [5, 8], "B3(i)": [6, 7]},
        ),
        (
            Format.FOLIO,
            8,
            {"B1(o)": [1, 16], "B1(i)": [2, 15], "B2(o)": [3, 14], "B2(i)": [4, 13],
             "B3(o)": [5, 12], "B3(i)": [6, 11], "B4(o)": [7, 10], "B4(i)": [8, 9]},
        ),
        (Format.QUARTO, 4, {"B(o)": [1, 4, 5, 8], "B(i)": [2, 3, 6, 7]}),
        (
            Format.QUARTO,
            8,
            {"B1(o)": [1, 4, 13, 16], "B1(i)": [2, 3, 14, 15],
             "B2(o)": [5, 8, 9, 12], "B2(i)": [6, 7, 10, 11]},
        ),
        (Format.QUARTO, 2, {"B(w)": [1, 2, 3, 4]}),
        (
            Format.QUARTO,
            6,
            {"B1(o)": [1, 4, 9, 12], "B1(i)": [2, 3, 10, 11], "B2(w)": [5, 6, 7, 8]},
        ),
        (
            Format.OCTAVO,
            8,
            {"B(o)": [1, 4, 5, 8, 9, 12, 13, 16], "B(i)": [2, 3, 6, 7, 10, 11, 14, 15]},
        ),
        (Format.OCTAVO, 4, {"B(w)": [1, 2, 3, 4, 5, 6, 7, 8]}),
        (Format.OCTAVO, 2, {"B(o)": [1, 4], "B(i)": [2, 3]}),
        (
            Format.OCTAVO,
            12,
            {"B1(o)": [1, 4, 5, 8, 17, 20, 21, 24], "B1(i)": [2, 3, 6, 7, 18, 19, 22, 23],
             "B2(w)": [9, 10, 11, 12, 13, 14, 15, 16]},
        ),
        (
            Format.OCTAVO,
            16,
            {"B1(o)": [1, 4, 5, 8, 25, 28, 29, 32], "B1(i)": [2, 3, 6, 7, 26, 27, 30, 31],
             "B2(o)": [9, 12, 13, 16, 17, 20, 21, 24], "B2(i)": [10, 11, 14, 15, 18, 19, 22, 23]},
        ),
        (
            Format.DUODECIMO,
            12,
            {"B(o)": [1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24],
             "B(i)": [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23]},
        ),
        (Format.DUODECIMO, 6, {"B(w)": list(range(1, 13))}),
        (
            Format.SEXTODECIMO,
            16,
            {"B(o)": [1, 4, 5, 8, 9, 12, 13, 16, 17, 20, 21, 24, 25, 28, 29, 32],
             "B(i)": [2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23, 26, 27, 30, 31]},
        ),
        (Format.SEXTODECIMO, 8, {"B(w)": list(range(1, 17))}),
        (Format.QUARTO, 1, {"B(o)": [1], "B(i)": [2]}),
        (Format.FOLIO, 1, {"B(o)": [1], "B(i)": [2]}),
        (Format.BROADSHEET, 1, {"B(o)": [1], "B(i)": [2]}),
    ],
)  # fmt: skip
def test_sheet_sides(book_format: Format, leaves: int, sides: dict[str, list[int]]) -> None:
    """The pages of each sheet side are those of the printers' tables."""
    assert table(leaves, book_format) == sides


@pytest.mark.parametrize(
    ("book_format", "across"),
    [
        (Format.FOLIO, {1: 3, 4: 2}),
        (Format.QUARTO, {1: 7, 4: 6, 5: 3, 8: 2}),
        (Format.OCTAVO, {1: 3, 4: 2, 5: 7, 8: 6, 9: 11, 12: 10, 13: 15, 16: 14}),
        (
            Format.DUODECIMO,
            {1: 3, 24: 22, 21: 23, 4: 2, 8: 6, 17: 19, 20: 18, 5: 7, 12: 10, 13: 15, 16: 14, 9: 11},
        ),
        (
            Format.SEXTODECIMO,
            {4: 6, 29: 27, 28: 30, 5: 3, 13: 11, 20: 22, 21: 19, 12: 14, 16: 10, 17: 23, 24: 18,
             9: 15, 1: 7, 32: 26, 25: 31, 8: 2},
        ),
    ],
)  # fmt: skip
def test_outer_to_inner_the_same_way_round(book_format: Format, across: dict[int, int]) -> None:
    """Slot by slot the outer forme's pages answer the inner's as in the tables."""
    formes = forme_table(book_format)
    assert dict(zip(formes.outer, formes.inner, strict=True)) == across
    outer, inner = unfold(Gathering("B", book_format.leaves), book_format)
    assert dict(zip(numbers(outer), numbers(inner), strict=True)) == across


@pytest.mark.parametrize(
    ("book_format", "outer_to_inner", "outer_to_outer", "inner_to_inner"),
    [
        (
            Format.QUARTO,
            {1: 3, 4: 2, 5: 7, 8: 6},
            {1: 5, 5: 1, 4: 8, 8: 4},
            {3: 7, 7: 3, 2: 6, 6: 2},
        ),
        (
            Format.OCTAVO,
            {1: 7, 4: 6, 5: 3, 8: 2, 9: 15, 12: 14, 13: 11, 16: 10},
            {1: 5, 5: 1, 4: 8, 8: 4, 9: 13, 13: 9, 12: 16, 16: 12},
            {2: 6, 6: 2, 3: 7, 7: 3, 10: 14, 14: 10, 11: 15, 15: 11},
        ),
    ],
)
def test_turned_chase(
    book_format: Format,
    outer_to_inner: dict[int, int],
    outer_to_outer: dict[int, int],
    inner_to_inner: dict[int, int],
) -> None:
    """In a turned chase, every title prints where the tables say."""
    formes, turned = forme_table(book_format), turned_slots(book_format)
    assert turned is not None
    outer, inner = formes.outer, formes.inner
    assert {outer[s]: inner[t] for s, t in enumerate(turned)} == outer_to_inner
    assert {outer[s]: outer[t] for s, t in enumerate(turned)} == outer_to_outer
    assert {inner[s]: inner[t] for s, t in enumerate(turned)} == inner_to_inner


def test_formats_that_cannot_be_turned() -> None:
    """In folio and duodecimo turning would print rectos in the place of versos."""
    assert turned_slots(Format.FOLIO) is None
    assert turned_slots(Format.DUODECIMO) is None


def test_half_sheets_keep_to_the_places_of_whole_sheets() -> None:
    """Half a sheet worked and turned is imposed as 2 3 / 1 4 and 4 5 6 3 / 1 8 7 2."""
    (quarto,) = unfold(Gathering("B", 2), Format.QUARTO)
    places = dict(zip(forme_table(Format.QUARTO).outer, numbers(quarto), strict=True))
    assert places == {4: 2, 5: 3, 1: 1, 8: 4}
    (octavo,) = unfold(Gathering("B", 4), Format.OCTAVO)
    places = dict(zip(forme_table(Format.OCTAVO).outer, numbers(octavo), strict=True))
    assert places == {8: 4, 9: 5, 12: 6, 5: 3, 1: 1, 16: 8, 13: 7, 4: 2}


def test_duodecimo_in_eights_and_fours() -> None:
    """An eight and the four cut from its sheet share their formes, whichever comes first."""
    eight, four = Gathering("A", 8), Gathering("B", 4)
    outer, inner = sheet_sides([eight, four], Format.DUODECIMO)
    assert outer.name == "A+B(o)"
    assert set(outer.signatures) == set("A1r A2v A3r A4v A5r A6v A7r A8v B1r B2v B3r B4v".split())
    assert set(inner.signatures) == set("A1v A2r A3v A4r A5v A6r A7v A8r B1v B2r B3v B4r".split())
    turned_about = sheet_sides([Gathering("B", 4), Gathering("C", 8)], Format.DUODECIMO)
    assert [side.name for side in turned_about] == ["B+C(o)", "B+C(i)"]
    assert set(turned_about[0].signatures) == set(
        "C1r C2v C3r C4v C5r C6v C7r C8v B1r B2v B3r B4v".split()
    )


def test_mixed_book() -> None:
    """Preliminaries of another size than the text are unfolded by their own size."""
    book = [Gathering("π", 2), Gathering("A", 8), Gathering("B", 4)]
    names = [side.name for side in sheet_sides(book, Format.OCTAVO)]
    assert names == ["π(o)", "π(i)", "A(o)", "A(i)", "B(w)"]


def test_missing_leaves_leave_their_slots_empty() -> None:
    """A leaf taken away keeps its place on the sheet, so that the others keep theirs."""
    outer, inner = unfold(Gathering("B", 4, missing=(4,)), Format.QUARTO)
    assert numbers(outer) == [1, 4, 5, None]
    assert numbers(inner) == [None, 6, 3, 2]


def test_inserted_and_cancelled_leaves_were_printed_apart() -> None:
    """Each gets separate sheet sides; a cancel keeps the slots of the leaf it replaces."""
    gathering = Gathering("B", 4, cancelled=(3,), inserted=(Insertion(1, Gathering("χ", 1)),))
    sides = {side.name: side for side in unfold(gathering, Format.QUARTO)}
    assert list(sides) == ["B(o)", "B(i)", "±B3(o)", "±B3(i)", "χ(o)", "χ(i)"]
    assert sides["B(o)"].signatures == ("B1r", "B2v", "B4v")
    assert sides["±B3(o)"].pages == (None, None, Page("B", 3, Face.RECTO), None)
    assert sides["χ(i)"].signatures == ("χ1v",)


def test_cancel_in_a_nested_gathering() -> None:
    """A cancel is named by its leaf alone, whichever sheet it lay in."""
    sides = unfold(Gathering("B", 8, cancelled=(4,)), Format.FOLIO)
    assert [side.name for side in sides if "±" in side.name] == ["±B4(o)", "±B4(i)"]


def test_declared_formes_override_the_table() -> None:
    """Declared formes are followed, also for two half-sheets on one sheet."""
    halves = GatheringFormes(
        ("B", "C"), ((1, 4, 5, 8, 9, 12, 13, 16), (3, 2, 7, 6, 11, 10, 15, 14))
    )
    book = [Gathering("A", 4), Gathering("B", 4), Gathering("C", 4)]
    sides = sheet_sides(book, Format.OCTAVO, [halves])
    assert [side.name for side in sides] == ["A(w)", "B+C(o)", "B+C(i)"]
    assert sides[1].signatures == ("B1r", "B2v", "B3r", "B4v", "C1r", "C2v", "C3r", "C4v")


def test_own_table_for_a_format_without_one() -> None:
    """A format the program has no table for works with the scholar's own."""
    odd = tuple(range(1, 36, 2))
    even = tuple(range(2, 37, 2))
    table = GatheringFormes(("A",), ((*odd, *(0,) * 18), (*(0,) * 18, *even)))
    sides = sheet_sides([Gathering("A", 18)], Format.OCTODECIMO, [table])
    assert [len(side.signatures) for side in sides] == [18, 18]
    with pytest.raises(InputError, match="no imposition table"):
        unfold(Gathering("A", 18), Format.OCTODECIMO)


@pytest.mark.parametrize(
    ("formes", "message"),
    [
        (((1, 4, 5), (7, 6, 3)), "each of the pages 1 to 8 once"),
        (((1, 4, 5, 8), (7, 6, 3, 3)), "each of the pages 1 to 8 once"),
        (((1, 4, 5, 8), (2, 3, 6, 7)), "a recto and a verso never share a slot"),
    ],
)
def test_own_table_is_checked(formes: tuple[tuple[int, ...], ...], message: str) -> None:
    """A table that loses a page, repeats one or mixes faces is refused by name."""
    with pytest.raises(InputError, match=f"imposition of A: .*{message}"):
        sheet_sides([Gathering("A", 4)], Format.QUARTO, [GatheringFormes(("A",), formes)])


def test_gatherings_of_one_table_must_follow() -> None:
    """Two gatherings on one sheet are adjacent in the book."""
    table = GatheringFormes(("A", "C"), ((1, 4, 5, 8), (7, 6, 3, 2)))
    book = [Gathering("A", 2), Gathering("B", 2), Gathering("C", 2)]
    with pytest.raises(InputError, match=r"A\+C: these gatherings are not adjacent"):
        sheet_sides(book, Format.QUARTO, [table])
