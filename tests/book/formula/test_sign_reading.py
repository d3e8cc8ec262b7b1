"""Signatures where they stand in a formula."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.sign_reading import join_doubled, numbered_at, sign_at
from formework.book.formula.signatures import LATIN, Signature
from formework.errors import FormulaError


@pytest.mark.parametrize(
    ("text", "sign"),
    [
        ("(:)^{4}", "(:)"),
        (")o(8", ")o("),
        (")()(4", "2)("),
        ("(*)-2(*)4", "(*)"),
        ("2[par.]8", "2¶"),
    ],
)
def test_signs_made_of_symbols(text: str, sign: str) -> None:
    """A sign in brackets is a signature where a size or a range follows it."""
    found = sign_at(text, 0)
    assert found
    assert str(found[0]) == sign


def test_a_note_is_not_a_sign() -> None:
    """Brackets with no size after them are left to the notes."""
    assert sign_at("(A8 blank)", 0) is None


def test_numbered_gatherings() -> None:
    """Gatherings may be signed with numbers."""
    found = numbered_at("1-12^{8}", 0)
    assert found
    assert (str(found[0]), str(found[1])) == ("1", "12")


def test_a_sign_written_twice_is_doubled() -> None:
    """The waiting sign joins the one after it and no longer waits."""
    waiting = [Signature("a"), Signature("):(")]
    assert str(join_doubled(waiting, Signature("):("))) == "2):("
    assert waiting == [Signature("a")]


def test_a_garbled_series_is_reported() -> None:
    """A raised sign that an export garbled is read as π, with a warning."""
    book = read_collation("`SUP`Û`LO`A`SUP`4`LO` A`SUP`8`LO`")
    assert [gathering.signature for gathering in book.gatherings] == ["πA", "A"]
    assert any("'Û'" in warning for warning in book.warnings)


@pytest.mark.parametrize(
    ("formula", "signatures"),
    [
        ("π-2π2 A4", "π 2π A"),  # unsigned, not the Greek letters from π to π
        ("z8, &8, 94, A8", "z & [con] A"),
        ("A8 94", None),  # without & before it, a figure is no sign
        ("¶4-¶¶1", "¶ 2¶"),
        ("†A-†2B2", " ".join(f"†{letter}" for letter in LATIN) + " †AA †BB"),
        ("[+]4(-+2) ++4", "+ 2+"),
        ("[superscript pi]A2 A4", "πA A"),
    ],
)
def test_signs_that_depend_on_their_neighbours(formula: str, signatures: str | None) -> None:
    """What stands before or after decides what a figure or a dash means."""
    if signatures is None:
        with pytest.raises(FormulaError):
            read_collation(formula)
        return
    gatherings = read_collation(formula).gatherings
    assert " ".join(gathering.signature for gathering in gatherings) == signatures


def test_leaves_removed_with_a_dash_after_the_size() -> None:
    """D8-1 lacks its last leaf, [+]4(-+2) its second; figures that count up are leaves present."""
    assert read_collation("D8-1").gatherings[0].missing == (8,)
    assert read_collation("[+]4(-+2) A4").gatherings[0].missing == (2,)
    assert read_collation("A2-3 B4").gatherings[0].missing == (1,)


def test_a_range_with_two_sizes_is_refused() -> None:
    """A8-K4 does not say where the size changes."""
    with pytest.raises(FormulaError):
        read_collation("A8-K4")
