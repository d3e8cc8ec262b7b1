"""Candidates for the running title, judged by one page alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from formework.book.model import Box
from formework.scans.locate.headline import candidates, title_part
from formework.scans.locate.letter_tails import around
from formework.scans.locate.type_lines import Line
from tests.scans.locate.surveys import page, piece, titled, untitled


def test_number_and_reference_are_put_aside() -> None:
    """Of page number, title and chapter, the title is left, and the line counts as paged."""
    survey = page(
        piece(100, 100, 50, "12"),
        piece(380, 100, 240, "De Homine."),
        piece(820, 100, 80, "Cap. 5."),
    )
    best = candidates(survey)[0]
    assert (best.text, best.box, best.rank) == ("De Homine.", Box(380, 100, 240, 30), 0)
    assert best.paged
    assert best.layout > 0


def test_a_number_alone_is_no_title() -> None:
    """A line that holds nothing but a page number has no title part."""
    survey = page(piece(480, 100, 40, "12"))
    assert title_part(survey.lines[0], survey) == ()


def test_a_title_is_likelier_than_the_first_line_of_text() -> None:
    """Centred, short, in capitals and beside a number beats a full line, which speaks against."""
    title = candidates(titled("DE LA GAVLE", 12))[0]
    text = candidates(untitled("whereupon"))[0]
    assert title.layout > 3 > 0 > text.layout


def test_words_far_apart_are_not_one_title() -> None:
    """The group nearest the middle of the column is taken."""
    survey = page(piece(180, 100, 120, "GLOSSE"), piece(450, 100, 120, "LIBER"))
    assert [one.text for one in title_part(survey.lines[0], survey)] == ["LIBER"]


def test_a_blot_in_the_place_of_a_page_number_is_left_out_and_a_word_is_not() -> None:
    """Loose lines of text are separated into words: the first one belongs to the line."""
    words = [piece(200, 100, 300, "printer locked"), piece(530, 100, 370, "his formes with care")]
    survey = page(piece(100, 100, 60, "the"), *words)
    assert title_part(survey.lines[0], survey)[0].text == "the"
    survey = page(piece(100, 100, 60, "·"), *words)
    assert title_part(survey.lines[0], survey)[0].text == "printer locked"


def test_a_larger_line_is_rather_a_heading() -> None:
    """Type larger than the text counts against a candidate."""
    small = candidates(page(piece(350, 100, 300, "DE LA GAVLE")))[0]
    large = candidates(page(piece(350, 100, 300, "DE LA GAVLE", height=60)))[0]
    assert large.layout < small.layout - 1


@given(
    st.lists(
        st.tuples(*[st.integers(0, 900)] * 2, *[st.integers(1, 300)] * 2), min_size=1, max_size=5
    )
)
def test_the_box_around_pieces_is_the_smallest(boxes: list[tuple[int, int, int, int]]) -> None:
    """It holds every piece, and touches one on each side."""
    pieces = tuple(piece(x, y, width, height=height) for x, y, width, height in boxes)
    found = around(*(one.box for one in pieces))
    assert found.x == min(one.box.x for one in pieces)
    assert found.y == min(one.box.y for one in pieces)
    assert found.x + found.width == max(one.right for one in pieces)
    assert found.y + found.height == max(one.box.y + one.box.height for one in pieces)
    assert Line(pieces).y <= found.y + found.height
