"""The printed page around its running title.

Positions are in millimetres on the paper, from the top left corner of the page,
y downwards. Each line has its own random stream, so that any part of a page can
be made without the rest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import formework.simulate.constants as constants
from formework.book.model import Face, Format
from formework.simulate.seeds import generator
from formework.simulate.type import Family, Fount, Nick, Style
from formework.simulate.words import WORDS, with_long_s

_MAX_REJECTED = 5  # words too long for the rest of a line, before it is justified
_STOPS = ("",) * 82 + (",",) * 10 + (".",) * 4 + (";",) * 3 + (":",)  # most words have none
_PARAGRAPH_ENDS = 0.08  # share of the lines that end a paragraph
MM_PER_POINT = constants.MM_PER_INCH / constants.POINTS_PER_INCH


class Mark(NamedTuple):
    """A printed sort: its character, body (points), and left end on the baseline (mm).

    `tilt` is in degrees clockwise; `gain` is the strength of its ink (1 = normal).
    """

    fount: Fount
    character: str
    points: float
    x: float
    y: float
    tilt: float = 0.0
    gain: float = 1.0
    nick: Nick | None = None


@dataclass(frozen=True, slots=True)
class Layout:
    """The dimensions of a page (mm); `body` is the size of the text type in points."""

    width: float
    height: float
    measure: float
    inner: float
    head: float
    lines: int
    body: float

    @property
    def leading(self) -> float:
        """The distance between two lines of text (mm); type was set solid."""
        return self.body * MM_PER_POINT * 1.04

    def left(self, face: Face) -> float:
        """Left edge of the type page; the gutter is left of a recto and right of a verso."""
        return self.inner if face is Face.RECTO else self.width - self.inner - self.measure

    def line(self, number: int) -> float:
        """Baseline of a text line, counted from 0; the direction line is `lines`."""
        return self.head + self.leading * (number + 1.6)


LAYOUTS = {
    Format.FOLIO: Layout(190.0, 290.0, 138.0, 20.0, 24.0, 47, 13.5),
    Format.QUARTO: Layout(150.0, 200.0, 100.0, 18.0, 19.0, 35, 12.5),
    Format.OCTAVO: Layout(102.0, 165.0, 70.0, 12.0, 15.0, 32, 11.0),
}


@dataclass(frozen=True, slots=True)
class Copy:
    """What is set on a page, except its running title.

    `opening` is true for a page that opens a chapter and has a heading instead
    of a running title. `signed` is the signature at its foot, or empty.
    """

    seed: int
    signature: str
    face: Face
    number: int
    family: Family
    reference: str
    rule: bool
    opening: bool
    signed: str


def headline_marks(copy: Copy, layout: Layout) -> list[Mark]:
    """Page number (outer edge) and chapter reference (inner edge), or a chapter heading."""
    left, roman = layout.left(copy.face), Fount(copy.family, Style.ROMAN)
    right = left + layout.measure
    number = _run(str(copy.number), roman, layout.body + 1)
    if copy.opening:
        heading = _run("CHAP.", roman, layout.body + 4)
        return _at(heading, (left + right - _width(heading)) / 2, layout.head + 1)
    reference = _run(copy.reference, roman, layout.body + 1)
    if copy.face is Face.RECTO:
        return _at(number, right - _width(number), layout.head) + _at(reference, left, layout.head)
    return _at(number, left, layout.head) + _at(reference, right - _width(reference), layout.head)


def rule_ends(copy: Copy, layout: Layout) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """The two ends of the rule under the headline (mm), or `None`."""
    if not copy.rule or copy.opening:
        return None
    left, height = layout.left(copy.face), layout.head + 0.52 * layout.leading
    return (left, height), (left + layout.measure, height)


def text_marks(copy: Copy, layout: Layout, top: float, bottom: float) -> list[Mark]:
    """The lines of text between two heights on the page (mm), including the foot."""
    marks: list[Mark] = []
    first = 3 if copy.opening else 0
    for number in range(first, layout.lines):
        if top - layout.leading < layout.line(number) < bottom + layout.leading:
            marks += _text_line(copy, layout, number)
    if top - layout.leading < layout.line(layout.lines) < bottom + layout.leading:
        marks += _direction_line(copy, layout)
    return marks


@lru_cache(maxsize=512)
def _text_line(copy: Copy, layout: Layout, number: int) -> tuple[Mark, ...]:
    """One justified line: words until the measure is full, the rest divided over the spaces."""
    draw = generator(copy.seed, "line", copy.signature, number)
    ends = _ends_paragraph(copy, number)
    indent = layout.body * MM_PER_POINT if _ends_paragraph(copy, number - 1) else 0.0
    measure = (layout.measure - indent) * (draw.uniform(0.3, 0.9) if ends else 1.0)
    space = constants.WORD_SPACE * layout.body * MM_PER_POINT
    runs: list[list[Mark]] = []
    filled, rejected = 0.0, 0
    while True:
        style = Style.ITALIC if draw.random() < 0.04 else Style.ROMAN
        word = with_long_s(WORDS[int(draw.integers(len(WORDS)))])
        stop = _STOPS[int(draw.integers(len(_STOPS)))]
        run = _run(word + stop, Fount(copy.family, style), layout.body)
        if filled + _width(run) > measure:
            rejected += 1
            if rejected == _MAX_REJECTED:
                break
            continue
        runs.append(run)
        filled += _width(run) + space
    loose = measure - (filled - space)
    step = space + (0.0 if ends or len(runs) < 2 else loose / (len(runs) - 1))
    marks: list[Mark] = []
    x = layout.left(copy.face) + indent
    for run in runs:
        marks += _at(run, x, layout.line(number))
        x += _width(run) + step
    return tuple(marks)


def _ends_paragraph(copy: Copy, number: int) -> bool:
    share = generator(copy.seed, "paragraph", copy.signature, number + 1).random()
    return bool(share < _PARAGRAPH_ENDS)


def _direction_line(copy: Copy, layout: Layout) -> list[Mark]:
    """The foot of the page: signature in the middle, catchword on the right."""
    draw = generator(copy.seed, "catchword", copy.signature)
    roman = Fount(copy.family, Style.ROMAN)
    catchword = _run(with_long_s(WORDS[int(draw.integers(len(WORDS)))]), roman, layout.body)
    left, foot = layout.left(copy.face), layout.line(layout.lines)
    marks = _at(catchword, left + layout.measure - _width(catchword) - 1.0, foot)
    if copy.signed:
        signed = _run(copy.signed, roman, layout.body)
        marks += _at(signed, left + (layout.measure - _width(signed)) / 2, foot)
    return marks


def _run(text: str, fount: Fount, points: float) -> list[Mark]:
    """Letters set solid from 0, with a thick space between words."""
    em, x = points * MM_PER_POINT, 0.0
    marks: list[Mark] = []
    for character in text:
        if character == " ":
            x += constants.WORD_SPACE * em
            continue
        marks.append(Mark(fount, character, points, x, 0.0))
        x += fount.width(character) * em
    return marks


def _width(run: list[Mark]) -> float:
    if not run:
        return 0.0
    last = run[-1]
    return last.x + last.fount.width(last.character) * last.points * MM_PER_POINT


def _at(run: list[Mark], x: float, y: float) -> list[Mark]:
    return [mark._replace(x=mark.x + x, y=y) for mark in run]
