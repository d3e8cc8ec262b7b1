"""What on the top lines of one page may be its running title, judged by that page alone.

A headline is one line: page number, running title, chapter reference. Numbers
and references stand at the ends of the line and change along the book; the
running title stands over the middle of the column, narrower than the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.model import Box
from formework.scans.text.page_references import capital_share, is_figure, is_reference

if TYPE_CHECKING:
    from formework.scans.locate.page_survey import Survey
    from formework.scans.locate.type_lines import Line, Piece

# Type further apart than this, in its own heights, is not one title.
ONE_TITLE = 5.0
# How near the ends of the measure a number or reference stands, as a share of it.
AT_THE_END = 0.14


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stretch of a top line that may be the running title.

    `layout` is the evidence of the page alone, as log-odds: above 0, rather a
    running title than not. `rank` counts lines from the top, 0 the first.
    """

    box: Box
    text: str
    rank: int
    paged: bool
    layout: float


def candidates(survey: Survey) -> tuple[Candidate, ...]:
    """Return the likeliest running title of each top line of a page, from the top."""
    found = []
    for rank, line in enumerate(survey.lines[:3]):
        title = title_part(line, survey)
        if title:
            others = [piece for piece in line.pieces if piece not in title]
            paged = any(is_reference(piece.text) for piece in others)
            paged |= bool(others) and survey.unread
            found.append(_candidate(survey, rank, title, paged=paged))
    return tuple(found)


def title_part(line: Line, survey: Survey) -> tuple[Piece, ...]:
    """Return the pieces of a line left when page number and references are put aside."""
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
    """How far a piece stands from its end of the measure, as a share of it."""
    start, stop = survey.column
    return (piece.box.x - start if end == 0 else stop - piece.right) / survey.measure


def _is_aside(piece: Piece, end: int, survey: Survey) -> bool:
    """Whether the piece at an end of the line is a page number or a reference beside a title."""
    looks_it = survey.unread and piece.box.width < 3.5 * piece.box.height
    return _from_end(piece, end, survey) < AT_THE_END and (looks_it or is_reference(piece.text))


def _without_blot(pieces: list[Piece], survey: Survey) -> list[Piece]:
    """Drop what stands where the page number should, and no larger, though it cannot be read."""
    for end in (0, -1):
        piece = pieces[end]
        short = piece.box.width < min(3.5 * piece.box.height, survey.measure / 8)
        if short and _from_end(piece, end, survey) < AT_THE_END / 2:
            return pieces[1:] if end == 0 else pieces[:-1]
    return pieces


def _groups(pieces: list[Piece]) -> list[tuple[Piece, ...]]:
    groups: list[tuple[Piece, ...]] = []
    for piece in pieces:
        high = sorted(p.box.height for p in pieces)[len(pieces) // 2]
        if groups and piece.box.x - groups[-1][-1].right < ONE_TITLE * high:
            groups[-1] += (piece,)
        else:
            groups.append((piece,))
    return groups


def _offset(group: tuple[Piece, ...], survey: Survey) -> float:
    """How far a group stands from the middle of the column, as a share of the measure."""
    return abs((group[0].box.x + group[-1].right) / 2 - survey.centre) / survey.measure


def _candidate(survey: Survey, rank: int, title: tuple[Piece, ...], *, paged: bool) -> Candidate:
    box = around(title)
    text = " ".join(piece.text for piece in title)
    evidence = 3.0 if paged else 0.0
    evidence += 1.0 - 10.0 * min(_offset(title, survey), 0.3)
    evidence += _width(survey, rank, box, paged=paged)
    evidence += _capitals(survey, rank, text)
    evidence -= 1.5 * rank
    evidence += _leading(survey, rank)
    if box.height > 1.3 * survey.type_height > 0:
        evidence -= 2.0  # larger than the text: a heading, not a headline
    if survey.unread:
        return Candidate(box, "", rank, paged, evidence)
    if sum(sign.isalpha() for sign in text) < 3:
        evidence -= 3.0
    elif min(piece.sureness for piece in title) < 0.7:
        evidence -= 1.0  # show-through, ornaments and scrawls are read with little trust
    return Candidate(box, text, rank, paged, evidence)


def _width(survey: Survey, rank: int, box: Box, *, paged: bool) -> float:
    """A line as long as those below it, and flush with them, is text rather than a title."""
    excess = max(0.0, min(box.width / survey.measure, 1.0) - 0.5)
    near = 1.5 * box.height
    flush = any(
        abs(line.pieces[0].box.x - box.x) < near
        and abs(line.pieces[-1].right - box.x - box.width) < near
        for line in survey.lines[rank + 1 :]
    )
    return 1.0 - excess * (7.0 if flush and not paged else 2.5)


def _capitals(survey: Survey, rank: int, text: str) -> float:
    """Capitals above lower case are a headline; above more capitals they are a heading."""
    if capital_share(text) < 0.8:
        return 0.0
    below = "".join(p.text for line in survey.lines[rank + 1 : rank + 2] for p in line.pieces)
    display = sum(sign.isalpha() for sign in below) > 2 and capital_share(below) > 0.8
    return -0.5 if display else 1.5


def _leading(survey: Survey, rank: int) -> float:
    """More white below than between lines of text speaks for a headline, less against."""
    if rank + 1 >= len(survey.lines) or survey.pitch <= 0:
        return 0.0
    below = (survey.lines[rank + 1].y - survey.lines[rank].y) / survey.pitch
    return max(-1.0, min(1.0, 4.0 * (below - 1.1)))


def around(pieces: tuple[Piece, ...]) -> Box:
    """Return the box that holds all of some pieces."""
    x, y = min(p.box.x for p in pieces), min(p.box.y for p in pieces)
    right = max(p.right for p in pieces)
    bottom = max(p.box.y + p.box.height for p in pieces)
    return Box(x, y, right - x, bottom - y)
