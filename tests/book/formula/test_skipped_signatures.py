"""Signatures that a note says were skipped."""

import pytest

from formework.book.formula.drafts import Draft
from formework.book.formula.signatures import LATIN, Signature
from formework.book.formula.skipped_signatures import skip, skip_clause


def alphabet() -> list[Draft]:
    """Gatherings A to Z, and 2A."""
    signatures = [*(Signature(letter) for letter in LATIN), Signature("A", times=2)]
    return [Draft(signature, 4) for signature in signatures]


@pytest.mark.parametrize(
    ("note", "skipped"),
    [
        ("no K", "K"),
        ("signatures K and L omitted", "K L"),
        ("omitting K, L & M", "K L M"),
        ("Z-2A are not used", "Z 2A"),
        ("without Aa", "2A"),
    ],
)
def test_gatherings_are_left_out(note: str, skipped: str) -> None:
    """The gatherings a note names are gone, all others remain."""
    drafts = alphabet()
    assert skip(note, drafts)
    left = {str(draft.signature) for draft in drafts}
    assert sorted(skipped.split()) == sorted({str(d.signature) for d in alphabet()} - left)


@pytest.mark.parametrize(
    "note",
    [
        "no J, U or W",  # the alphabet of 23 letters
        "no b",  # the book has no gathering b
        "no K4",  # a leaf
        "no K in the headline",
        "without title",
        "K lacking",  # one copy
    ],
)
def test_other_notes_leave_every_gathering(note: str) -> None:
    """A remark on the alphabet, on a leaf, on one copy changes nothing."""
    drafts = alphabet()
    assert not skip(note, drafts)
    assert drafts == alphabet()


def test_the_only_gathering_is_not_skipped() -> None:
    """A note cannot leave a book without gatherings."""
    drafts = [Draft(Signature("A"), 4)]
    assert not skip("no A", drafts)
    assert len(drafts) == 1


def test_a_clause_ends_at_a_semicolon() -> None:
    """What follows the clause is left to be read."""
    assert skip_clause("A-Z^{4}, no K; 88 leaves", 9, alphabet()) == len("A-Z^{4}, no K")
