"""What real workshops did: work by the sheet, titles passed on, formes in rotation."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.bench.planted_scores import Tally, tally, true_pages
from formework.book.imposition import turned_slots
from formework.findings.arrangements import arrange_skeleton
from formework.findings.book_findings import read_findings
from formework.findings.finding import Kind
from formework.findings.forme_order import forme_orders
from formework.findings.lending import read_lending
from formework.findings.rotation import read_lives, read_rotation
from formework.findings.single_titles import read_single_titles
from formework.findings.title_view import view_by_title
from formework.findings.uses import Standing, Use
from formework.simulate.simulated_book import simulate_book
from formework.simulate.workshops import (
    CUSTOMS,
    plant_workshop,
    planted_sonnets,
    shuffled,
    skeletons_of,
)
from tests.findings.tables import found, of_kind

if TYPE_CHECKING:
    from formework.findings.finding import Finding

TURNED = (2, 3, 0, 1, 6, 7, 4, 5)
ONE_ON = (2, 7, 4, 1, 6, 3, 0, 5)


def uses(rows: list[list[int]], skeleton: str = "I") -> list[Use]:
    """Uses with these titles by slot, two a sheet, outer and inner by turns."""
    return [
        Use(
            f"{'ABCDEFGHIKLMNOPQRSTVXYZ'[order // 2]}({'oi'[order % 2]})", order, order // 2, "1",
            skeleton, 1,
            tuple(
                Standing(slot + 1, f"A{slot + 1}{'rv'[slot % 2]}", str(title) if title >= 0 else "")
                for slot, title in enumerate(row)
            ),
            1.0,
        )
        for order, row in enumerate(rows)
    ]  # fmt: skip


def rotating(period: int, sides: int, share: float, seed: int) -> list[list[int]]:
    """Formes in rotation, each title of which is replaced by chance before each use."""
    draw = np.random.default_rng(seed)
    formes = [list(range(8 * number, 8 * number + 8)) for number in range(period)]
    new, rows = 8 * period, []
    for side in range(sides):
        own = formes[side % period]
        for slot in range(8):
            if draw.random() < share:
                own[slot], new = new, new + 1
        rows.append(list(own))
    return rows


def test_one_skeleton_for_both_formes_then_two_by_the_sheet() -> None:
    """Said once as the routine; the second skeleton joins; they take turns sheet by sheet."""
    told = found("aa aa aa aa aa aa aa bb aa bb aa bb aa bb")
    kinds = [finding.kind for finding in told]
    assert kinds == [Kind.SHARED_SHEET, Kind.ALTERNATION, Kind.CHANGE_OF_NUMBER]
    assert "skeleton I on A–G, I, L, N; skeleton II on H, K, M, O" in told[0].observation
    assert "take sheets in turn from H to O" in told[1].observation
    assert told[2].sides == ("H(o)",)


def test_exceptions_to_the_rule_are_named() -> None:
    """One sheet with two skeletons does not break the rule."""
    (routine,) = of_kind("aa bb aa bb ab aa bb aa bb aa", Kind.SHARED_SHEET)
    assert "E is an exception" in routine.observation


def test_a_changed_way_of_passing_is_found_where_it_begins() -> None:
    """To the corresponding slot for five sheets, then one place on."""
    first = list(range(8))
    later = [first[slot] for slot in ONE_ON]
    rows = [first, first] * 5 + [first, later] * 5
    arranged = arrange_skeleton(uses(rows), TURNED)
    assert [one.way for one in arranged[-2:]] == [tuple(range(8)), ONE_ON]
    assert not any(one.moved for one in arranged)
    told = [f for f in _told(uses(rows)) if f.kind is Kind.TRANSFER]
    assert [f.sides for f in told] == [("E(i)", "F(o)")]
    assert "one place on" in told[0].observation
    assert "passed to the corresponding slot up to E(i)" in told[0].observation


def _told(own: list[Use]) -> list[Finding]:
    return list(read_single_titles(own, TURNED))


def test_one_exchange_is_an_exception_and_not_a_way() -> None:
    """Two titles that change places on one side are reported with both pages."""
    first = list(range(8))
    swapped = [first[slot] for slot in (0, 1, 2, 5, 4, 3, 6, 7)]
    told = _told(uses([first] * 6 + [swapped] + [first] * 5))
    assert [f.kind for f in told] == [Kind.MOVED_TITLE]
    assert told[0].pages == ("A4v", "A6v")


def test_stations_pass_to_the_titles_that_replace_others() -> None:
    """A new title takes the place of the one it replaced, and nothing has moved."""
    first = list(range(8))
    later = [90, *first[1:]]
    arranged = arrange_skeleton(uses([first, first, later, later]), TURNED)
    assert {one.way for one in arranged} == {tuple(range(8))}


@pytest.mark.parametrize("period", [3, 4])
def test_a_rotation_without_whole_sets_is_found(period: int) -> None:
    """Three formes in turn, a third of the titles replaced each time: the period is found."""
    (rotation,) = read_rotation(uses(rotating(period, 40, 0.3, seed=period)))
    assert rotation.period == period
    assert rotation.stop - rotation.start >= 36
    assert rotation.shared > rotation.others + 2


def test_a_rotation_from_some_side_on_is_found_there() -> None:
    """Titles set anew for every forme at first, then three formes in turn."""
    fresh = [list(range(1000 + 8 * side, 1008 + 8 * side)) for side in range(14)]
    (rotation,) = read_rotation(uses(fresh + rotating(3, 30, 0.3, seed=1)))
    assert abs(rotation.start - 14) <= 2


def test_no_rotation_in_shuffled_sides_or_in_few() -> None:
    """What chance alone would show is no finding."""
    rows = rotating(3, 40, 0.3, seed=5)
    draw = np.random.default_rng(0)
    mixed = [rows[place] for place in draw.permutation(len(rows))]
    assert read_rotation(uses(mixed)) == ()
    assert read_rotation(uses(rows[:8])) == ()


def test_the_view_by_title() -> None:
    """Each title with its pages and slots; unsure ones are left out."""
    first = list(range(8))
    titles = view_by_title(uses([first, [first[2], first[1], first[0], -1, *first[4:]]]))
    assert titles[0].line == "0: A1r A3r"
    assert titles[0].slots == (1, 3)
    assert titles[3].pages == ("A4v",)
    assert len(titles) == 8


def test_lives_of_titles() -> None:
    """How many titles there are, how many were seen once, and how long the others last."""
    first = list(range(8))
    lives = read_lives(uses([first, first, [*first[:7], 50], [*first[:7], -1]]))
    assert lives is not None
    assert (lives.titles, lives.once, lives.span) == (9, 1, 4)
    assert read_lives(uses([[-1] * 8])) is None


@pytest.mark.parametrize("custom", CUSTOMS)
def test_planted_workshops_are_read_from_the_truth(custom: str) -> None:
    """Each custom with its events, and nothing else."""
    for seed in range(4):
        planted = plant_workshop(seed, custom)
        book = simulate_book(planted.shape, seed=seed, plans=planted.plans)
        told = read_findings(
            true_pages(book), book.sides, turned_slots=turned_slots(planted.shape.format)
        )
        for kind, tallied in tally(planted.events, told, book.sides).items():
            assert (tallied.wrong, tallied.missed) == (0, 0), (seed, kind, tallied)


def test_the_sonnets() -> None:
    """Both formes of each sheet by one skeleton, four of them; too short for more."""
    planted = planted_sonnets()
    assert skeletons_of(planted) == 4
    book = simulate_book(planted.shape, seed=1, plans=planted.plans)
    told = read_findings(
        true_pages(book), book.sides, turned_slots=turned_slots(planted.shape.format)
    )
    assert tally(planted.events, told, book.sides)[Kind.SHARED_SHEET] == Tally(right=1)


def test_shuffled_workshops_keep_their_titles() -> None:
    """The same states in another order: titles still come back, in no rotation."""
    planted = plant_workshop(2, "rotation")
    mixed = shuffled(planted, 2)
    book = simulate_book(mixed.shape, seed=2, plans=mixed.plans)
    assert 2 * len({title.title for title in book.titles}) < len(book.titles)
    told = read_findings(true_pages(book), book.sides)
    assert not [finding for finding in told if finding.kind is Kind.ROTATION]


def lending(sheets: int = 8) -> list[Use]:
    """Two skeletons by sheets; on inner formes the titles of slots 1 and 8 are the other's."""
    rows: list[Use] = []
    for sheet in range(sheets):
        own, other = (0, 100) if sheet % 2 == 0 else (100, 0)
        outer = list(range(own, own + 8))
        inner = [other, *outer[1:7], other + 7]
        rows += uses([outer, inner], "I" if sheet % 2 == 0 else "II")
    letters = "ABCDEFGHIKLMN"
    return [
        Use(
            f"{letters[n // 2]}({'oi'[n % 2]})", n, n // 2, "1", use.skeleton, 1,
            tuple(
                Standing(t.slot, f"{letters[n // 2]}{t.signature[1:]}", t.numeral)
                for t in use.titles
            ),
            1.0,
        )
        for n, use in enumerate(rows)
    ]  # fmt: skip


def test_titles_lent_as_a_rule_are_one_finding() -> None:
    """Four titles stand in both skeletons by turns: said once, and none of them is new or moved."""
    own = lending()
    assert [title.numeral for title in read_lending(own)] == ["0", "7", "100", "107"]
    (finding,) = _told(own)
    assert finding.kind is Kind.LENDING
    assert finding.sides == tuple(use.side for use in own)
    assert "those of 1r and 8v are in one skeleton and the other by turns" in finding.observation
    assert "A1r B1r C1r D1r E1r F1r …" in finding.observation


def test_a_title_that_went_over_once_is_not_lent() -> None:
    """One that passes to another skeleton and stays there is moved, not lent as a rule."""
    assert read_lending(lending(2)) == ()


def test_the_order_of_formes_shows_where_two_titles_were_replaced_between_them() -> None:
    """The forme with the old titles went first, outer or inner; one title is too little."""
    old, new = list(range(8)), [50, 51, *range(2, 8)]

    def read(*rows: list[int]) -> list[Finding]:
        own = uses(list(rows))
        later = [replace(use, state=2) if use.titles[1].numeral == "51" else use for use in own]
        return list(forme_orders(later))

    (outer_first,) = read(old, old, old, new, new, new)
    assert outer_first.sides == ("B(o)", "B(i)")
    assert outer_first.observation.endswith("B(o) was printed first.")
    (inner_first,) = read(old, old, new, old, new, new)
    assert inner_first.observation.endswith("B(i) was printed first.")
    assert read(old, old, old, old, new, new) == []
    one = [0, 51, *range(2, 8)]
    assert read(old, old, old, one, one, one) == []
