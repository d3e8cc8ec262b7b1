"""Notations of catalogues, brought to one."""

import pytest

from formework.book.formula.notation import plain


@pytest.mark.parametrize(
    "written",
    ["A⁴", "A^4", "A^{4}", "A^4^", "A<sup>4</sup>", "A`SUP`4`LO`", "A in fours", "A in 4s"],
)
def test_one_superscript(written: str) -> None:
    """A superscript in any notation is ^{4}."""
    assert plain(written).text == "A^{4}"


@pytest.mark.parametrize("dash", ["-", "–", "—", "--", "−", "‐"])
def test_one_dash(dash: str) -> None:
    """A dash of any kind is a hyphen."""
    assert plain(f"A{dash}C4").text == "A-C4"


def test_every_character_keeps_its_position() -> None:
    """A position in the plain text leads back to the formula as written, its end included."""
    text = plain("A`SUP`4`LO` B-")
    assert text.text == "A^{4} B-"
    assert [text.origin(text.text.index(letter)) for letter in "AB"] == [0, 12]
    assert text.origin(len(text.text)) == 14
    assert plain("").origin(0) == 0
