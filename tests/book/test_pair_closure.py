"""What follows from pairs judged the same or different."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from formework.book.pair_closure import Closure, JudgedPair, first_contradiction

NAMES = "ABCDEFG"


def judged(*pairs: str) -> tuple[JudgedPair, ...]:
    """Pairs written "A=B" or "A/B", numbered from 1."""
    return tuple(
        JudgedPair(text[0], text[2], text[1] == "=", number)
        for number, text in enumerate(pairs, start=1)
    )


def test_same_is_transitive_and_difference_follows() -> None:
    """What is different from one of a class is different from all of it."""
    closure = Closure(judged("A=B", "B=C", "C/D"))
    assert closure.judge("A", "C") is True
    assert closure.judge("A", "D") is False
    assert closure.judge("D", "E") is None
    assert closure.reasons("A", "C") == (1, 2)
    assert closure.reasons("A", "D") == (1, 2, 3)
    assert closure.reasons("B", "B") == ()


def test_a_contradiction_names_the_decisions_it_contradicts() -> None:
    """Different after same, also by a detour; and same after different."""
    assert Closure(judged("A=B")).contradiction(JudgedPair("B", "A", False, 2)) == (1,)
    assert first_contradiction(judged("A=B", "B=C", "A/C")) == (
        JudgedPair("A", "C", False, 3),
        (1, 2),
    )
    assert first_contradiction(judged("A/C", "A=B", "B=C")) == (
        JudgedPair("B", "C", True, 3),
        (1, 2),
    )
    assert first_contradiction(judged("A=B", "B/C", "A/D")) is None


def test_a_thing_is_not_different_from_itself() -> None:
    """The pair contradicts itself."""
    assert first_contradiction(judged("A/A")) == (JudgedPair("A", "A", False, 1), (1,))


@given(
    st.lists(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES), st.booleans()), max_size=12)
)
def test_judgement_agrees_with_repeated_substitution(
    drawn: list[tuple[str, str, bool]],
) -> None:
    """The closure judges as relabelling one name by another, pair by pair, does."""
    pairs = tuple(JudgedPair(a, b, same, n) for n, (a, b, same) in enumerate(drawn, start=1))
    if first_contradiction(pairs):
        return
    label = {name: name for name in NAMES}
    for pair in pairs:
        if pair.same:
            old, new = label[pair.other], label[pair.one]
            label = {name: new if own == old else own for name, own in label.items()}
    apart = {frozenset((label[p.one], label[p.other])) for p in pairs if not p.same}
    closure = Closure(pairs)
    for one, other in combinations(NAMES, 2):
        known = {p.one for p in pairs} | {p.other for p in pairs}
        expected = None
        if one in known and other in known:
            same = label[one] == label[other]
            differ = frozenset((label[one], label[other])) in apart
            expected = True if same else False if differ else None
        assert closure.judge(one, other) is expected
        assert bool(closure.reasons(one, other)) == (expected is not None)
