"""Decisions hold in every result, whatever the evidence says."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formework.book.imposition import sheet_sides
from formework.book.model import Format, Gathering
from formework.book.pair_closure import Closure, JudgedPair
from formework.errors import InputError
from formework.result import UNSURE
from formework.settings import Settings
from formework.sides.book_titles import BookTitles
from formework.skeletons.constraints import Bound, Constraints
from formework.skeletons.evidence_system import find_by_evidence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.result import Result

SIDES = sheet_sides([Gathering(letter, 4) for letter in "ABCDE"], Format.QUARTO)
PAGES = tuple(page.signature for side in SIDES for page in side.pages if page)
NAMES = tuple(side.name for side in SIDES)
SIDE_OF = {page.signature: side.name for side in SIDES for page in side.pages if page}
Pairs: TypeAlias = list[tuple[str, str, bool]]
Drawn: TypeAlias = tuple[Pairs, Pairs, int, float]
FEW, MANY = (
    settings(
        max_examples=examples, deadline=None, suppress_health_check=[HealthCheck.filter_too_much]
    )
    for examples in (12, 100)
)


def book_titles() -> BookTitles:
    """A quarto of five gatherings with one text on rectos and one on versos."""
    blank = np.zeros((1, 1), dtype=np.uint8)
    return BookTitles(
        signatures=PAGES,
        sections=("1",) * len(PAGES),
        texts=tuple(page[-1] for page in PAGES),
        words=("LEAR",) * len(PAGES),
        crops=(blank,) * len(PAGES),
        sides=SIDES,
        turned_slots=(2, 3, 0, 1),
    )


def noisy_evidence(seed: int, spread: float) -> NDArray[np.float64]:
    """Evidence for two skeletons that alternate, buried in noise; NaN across texts."""
    draw = np.random.default_rng(seed)
    titles = book_titles()
    true = [(NAMES.index(SIDE_OF[page]) % 2, page[1:]) for page in PAGES]
    same = np.array([[one == other for other in true] for one in true])
    noise = draw.normal(0, spread, same.shape)
    evidence = np.where(same, 4.0, -4.0) + (noise + noise.T) / 2
    texts = np.array(titles.texts)
    evidence[texts[:, None] != texts] = np.nan
    return evidence


def consistent(drawn: list[tuple[str, str, bool]], *, rivals: bool) -> Closure:
    """The drawn pairs in order, without those that contradict earlier ones."""
    kept: list[JudgedPair] = []
    for one, other, same in drawn:
        pair = JudgedPair(one, other, same, len(kept) + 1)
        before = Closure(tuple(kept))
        after = Closure((*kept, pair))
        joined = next((c for c in after.classes if one in c), ())
        doubled = rivals and len({SIDE_OF[name] for name in joined}) < len(joined)
        if one != other and not before.contradiction(pair) and not doubled:
            kept.append(pair)
    return Closure(tuple(kept))


def assert_held(result: Result, constraints: Constraints) -> None:
    """No title numeral and no skeleton of a result contradicts a decision."""
    title = {page.signature: page.title for page in result.pages}
    for one, other in combinations(PAGES, 2):
        verdict = constraints.titles.judge(one, other)
        if verdict is True:
            assert title[one] == title[other] != UNSURE, (one, other)
        if verdict is False and UNSURE not in (title[one], title[other]):
            assert title[one] != title[other], (one, other)
    skeleton = {unit.name: unit.skeleton for unit in result.units}
    for one, other in combinations(NAMES, 2):
        verdict = constraints.sides.judge(one, other)
        if verdict is not None:
            assert (skeleton[one] == skeleton[other]) is verdict, (one, other)
    for page, beside in combinations(result.pages, 2):
        if page.sheet_side == beside.sheet_side and page.title != UNSURE:
            assert page.title != beside.title, "two titles on one sheet side are two"


def pairs_of(names: tuple[str, ...]) -> st.SearchStrategy[list[tuple[str, str, bool]]]:
    """Lists of pairs of names judged the same or different."""
    name = st.sampled_from(names)
    return st.lists(st.tuples(name, name, st.booleans()), max_size=10)


def hold_whatever_is_decided(drawn: Drawn) -> None:
    """Find the skeletons under the drawn decisions, and look for contradictions."""
    titles, sides, seed, spread = drawn
    constraints = Constraints(consistent(titles, rivals=True), consistent(sides, rivals=False))
    evidence = noisy_evidence(seed, spread)
    assert_held(find_by_evidence(book_titles(), evidence, Settings(), constraints), constraints)


DRAWN = st.tuples(pairs_of(PAGES), pairs_of(NAMES), st.integers(0, 99), st.sampled_from([1.0, 6.0]))


@FEW
@given(DRAWN)
def test_no_result_contradicts_a_decision(drawn: Drawn) -> None:
    """Neither the numerals of titles nor the skeletons of sides, number unknown."""
    hold_whatever_is_decided(drawn)


@pytest.mark.slow
@MANY
@given(DRAWN)
def test_no_result_contradicts_many_decisions(drawn: Drawn) -> None:
    """The same, for many more books."""
    hold_whatever_is_decided(drawn)


@pytest.mark.slow
@MANY
@given(pairs_of(NAMES), st.integers(1, 10), st.integers(0, 99))
def test_a_given_number_contradicts_no_decision(
    sides: list[tuple[str, str, bool]], number: int, seed: int
) -> None:
    """With the number given, the decisions hold, or the number is refused."""
    constraints = Constraints(sides=consistent(sides, rivals=False))
    asked = Settings(skeletons=number)
    try:
        found = find_by_evidence(book_titles(), noisy_evidence(seed, 6.0), asked, constraints)
    except InputError as error:
        assert str(number) in error.message  # noqa: PT017 - some draws are refused, others not
        return
    assert_held(found, constraints)


def test_a_decision_moves_one_side_and_leaves_the_others() -> None:
    """A side declared of the other skeleton goes there alone."""
    evidence = noisy_evidence(1, 0.5)
    free = find_by_evidence(book_titles(), evidence, Settings())
    before = {unit.name: unit.skeleton for unit in free.units}
    assert [before[name] for name in NAMES] == ["I", "II"] * 5
    moved = Constraints(
        sides=Closure((JudgedPair("C(o)", "A(i)", True, 1), JudgedPair("C(o)", "A(o)", False, 2)))
    )
    found = find_by_evidence(book_titles(), evidence, Settings(), moved)
    after = {unit.name: unit.skeleton for unit in found.units}
    assert {name for name in NAMES if before[name] != after[name]} == {"C(o)"}


def test_a_title_declared_different_gets_a_numeral_of_its_own() -> None:
    """One title of a row is declared another: the rest stays with the one it is more like."""
    evidence = noisy_evidence(1, 0.5)
    other = PAGES.index("C1r")
    evidence[other] -= 3.0
    evidence[:, other] -= 3.0
    apart = Constraints(titles=Closure((JudgedPair("C1r", "A1r", False, 1),)))
    found = find_by_evidence(book_titles(), evidence, Settings(), apart)
    title = {page.signature: page.title for page in found.pages}
    assert title["A1r"] == title["B1r"] == title["D1r"] == title["E1r"]
    assert title["C1r"] != title["A1r"]


def test_an_unreadable_title_declared_same_has_its_numeral() -> None:
    """A title without evidence takes the numeral of the one it is declared to be."""
    evidence = noisy_evidence(1, 0.5)
    lost = PAGES.index("C1r")
    evidence[lost] = evidence[:, lost] = np.nan
    free = find_by_evidence(book_titles(), evidence, Settings())
    assert next(page.title for page in free.pages if page.signature == "C1r") == UNSURE
    same = Constraints(titles=Closure((JudgedPair("C1r", "A1r", True, 1),)))
    found = find_by_evidence(book_titles(), evidence, Settings(), same)
    title = {page.signature: page.title for page in found.pages}
    assert title["C1r"] == title["A1r"] != UNSURE


def test_a_number_that_decisions_exclude_is_refused() -> None:
    """Three sides declared different cannot be two skeletons."""
    pairs = combinations(("A(o)", "A(i)", "B(o)"), 2)
    apart = Closure(tuple(JudgedPair(*pair, False, n) for n, pair in enumerate(pairs, start=1)))
    with pytest.raises(InputError, match="leave 3 skeletons, not 2"):
        find_by_evidence(
            book_titles(), noisy_evidence(1, 0.5), Settings(skeletons=2), Constraints(sides=apart)
        )


def test_bounds_allow_only_what_keeps_decisions() -> None:
    """Groups that part what is one, or join what is two, are not allowed."""
    closure = Closure((JudgedPair("a", "b", True, 1), JudgedPair("b", "c", False, 2)))
    bound = Bound.of(closure, ["a", "b", "c", "d"])
    assert bound.allows([[0, 1, 3], [2]])
    assert not bound.allows([[0], [1, 3], [2]])
    assert not bound.allows([[0, 1, 2], [3]])
