"""Surveys of pages made by hand, for the tests of what is concluded from them."""

from __future__ import annotations

from formework.book.model import Box
from formework.scans.locate.page_survey import Survey
from formework.scans.locate.type_lines import Line, Piece

COLUMN = (100, 900)
HEIGHT = 1500


def piece(x: int, y: int, width: int, text: str = "", height: int = 30) -> Piece:
    """A piece of type that was read with full confidence."""
    return Piece(Box(x, y, width, height), text, 1.0 if text else 0.0)


def page(*headline: Piece, first_line: str = "the printer locked his formes with care") -> Survey:
    """A page of text in one column under a headline, which may be missing."""
    text = [piece(100, 180 + 50 * row, 800, first_line if row == 0 else "") for row in range(3)]
    lines = [Line(headline)] if headline else []
    lines += [Line((one,)) for one in text]
    return Survey(1000, HEIGHT, COLUMN, pitch=50.0, type_height=30.0, lines=tuple(lines))


def titled(
    title: str, number: int, *, recto: bool = True, y: int = 100, width: int = 300
) -> Survey:
    """A page with a centred title, and its number at the outer end of the line."""
    middle = piece(500 - width // 2, y, width, title)
    figure = piece(850 if recto else 100, y, 50, str(number))
    return page(*((middle, figure) if recto else (figure, middle)))


def untitled(first_word: str) -> Survey:
    """A page that begins with its text."""
    return page(first_line=f"{first_word} and so the sheet was wetted overnight")
