"""Companies of titles in tables made by hand: skeletons, states, stations, single titles."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from formework.errors import InputError
from formework.skeletons.companies import Companies, find_companies
from formework.skeletons.given_number import TitleSet, reach_sets
from formework.skeletons.individuals import UNKNOWN

FACES = ("recto", "verso") * 4
TURNED = (2, 3, 0, 1, 6, 7, 4, 5)  # each slot with one of the same face
STRAIGHT = tuple(range(8))


@dataclass(frozen=True)
class Table:
    """Evidence between the titles of sheet sides, and which title stands where."""

    evidence: np.ndarray
    texts: list[str]
    places: np.ndarray
    truth: list[int]

    def read(self, sets: int | None = None) -> Companies:
        """Its companies; sides are the outer and inner formes of sheets by turns."""
        formes = ["oi"[side % 2] for side in range(len(self.places))]
        return find_companies(
            self.evidence, self.texts, self.places, TURNED, formes=formes, sets=sets
        )


def table(
    rows: list[list[int]],
    *,
    same: float = 5.0,
    other: float = -5.0,
    noise: float = 1.0,
    seed: int = 0,
) -> Table:
    """Sheet sides of eight slots, each with the numbers of its titles; -1 for none."""
    draw = np.random.default_rng(seed)
    truth = [title for row in rows for title in row if title >= 0]
    texts = [FACES[slot] for row in rows for slot, title in enumerate(row) if title >= 0]
    places = np.full((len(rows), 8), -1, dtype=np.intp)
    number = 0
    for side, row in enumerate(rows):
        for slot, title in enumerate(row):
            if title >= 0:
                places[side, slot] = number
                number += 1
    alike = np.equal.outer(truth, truth)
    evidence = np.where(alike, same, other) + noise * draw.standard_normal(alike.shape)
    evidence = np.triu(evidence) + np.triu(evidence, 1).T
    evidence[np.not_equal.outer(texts, texts)] = np.nan
    return Table(evidence, texts, places, truth)


def skeleton(first: int) -> list[int]:
    """Eight titles that no other skeleton has."""
    return list(range(first, first + 8))


A, B = skeleton(0), skeleton(100)


def renewed(titles: list[int], **new: int) -> list[int]:
    """The same titles but for some slots, given as s0 or s1."""
    return [new.get(f"s{slot}", title) for slot, title in enumerate(titles)]


def by_way(titles: list[int], slots: tuple[int, ...]) -> list[int]:
    """The titles with each slot taken by the one that stood in another."""
    return [titles[slot] for slot in slots]


def test_two_companies_take_turns() -> None:
    """Alternating sides are two skeletons, in one state each."""
    found = table([A, B] * 5).read()
    assert found.skeletons == (0, 1) * 5
    assert set(found.states) == {1}


def test_titles_replaced_one_by_one_keep_the_company() -> None:
    """After eight replacements nothing of the first set is left, and it is still one skeleton."""
    rows, own = [], A
    for slot in range(8):
        rows += [own, own, own]
        own = renewed(own, **{f"s{slot}": 50 + slot})
    rows += [own, own, own]
    found = table(rows).read()
    assert set(found.skeletons) == {0}
    assert found.states == tuple(1 + number // 3 for number in range(len(rows)))


def test_a_title_misread_once_makes_no_state() -> None:
    """One that fits nothing, and after which the old one comes back, is a misreading."""
    rows = [A, A, A, renewed(A, s2=77), A, A]
    found = table(rows).read()
    assert set(found.states) == {1}


def test_a_title_unlike_the_others_on_the_last_side_makes_no_state() -> None:
    """Seen once and alone, it may have been misread: no later use confirms it."""
    found = table([A, A, A, A, renewed(A, s2=77)]).read()
    assert set(found.states) == {1}


def test_two_new_titles_that_stay_are_a_state() -> None:
    """A partial reset is found where it happens, in time for all later uses."""
    later = renewed(A, s1=71, s4=74)
    found = table([A, B, A, B, later, B, later, B]).read()
    assert found.skeletons == (0, 1) * 4
    assert found.states == (1, 1, 1, 1, 2, 1, 2, 1)


def test_weak_evidence_makes_no_states() -> None:
    """Where every pair of one setting scores about nought, one skeleton stays one."""
    found = table([A, B] * 8, same=0.5, other=-6.0, noise=2.0).read()
    assert found.skeletons == (0, 1) * 8
    assert set(found.states) == {1}


@pytest.mark.parametrize(
    "slots", [TURNED, (2, 1, 0, 3, 4, 5, 6, 7), (6, 7, 0, 1, 2, 3, 4, 5)], ids=str
)
def test_moved_titles_keep_their_stations(slots: tuple[int, ...]) -> None:
    """Turned, exchanged or one place on: the ways show it, and nothing is new."""
    found = table([A, A, by_way(A, slots), A, by_way(A, slots)]).read()
    assert set(found.skeletons) == {0}
    assert set(found.states) == {1}
    assert found.ways == (STRAIGHT, STRAIGHT, slots, STRAIGHT, slots)


def test_one_borrowed_title_joins_no_companies() -> None:
    """A company that takes over a title of one broken up is not that one."""
    found = table([A, A, A, renewed(B, s0=A[0]), renewed(B, s0=A[0])]).read()
    assert found.skeletons == (0, 0, 0, 1, 1)
    labels = found.individuals.labels
    assert labels[0] == labels[24]


def test_missing_titles_say_nothing() -> None:
    """Sides with half their titles, and one with a single one, keep their skeleton."""
    rows = [A, B, [*A[:4], *[-1] * 4], B, [*[-1] * 7, A[7]], B, A]
    found = table(rows).read()
    assert found.skeletons == (0, 1, 0, 1, 0, 1, 0)


def test_an_unreadable_title_has_no_identity() -> None:
    """What cannot be compared is left out, and its side is not."""
    made = table([A, A, A])
    made.evidence[3] = made.evidence[:, 3] = np.nan
    found = made.read()
    assert found.individuals.labels[3] == UNKNOWN
    assert set(found.skeletons) == {0}


def test_a_given_number_joins_states_before_skeletons() -> None:
    """Asked for two sets, a later state is taken for the first; for one, the skeletons too."""
    later = renewed(A, s1=71, s4=74)
    made = table([A, B, A, B, later, B, later, B])
    assert made.read(sets=2).states == (1,) * 8
    assert made.read(sets=2).skeletons == (0, 1) * 4
    assert set(made.read(sets=1).skeletons) == {0}
    assert len({*zip(made.read(sets=5).skeletons, made.read(sets=5).states, strict=True)}) == 5


def test_what_cannot_be_compared_is_never_joined() -> None:
    """Sections never mix, even when one set is asked for; an impossible number is refused."""
    same = np.full((4, 4), np.nan)
    same[:2, :2] = same[2:, 2:] = 5.0
    sets = [TitleSet(0, (0, 1)), TitleSet(1, (2, 3))]
    assert len(reach_sets(same, sets, 1)) == 2
    with pytest.raises(InputError):
        reach_sets(same, sets, 5)


@st.composite
def histories(draw: st.DrawFn) -> list[list[int]]:
    """Sides of one to three companies in any order, whose titles are now and then replaced."""
    companies = [skeleton(100 * number) for number in range(draw(st.integers(1, 3)))]
    rows, new = [], 1000
    for _ in range(draw(st.integers(2, 12))):
        number = draw(st.integers(0, len(companies) - 1))
        if draw(st.integers(0, 5)) == 0:
            slot = draw(st.integers(0, 7))
            companies[number] = renewed(companies[number], **{f"s{slot}": new})
            new += 1
        rows.append(list(companies[number]))
    return rows


def in_time(uses: list[int], states: tuple[int, ...]) -> list[int]:
    """Uses in order of printing: an inner forme with an earlier state was printed first."""
    order = list(uses)
    for place, (one, two) in enumerate(pairwise(uses)):
        if one % 2 == 0 and two == one + 1 and states[one] > states[two]:
            order[place : place + 2] = two, one
    return order


def test_states_are_numbered_in_order_of_printing() -> None:
    """An outer forme printed after its inner forme has the state of the sheets that follow."""
    rows = [A, A, renewed(A, s0=50, s2=52, s4=54), A]
    rows += [renewed(A, s0=50, s2=52, s4=54)] * 4
    assert table(rows).read().states == (1, 1, 2, 1, 2, 2, 2, 2)


@settings(max_examples=40, deadline=None)
@given(histories(), st.integers(0, 9), st.sampled_from([1.0, 4.0, 8.0]))
def test_states_never_fall_and_titles_of_a_side_are_never_one(
    rows: list[list[int]], seed: int, noise: float
) -> None:
    """However noisy the evidence, states run in time and a side has no title twice."""
    made = table(rows, noise=noise, seed=seed)
    found = made.read()
    for number in set(found.skeletons):
        uses = [side for side, own in enumerate(found.skeletons) if own == number]
        states = [found.states[side] for side in in_time(uses, found.states)]
        assert states == sorted(states)
        assert set(states) == set(range(1, max(states) + 1))
    for row in made.places:
        labels = found.individuals.labels[row[row >= 0]].tolist()
        assert len(set(labels)) == len(labels)
    assert sorted(found.ways[0]) == list(STRAIGHT)


@settings(max_examples=20, deadline=None)
@given(histories())
def test_the_order_titles_are_given_in_does_not_matter(
    rows: list[list[int]],
) -> None:
    """Titles renumbered give the same skeletons, states and identities."""
    made = table(rows)
    count = len(made.truth)
    order = np.random.default_rng(len(rows)).permutation(count)
    back = np.argsort(order)
    again = find_companies(
        made.evidence[np.ix_(order, order)],
        [made.texts[number] for number in order],
        np.where(made.places >= 0, back[made.places], -1),
        TURNED,
    )
    found = made.read()
    assert again.skeletons == found.skeletons
    assert again.states == found.states
    same = np.equal.outer(found.individuals.labels, found.individuals.labels)
    still = np.equal.outer(again.individuals.labels, again.individuals.labels)
    assert (same[np.ix_(order, order)] == still).all()


def lending_rows(alone: int, both: int, kept: int = 0) -> list[list[int]]:
    """A for both formes, then B and A by sheets; from `kept` sheets on, slots 0 and 7 are lent."""
    rows = [A, A] * alone
    for sheet in range(both):
        own, other = (A, B) if sheet % 2 else (B, A)
        inner = renewed(own, s0=other[0], s7=other[7]) if sheet >= kept else own
        rows += [own, inner]
    return rows


@pytest.mark.parametrize(("alone", "kept"), [(5, 0), (0, 0), (3, 3)])
def test_lent_titles_are_followed_into_the_other_skeleton(alone: int, kept: int) -> None:
    """Two titles of eight pass between the skeletons: one life each, and no state."""
    rows = lending_rows(alone, 11, kept)
    found = table(rows, noise=2.0).read()
    assert set(found.states) == {1}
    assert len(set(found.skeletons)) == 2
    labels = found.individuals.labels.tolist()
    truth = [title for row in rows for title in row]
    assert len(set(zip(labels, truth, strict=True))) == len(set(truth)) == len(set(labels))


def test_a_lent_title_that_stays_after_the_lender_has_ended() -> None:
    """On the last sheet the other skeleton is gone, and its title is still there."""
    rows = lending_rows(4, 10)
    found = table(rows).read()
    assert set(found.states) == {1}
    assert found.individuals.labels[-8] == found.individuals.labels[-32]


def test_the_inner_forme_first_where_titles_changed_within_the_sheet() -> None:
    """The outer forme has the new titles, the inner the old: states fall within the sheet."""
    later = renewed(A, s1=71, s4=74, s6=76)
    found = table([A, A, A, A, later, A, later, later, later, later]).read()
    assert found.states == (1, 1, 1, 1, 2, 1, 2, 2, 2, 2)
    assert found.individuals.labels[33] != found.individuals.labels[41]


def test_a_change_is_dated_by_the_uses_next_to_it() -> None:
    """A title that grows less and less like its first uses is still one title."""
    made = table([A] * 16, noise=0.0)
    apart = np.abs(np.subtract.outer(np.arange(16), np.arange(16)))
    slot = made.places[:, 3]
    made.evidence[np.ix_(slot, slot)] = 6.0 - 1.2 * apart
    assert set(made.read().states) == {1}


def test_a_title_between_two_stretches_is_less_sure() -> None:
    """A use as much like the old title as like the new one lowers the confidence."""
    later = renewed(A, s1=71, s4=74)
    made = table([A] * 6 + [later] * 6, noise=0.0)
    unclear = made.places[6, 1]
    made.evidence[unclear, made.places[:, 1]] = made.evidence[made.places[:, 1], unclear] = 1.0
    sure = made.read().individuals.confidence
    assert sure[unclear] < 0.7 < sure[made.places[8, 1]]


def test_titles_of_two_texts_at_one_station_are_two() -> None:
    """A heading in the place of a running title is never identified with the later titles."""
    own = table([list(range(8))] * 4)
    evidence, texts = own.evidence.copy(), ["heading", *own.texts[1:]]
    evidence[0, 1:] = evidence[1:, 0] = np.nan
    labels = Table(evidence, texts, own.places, own.truth).read().individuals.labels
    assert labels[0] not in labels[1:]
    assert len(set(labels[own.places[1:, 0]].tolist())) == 1
