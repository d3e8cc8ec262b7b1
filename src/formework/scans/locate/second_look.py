"""A second look at odd pages, guided by the titles of the other pages.

A box whose text is a part of the usual one is widened (`whole_titles`). A box
that is wider than usual may also hold a page number or a speck, and is trimmed
where it then reads better. Where no title was found, the page is searched again
at a larger scale, in the places where the other pages have theirs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Box
from formework.book.title_words import SAME_TEXT, comparable, group_texts, text_likeness
from formework.ink import depth_below_paper
from formework.scans.crops import window
from formework.scans.locate.headline import Candidate
from formework.scans.locate.letter_tails import around, with_tails
from formework.scans.locate.page_survey import survey_strip
from formework.scans.locate.recurring_lines import DOUBTFUL, Choice
from formework.scans.locate.whole_titles import missing_letters, widened
from formework.scans.page_ink import (
    darkness,
    ink_mask,
    least_darkness,
    reduced,
    without_specks,
    words,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.scans.locate.page_survey import Survey
    from formework.scans.locate.type_lines import Piece
    from formework.scans.page_ink import Grey, Span
    from formework.scans.text.ocr import Reader

# Titles: fewer of one text do not show its usual place and size.
_FEWEST_TITLES = 3
# Texts: a page without a title is searched for the most frequent ones only.
_TEXTS_SOUGHT = 4
# Pixels: the longer side of the part of a page that is searched again.
_REGION_SIDE = 1600
# Ratio, and heights of the box: settings of one text differ less in width than these together.
_WIDEST_RATIO, _WIDEST_EXCESS = 1.03, 0.3
# Ratios to the usual height: the same words in larger or smaller type are a heading.
_SMALLEST_TYPE, _LARGEST_TYPE = 0.65, 1.5
# Heights of the box: what is further from the title and reads as nothing is no part of it.
_APART = 1.0
# Letters: the reading of a whole title may lack this number at its ends.
_LETTERS_MISREAD = 1


@dataclass(frozen=True, slots=True)
class UsualTitle:
    """The usual place and size of the titles of one text, as shares of the page's height.

    `text` is the most frequent reading, `titles` the number of titles with it.
    """

    text: str
    x: float
    y: float
    width: float
    height: float
    titles: int

    def likeness(self, text: str) -> float:
        """Return how much a reading shares with this text, 0 to 100."""
        return text_likeness(self.text, text)


def usual_titles(
    surveys: Sequence[Survey], choices: Sequence[Choice | None]
) -> tuple[UsualTitle, ...]:
    """Return the usual title of each text found so far, the most frequent text first."""
    found = [(s.height, c.candidate) for s, c in zip(surveys, choices, strict=True) if c]
    groups = group_texts([one.text for _, one in found])
    usuals = []
    for number in sorted(set(groups) - {-1}):
        members = [pair for pair, mine in zip(found, groups, strict=True) if mine == number]
        if len(members) < _FEWEST_TITLES:
            continue
        boxes = np.array([(b.x, b.y, b.width, b.height) for b in (m.box for _, m in members)])
        heights = np.array([height for height, _ in members])
        text = Counter(comparable(one.text) for _, one in members).most_common(1)[0][0]
        x, y, width, height = np.median(boxes / heights[:, None], axis=0).tolist()
        usuals.append(UsualTitle(text, x, y, width, height, len(members)))
    return tuple(sorted(usuals, key=lambda usual: -usual.titles))


def is_odd(survey: Survey, choice: Choice | None, usuals: Sequence[UsualTitle]) -> bool:
    """Whether a page needs a second look."""
    if choice is None or choice.evidence < DOUBTFUL:
        return bool(usuals) and bool(survey.lines)
    usual = _usual_for(choice, usuals)
    if usual is None:
        return False
    lacks = missing_letters(choice.candidate.text, usual.text)
    return bool(lacks) or _excess(choice.candidate.box, survey, usual) > 0


def look_again(
    page: Grey, survey: Survey, choice: Choice | None, usuals: Sequence[UsualTitle], reader: Reader
) -> Choice | None:
    """Return the title of an odd page after a closer look."""
    if choice is not None:
        usual = _usual_for(choice, usuals)
        if usual:
            found = _whole(page, _trimmed(page, survey, choice, usual, reader), usual, reader)
            changed = found.candidate.box != choice.candidate.box
            return _with_tails(page, found) if changed else found
    sought = _sought(page, usuals[:_TEXTS_SOUGHT], reader)
    return _with_tails(page, Choice(sought[0], DOUBTFUL, sought[1].titles)) if sought else choice


def _with_tails(page: Grey, choice: Choice) -> Choice:
    """Return the choice with the tails of the letters in its box."""
    found = choice.candidate
    return replace(choice, candidate=replace(found, whole=with_tails(page, found.box)))


def _usual_for(choice: Choice, usuals: Sequence[UsualTitle]) -> UsualTitle | None:
    """Return the text that a title has, or that it shows a part of."""
    text = choice.candidate.text
    best = max(usuals, key=lambda usual: usual.likeness(text), default=None)
    if best and best.likeness(text) >= SAME_TEXT:
        return best
    return next((usual for usual in usuals if missing_letters(text, usual.text)), None)


def _whole(page: Grey, choice: Choice, usual: UsualTitle, reader: Reader) -> Choice:
    """Return the choice with its whole title; doubtful where letters are still missing."""
    found = choice.candidate
    if not missing_letters(found.text, usual.text):
        return choice
    box, text = widened(page, found.box, found.text, usual.text, reader)
    lacks = missing_letters(text, usual.text)
    doubtful = lacks.before + lacks.after > _LETTERS_MISREAD
    evidence = min(choice.evidence, DOUBTFUL) if doubtful else choice.evidence
    return replace(choice, candidate=replace(found, box=box, text=text), evidence=evidence)


def _excess(box: Box, survey: Survey, usual: UsualTitle) -> float:
    """Return by how many columns a box is wider than settings of its text can be."""
    return box.width - _WIDEST_RATIO * usual.width * survey.height - _WIDEST_EXCESS * box.height


def _trimmed(
    page: Grey, survey: Survey, choice: Choice, usual: UsualTitle, reader: Reader
) -> Choice:
    """Return the choice without what is at the ends of its title.

    A piece goes if the title reads better without it, or no worse and it is far
    from the rest or fainter. A stop changes no reading, and stays.
    """
    box = choice.candidate.box
    level = usual.likeness(choice.candidate.text)
    crop = window(page, box, 0.0)
    mask, depth = ink_mask(crop, reach=box.height), depth_below_paper(crop, box.height)
    spans = words(without_specks(mask, box.height), gap=max(2, int(0.3 * box.height)))
    while len(spans) > 1 and _excess(box, survey, usual) > 0:
        shorter = [spans[1:], spans[:-1]]
        gaps = [spans[1][0] - spans[0][1], spans[-1][0] - spans[-2][1]]
        boxes = [_narrowed(choice.candidate.box, part) for part in shorter]
        readings = [reader.read(window(page, one, 0.2)).text for one in boxes]
        scores = [usual.likeness(reading) for reading in readings]
        best = max((0, 1), key=lambda end: (scores[end], gaps[end]))
        faint = darkness(depth, spans[-best]) < least_darkness(depth, spans)
        foreign = faint or gaps[best] > _APART * box.height
        if scores[best] < level or (scores[best] == level and not foreign):
            break
        spans, box, level = shorter[best], boxes[best], scores[best]
        choice = replace(choice, candidate=replace(choice.candidate, text=readings[best]))
    return replace(choice, candidate=replace(choice.candidate, box=box))


def _narrowed(box: Box, spans: tuple[Span, ...]) -> Box:
    return replace(box, x=box.x + spans[0][0], width=spans[-1][1] - spans[0][0])


def _sought(
    page: Grey, usuals: Sequence[UsualTitle], reader: Reader
) -> tuple[Candidate, UsualTitle] | None:
    """Return a title with one of the usual texts, searched for where those are."""
    high = page.shape[0]
    left = max(0, int(min(usual.x - 0.6 * usual.width for usual in usuals) * high))
    right = int(max(usual.x + 1.6 * usual.width for usual in usuals) * high)
    top = max(0, int(min(usual.y - 3 * usual.height for usual in usuals) * high))
    bottom = int(max(usual.y + 4 * usual.height for usual in usuals) * high)
    region, scale = reduced(np.ascontiguousarray(page[top:bottom, left:right]), _REGION_SIDE)
    found = [
        (usual.likeness(" ".join(piece.text for piece in part)), usual, part)
        for line in survey_strip(region, reader).lines
        for part in _parts(line.pieces)
        for usual in usuals
    ]
    likest = max(found, key=lambda one: one[0], default=None)
    if likest is None or likest[0] < SAME_TEXT:
        return None
    _, usual, part = likest
    near = around(*(piece.box for piece in part))
    box = Box(*(round(v / scale) for v in (near.x, near.y, near.width, near.height)))
    if not _SMALLEST_TYPE < box.height / (usual.height * high) < _LARGEST_TYPE:
        return None  # a heading
    text = " ".join(piece.text for piece in part)
    box = replace(box, x=box.x + left, y=box.y + top)
    return Candidate(box, text, 0, False, 0.0, box), usual


def _parts(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """Return every sequence of neighbouring pieces."""
    ends = range(len(pieces) + 1)
    return [pieces[a:b] for a in ends for b in ends if a < b]
