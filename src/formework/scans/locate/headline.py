"""Candidates for the running title among the top lines of a page, judged by that page alone.

A headline is one line: page number, running title, chapter reference. Numbers
and references are at the ends of the line and change from page to page; the
running title is centred over the column and narrower than the text.

All weights of evidence below are log-odds, set by hand in round numbers on the
books of docs/titles.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.scans.locate.letter_tails import around
from formework.scans.text.page_references import capital_share, is_figure, is_reference

if TYPE_CHECKING:
    from formework.book.model import Box
    from formework.scans.locate.page_survey import Survey
    from formework.scans.locate.type_lines import Line, Piece

# Heights of the type: words further apart than this are not one title.
_ONE_TITLE = 5.0
# A share of the measure: a page number or reference is at most this far from its end.
_AT_THE_END = 0.14
# Widths in heights of the type: an unread piece narrower than this may be a page number.
_NUMBER_WIDTH = 3.5
# Lines: a headline is among the first three; a rule, a running number or dirt may be above it.
_LINES_JUDGED = 3
# A share of letters: text with more capitals is set in capitals.
_IN_CAPITALS = 0.8
# OCR confidence: show-through, ornaments and handwriting are read with less.
_WELL_READ = 0.7
# Letters: a title has at least this number.
_FEWEST_LETTERS = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A part of a top line that may be the running title.

    `layout` is the evidence of the page alone, as log-odds: above 0, more
    likely a running title than not. `rank` counts lines from the top, from 0.
    `paged` says whether a page number or reference is on the same line. `whole`
    is the box with the tails of its letters.
    """

    box: Box
    text: str
    rank: int
    paged: bool
    layout: float
    whole: Box


def candidates(survey: Survey) -> tuple[Candidate, ...]:
    """Return the likeliest running title of each top line of a page, from the top."""
    found = []
    for rank, line in enumerate(survey.lines[:_LINES_JUDGED]):
        title = title_part(line, survey)
        if title:
            others = [piece for piece in line.pieces if piece not in title]
            paged = any(is_reference(piece.text) for piece in others)
            paged |= bool(others) and survey.unread
            found.append(_candidate(survey, rank, title, paged=paged))
    return tuple(found)


def title_part(line: Line, survey: Survey) -> tuple[Piece, ...]:
    """Return the pieces of a line without page number and references."""
    pieces = list(line.pieces)
    for end in (0, -1, 0, -1):
        if len(pieces) > 1 and _is_aside(pieces[end], end, survey):
            pieces.pop(end)
    if len(pieces) == len(line.pieces) > 1:
        pieces = _without_blot(pieces, survey)
    if len(pieces) == 1 and is_figure(pieces[0].text):
        return ()
    groups = _groups(pieces)
    return min(groups, key=lambda group: _offset(group, survey)) if groups else ()


def _from_end(piece: Piece, end: int, survey: Survey) -> float:
    """Return how far a piece is from its end of the measure, as a share of the measure."""
    start, stop = survey.column
    return (piece.box.x - start if end == 0 else stop - piece.right) / survey.measure


def _is_aside(piece: Piece, end: int, survey: Survey) -> bool:
    """Whether the piece at an end of the line is a page number or a reference beside a title."""
    looks_it = survey.unread and piece.box.width < _NUMBER_WIDTH * piece.box.height
    return _from_end(piece, end, survey) < _AT_THE_END and (looks_it or is_reference(piece.text))


def _without_blot(pieces: list[Piece], survey: Survey) -> list[Piece]:
    """Return the pieces without an unreadable one in the place and size of a page number."""
    for end in (0, -1):
        piece = pieces[end]
        short = piece.box.width < min(_NUMBER_WIDTH * piece.box.height, survey.measure / 8)
        if short and not _is_word(piece) and _from_end(piece, end, survey) < _AT_THE_END / 2:
            return pieces[1:] if end == 0 else pieces[:-1]
    return pieces


def _is_word(piece: Piece) -> bool:
    """Whether a piece is read with confidence, and has enough letters for a word."""
    letters = sum(sign.isalpha() for sign in piece.text)
    return letters >= _FEWEST_LETTERS and piece.sureness >= _WELL_READ


def _groups(pieces: list[Piece]) -> list[tuple[Piece, ...]]:
    groups: list[tuple[Piece, ...]] = []
    for piece in pieces:
        high = sorted(p.box.height for p in pieces)[len(pieces) // 2]
        if groups and piece.box.x - groups[-1][-1].right < _ONE_TITLE * high:
            groups[-1] += (piece,)
        else:
            groups.append((piece,))
    return groups


def _offset(group: tuple[Piece, ...], survey: Survey) -> float:
    """Return how far a group is from the middle of the column, as a share of the measure."""
    return abs((group[0].box.x + group[-1].right) / 2 - survey.centre) / survey.measure


def _candidate(survey: Survey, rank: int, title: tuple[Piece, ...], *, paged: bool) -> Candidate:
    box = around(*(piece.box for piece in title))
    whole = around(*(piece.whole or piece.box for piece in title))
    text = " ".join(piece.text for piece in title)
    evidence = 3.0 if paged else 0.0
    evidence += 1.0 - 10.0 * min(_offset(title, survey), 0.3)
    evidence += _width(survey, rank, box, paged=paged)
    evidence += _capitals(survey, rank, text)
    evidence -= 1.5 * rank
    evidence += _leading(survey, rank)
    if box.height > 1.3 * survey.type_height > 0:
        evidence -= 2.0  # larger than the text: a heading
    if survey.unread:
        return Candidate(box, "", rank, paged, evidence, whole)
    if sum(sign.isalpha() for sign in text) < _FEWEST_LETTERS:
        evidence -= 3.0
    elif min(piece.sureness for piece in title) < _WELL_READ:
        evidence -= 1.0
    return Candidate(box, text, rank, paged, evidence, whole)


def _width(survey: Survey, rank: int, box: Box, *, paged: bool) -> float:
    """Evidence of the width: a line flush with a line below it is probably text."""
    excess = max(0.0, min(box.width / survey.measure, 1.0) - 0.5)
    near = 1.5 * box.height
    flush = any(
        abs(line.pieces[0].box.x - box.x) < near
        and abs(line.pieces[-1].right - box.x - box.width) < near
        for line in survey.lines[rank + 1 :]
    )
    return 1.0 - excess * (7.0 if flush and not paged else 2.5)


def _capitals(survey: Survey, rank: int, text: str) -> float:
    """Evidence of capitals: above small letters a headline, above more capitals a heading."""
    if capital_share(text) < _IN_CAPITALS:
        return 0.0
    below = "".join(p.text for line in survey.lines[rank + 1 : rank + 2] for p in line.pieces)
    display = (
        sum(sign.isalpha() for sign in below) >= _FEWEST_LETTERS
        and capital_share(below) > _IN_CAPITALS
    )
    return -0.5 if display else 1.5


def _leading(survey: Survey, rank: int) -> float:
    """Evidence of the white below: more than between lines of text speaks for a headline."""
    if rank + 1 >= len(survey.lines) or survey.pitch <= 0:
        return 0.0
    below = (survey.lines[rank + 1].y - survey.lines[rank].y) / survey.pitch
    return max(-1.0, min(1.0, 4.0 * (below - 1.1)))
