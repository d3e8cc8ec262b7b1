"""A line that recurs through the book is a running title; a line that does not is not."""

from __future__ import annotations

from formework.scans.locate.recurring_lines import DOUBTFUL, choose
from tests.scans.locate.surveys import page, piece, titled, untitled

BOOK = [
    titled("FRANCOISE." if number % 2 else "DE LA GAVLE", number, recto=bool(number % 2))
    for number in range(1, 11)
]


def test_recurring_titles_are_chosen_and_sure() -> None:
    """Each page has its title, misread or not, with evidence well above doubt."""
    pages = [*BOOK, titled("FRANC0lSE", 11)]
    choices = choose(pages)
    assert all(choice and choice.evidence > DOUBTFUL for choice in choices)
    assert choices[-1] is not None
    assert choices[-1].support == 5


def test_the_first_line_of_text_is_never_chosen() -> None:
    """A page without headline has no title among pages that have one."""
    choices = choose([*BOOK, untitled("whereupon"), untitled("notwithstanding")])
    assert choices[-2:] == (None, None)


def test_a_transposed_title_is_found() -> None:
    """A recto's title on a verso is supported by the rectos."""
    choices = choose([*BOOK, titled("FRANCOISE.", 12, recto=False)])
    assert choices[-1] is not None
    assert choices[-1].candidate.text == "FRANCOISE."
    assert choices[-1].support == 5


def test_a_heading_at_another_level_is_less_likely() -> None:
    """A line read once, lower and larger than the book's headlines, is no title."""
    heading = page(piece(300, 400, 400, "CHAPITRE PREMIER", height=70))
    alone = choose([heading])[0]
    in_book = choose([*BOOK, heading])[-1]
    assert in_book is None
    assert alone is None or alone.evidence < 3


def test_a_heading_in_the_place_of_the_headline_is_no_title() -> None:
    """A table opens without a number, in capitals, at the level and size of the headlines."""
    opening = page(piece(350, 100, 300, "TABLE DES MATIERES"))
    assert choose([*BOOK, opening])[-1] is None
    numbered = titled("TABLE DES MATIERES", 12)
    assert choose([*BOOK, numbered])[-1] is not None


def test_unread_pages_support_each_other_by_shape() -> None:
    """Without any text, titles of one width and height recur; full lines prove nothing."""
    blind = [page(piece(350, 100, 300), piece(850, 100, 50), first_line="") for _ in range(6)]
    choices = choose(blind)
    assert all(choice and choice.support == 5 for choice in choices)
    assert {choice.candidate.box.width for choice in choices if choice} == {300}


def test_no_pages() -> None:
    """A book in which nothing can be surveyed has no titles."""
    assert choose([]) == ()
