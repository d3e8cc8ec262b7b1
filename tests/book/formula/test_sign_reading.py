"""Signatures where they stand in a formula."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.sign_reading import join_doubled, numbered_at, sign_at
from formework.book.formula.signatures import Signature


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
