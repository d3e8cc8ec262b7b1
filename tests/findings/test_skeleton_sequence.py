"""What is read from the order of skeletons, on orders written down by hand."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formework.findings.finding import Kind
from tests.findings.tables import found, of_kind

ORDERLY = "ab ba ab ab ba ab ab ba ab ab ba ab"


def test_two_skeletons_take_turns() -> None:
    """A routine is one finding over all its sheets, and nothing else is told."""
    (finding,) = found(ORDERLY)
    assert finding.kind is Kind.ALTERNATION
    assert finding.skeletons == ("I", "II")
    assert len(finding.sides) == 24
    assert finding.observation == (
        "Skeletons I and II take turns from A(o) to M(i): in 12 of 12 sheets the two sides have "
        "different skeletons."
    )
    assert finding.degree == "strong"


def test_three_in_rotation() -> None:
    """Three skeletons coming round in turn are told as one routine."""
    (finding,) = found("ab ca bc ab ca bc ab ca bc")
    assert finding.kind is Kind.ALTERNATION
    assert set(finding.skeletons) == {"I", "II", "III"}


def test_one_skeleton_for_all() -> None:
    """A single skeleton throughout is no alternation, no reset, no change."""
    (finding,) = found("aa aa aa aa aa aa")
    assert finding.kind is Kind.SHARED_SHEET
    assert finding.observation == "Skeleton I printed both formes of six sheets, A(o) to F(i)."


@pytest.mark.parametrize("meanwhile", ["aa aa aa", "ac ca ac"])
def test_interruption(meanwhile: str) -> None:
    """A skeleton that misses its turn for three sheets and returns is told with both ends."""
    (finding,) = of_kind(f"ab ab ba ab ab {meanwhile} ab ab ba ab ab", Kind.INTERRUPTION)
    assert finding.skeletons == ("II",)
    assert finding.sides == ("E(i)", "I(i)")
    assert "absent for three sheets" in finding.observation
    assert ("skeleton III is seen only during this time" in finding.observation) == (
        "c" in meanwhile
    )


def test_a_sheet_out_of_turn_is_no_interruption() -> None:
    """Missing one turn happens; it is not told as an interruption."""
    assert not of_kind("ab ab ba aa ab ab ba ab ab ab", Kind.INTERRUPTION)


def test_reset() -> None:
    """A skeleton gone for good where a new one comes is replaced, not interrupted."""
    kinds = {f.kind: f for f in found("ab ab ba ab ab ab cb cb bc cb cb cb")}
    assert kinds[Kind.RESET].skeletons == ("I", "III")
    assert kinds[Kind.RESET].sides == ("F(o)", "G(o)")
    assert set(kinds) == {Kind.RESET, Kind.ALTERNATION}


def test_change_of_number() -> None:
    """A third that joins for good changes the number at work."""
    (finding,) = of_kind("ab ba ab ab ba ab ca bc ab ca bc ab ca", Kind.CHANGE_OF_NUMBER)
    assert finding.skeletons == ("III",)
    assert finding.observation.endswith("two skeletons in use before, three after.")


def test_one_leaves() -> None:
    """One that goes with none to follow is told as not returning, and the number falls."""
    kinds = {f.kind: f for f in found("ab ca bc ab ca bc ab ba ab ab ba ab ab")}
    assert "does not return" in kinds[Kind.INTERRUPTION].observation
    assert kinds[Kind.CHANGE_OF_NUMBER].observation.endswith(
        "three skeletons in use before, two after."
    )


def test_sole_appearance() -> None:
    """A set of titles seen once is told with its pages, whatever else happens."""
    (finding,) = of_kind("ab ba ab ab ba ac ab ba ab ab ba ab", Kind.SOLE_APPEARANCE)
    assert finding.sides == ("F(i)",)
    assert finding.pages == ("F4r", "F3v", "F2r", "F1v")
    assert "consistent with a cancel" in finding.reading.lower()


def test_sole_appearance_at_the_end_is_not_told() -> None:
    """The last side may be the first of many: a new skeleton there is no sole appearance."""
    assert not of_kind("ab ba ab ab ba ab ac", Kind.SOLE_APPEARANCE)


@pytest.mark.parametrize(
    "order", ["ab ba ab ba ab ba cd dc cd dc cd dc", "ab ba cd dc ab ba cd dc ab ba"]
)
def test_separate_sets(order: str) -> None:
    """Two sets of skeletons that never share a sheet are told, one after the other or by turns."""
    (finding,) = of_kind(order, Kind.SEPARATE_SETS)
    assert set(finding.skeletons) == {"I", "II", "III", "IV"}
    assert not of_kind(order, Kind.RESET)
    assert not of_kind(order, Kind.INTERRUPTION)


def test_shared_sheet() -> None:
    """A sheet both of whose sides one skeleton printed, among sheets that have two."""
    (finding,) = of_kind("ab ba ab ab bb ab ba ab", Kind.SHARED_SHEET)
    assert finding.sides == ("E(o)", "E(i)")


def test_nothing_recurs() -> None:
    """Titles set anew for every sheet side give nothing to read."""
    assert not found("ab cd ef gh ij kl")


def test_doubt_is_carried_over() -> None:
    """What rests on sides that are hardly sure is told as less sure, or not at all."""
    (sure,) = found(ORDERLY)
    (less,) = found(ORDERLY, confidence=0.75)
    assert less.sureness == pytest.approx(0.75 * sure.sureness)
    assert less.degree == "fair"
    assert not found(ORDERLY, confidence=0.4)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(["ab", "ba", "ac", "ca", "bb", "bc"]), min_size=4, max_size=20),
       st.permutations("abc"))  # fmt: skip
def test_names_do_not_matter(sheets: list[str], names: list[str]) -> None:
    """The same order under other names gives the same findings on the same sides."""
    order = " ".join(sheets)
    renamed = order.translate(str.maketrans("abc", "".join(names)))
    ours = {(f.kind, f.sides) for f in found(order)}
    theirs = {(f.kind, f.sides) for f in found(renamed)}
    # Drawing by lot goes by name: a case on the edge may fall on either side.
    assert {k for k in ours ^ theirs if k[0] not in (Kind.ALTERNATION, Kind.SEPARATE_SETS)} == set()


@pytest.mark.parametrize("skeletons", [2, 3, 4])
def test_random_orders_show_little(skeletons: int) -> None:
    """Of orders drawn by lot, few show a pattern: that is what chance means in a finding."""
    draw = np.random.default_rng(skeletons)
    by_order = {Kind.ALTERNATION, Kind.INTERRUPTION, Kind.RESET, Kind.CHANGE_OF_NUMBER,
                Kind.SEPARATE_SETS}  # fmt: skip
    told = dict.fromkeys(by_order, 0)
    for _ in range(40):
        drawn = ["abcd"[place] for place in draw.integers(skeletons, size=30)]
        order = " ".join(one + two for one, two in zip(drawn[::2], drawn[1::2], strict=True))
        for kind in {finding.kind for finding in found(order)} & by_order:
            told[kind] += 1
    assert max(told.values()) <= 8, told
