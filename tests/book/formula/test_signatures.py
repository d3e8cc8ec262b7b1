"""Signature arithmetic."""

import pytest

from formework.book.formula.signatures import Signature, count_on, latin_letters, read_letters


@pytest.mark.parametrize(
    ("first", "last", "wanted"),
    [
        (Signature("A"), Signature("C"), "A B C"),
        (Signature("H"), Signature("L"), "H I K L"),
        (Signature("T"), Signature("X"), "T V X"),
        (Signature("X"), Signature("B", times=2), "X Y Z 2A 2B"),
        (Signature("y"), Signature("a", times=2), "y z 2a"),
        (Signature("*"), Signature("*", times=3), "* 2* 3*"),
        (Signature("9"), Signature("12"), "9 10 11 12"),
        (Signature("A", series="2"), Signature("B"), "²A ²B"),
        (Signature("α"), Signature("γ"), "α β γ"),
    ],
)
def test_counting_on(first: Signature, last: Signature, wanted: str) -> None:
    """Signatures follow one another as printers counted them."""
    assert " ".join(map(str, count_on(first, last) or ())) == wanted


def test_w_only_when_declared() -> None:
    """W is no letter of the printer's alphabet unless the book shows it."""
    first, last = Signature("V"), Signature("X")
    assert [str(s) for s in count_on(first, last) or ()] == ["V", "X"]
    with_w = count_on(first, last, latin=latin_letters("A-V^4 W^4"))
    assert [str(s) for s in with_w or ()] == ["V", "W", "X"]


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (Signature("C"), Signature("A")),
        (Signature("*"), Signature("A")),
        (Signature("A"), Signature("Z", times=900)),
        (Signature("7"), Signature("3")),
    ],
)
def test_no_count_leads_there(first: Signature, last: Signature) -> None:
    """Backwards, across alphabets or without end there is no range."""
    assert count_on(first, last) is None


@pytest.mark.parametrize(
    ("letters", "wanted"),
    [("J", "I"), ("u", "v"), ("Aa", "2A"), ("AA", "2A"), ("aa", "2a"), ("Iij", "3I"), ("AB", None)],
)
def test_spellings_of_letters(letters: str, wanted: str | None) -> None:
    """I and J, U and V are one letter; doubled letters may be spelled in any case."""
    read = read_letters(letters)
    assert (str(read) if read else None) == wanted
