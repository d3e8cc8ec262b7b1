"""Sections from the sequence of titles."""

from __future__ import annotations

from formework.book.model import Face
from formework.scans.text.sections import find_sections


def sections(titles: str) -> str:
    """The sections of a book whose titles are written as letters, rectos first, - for none."""
    faces = [Face.RECTO if place % 2 == 0 else Face.VERSO for place in range(len(titles))]
    texts = {"a": "FRANCOISE", "b": "DE LA GAVLE", "c": "EPISTRE", "d": "AV LECTEVR", "t": "TABLE"}
    return "".join(n or "-" for n in find_sections([texts.get(t) for t in titles], faces))


def test_two_sections() -> None:
    """A new pair of titles is a new section, from its first page on."""
    assert sections("-dcdcdc-babababa".replace("b", "b")) == "-111111-22222222"


def test_transposed_titles_begin_nothing() -> None:
    """Two titles that changed places on facing pages do not part the book."""
    assert sections("abababbaabababab") == "1" * 16


def test_pages_without_title_have_no_section() -> None:
    """Openings of chapters and blanks belong to none, and part nothing."""
    assert sections("ab-ba-abab") == "11-11-1111"


def test_a_title_that_comes_back_is_the_same_section() -> None:
    """After another text the first goes on under its old number."""
    assert sections("ababab" + "tttt" + "ababab") == "111111" + "2222" + "111111"
