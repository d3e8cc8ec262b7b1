"""A second look at odd pages, with what their neighbours taught.

The titles of one text have one width and one height through the book. A box
too wide holds a page number or a speck besides; where no title was found, the
page is searched once more, closer, where its neighbours have theirs.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Box
from formework.book.title_words import SAME_TEXT, comparable, group_texts, text_likeness
from formework.scans.crops import window
from formework.scans.locate.headline import Candidate, around
from formework.scans.locate.page_survey import survey_strip
from formework.scans.locate.recurring_lines import DOUBTFUL, Choice
from formework.scans.page_ink import ink_mask, reduced, without_specks, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.scans.locate.page_survey import Survey
    from formework.scans.locate.type_lines import Piece
    from formework.scans.page_ink import Grey, Span
    from formework.scans.text.ocr import Reader

# Pages that must agree before they teach anything.
ENOUGH = 3
# The part of a page searched again is shown to the detector at most this large.
REGION_SIDE = 1600


@dataclass(frozen=True, slots=True)
class Lesson:
    """What the titles of one text have in common; lengths as shares of the page's height."""

    text: str
    x: float
    y: float
    width: float
    height: float
    taught_by: int

    def likeness(self, text: str) -> float:
        """How much a reading shares with this title, 0 to 100."""
        return text_likeness(self.text, text)


def learn(surveys: Sequence[Survey], choices: Sequence[Choice | None]) -> tuple[Lesson, ...]:
    """Return what the titles found so far teach, the most frequent text first."""
    found = [(s.height, c.candidate) for s, c in zip(surveys, choices, strict=True) if c]
    groups = group_texts([one.text for _, one in found])
    lessons = []
    for number in sorted(set(groups) - {-1}):
        members = [pair for pair, mine in zip(found, groups, strict=True) if mine == number]
        if len(members) < ENOUGH:
            continue
        boxes = np.array([(b.x, b.y, b.width, b.height) for b in (m.box for _, m in members)])
        heights = np.array([height for height, _ in members])
        text = Counter(comparable(one.text) for _, one in members).most_common(1)[0][0]
        x, y, width, height = np.median(boxes / heights[:, None], axis=0).tolist()
        lessons.append(Lesson(text, x, y, width, height, len(members)))
    return tuple(sorted(lessons, key=lambda lesson: -lesson.taught_by))


def is_odd(survey: Survey, choice: Choice | None, lessons: Sequence[Lesson]) -> bool:
    """Whether a page should be looked at again."""
    if choice is None or choice.evidence < DOUBTFUL:
        return bool(lessons) and bool(survey.lines)
    lesson = _lesson_of(choice, lessons)
    return lesson is not None and _excess(choice.candidate.box, survey, lesson) > 0


def look_again(
    page: Grey, survey: Survey, choice: Choice | None, lessons: Sequence[Lesson], reader: Reader
) -> Choice | None:
    """Return the title of an odd page after a closer look."""
    if choice is not None:
        lesson = _lesson_of(choice, lessons)
        if lesson:
            return _trimmed(page, survey, choice, lesson, reader)
    for lesson in lessons[:4]:
        found = _sought(page, lesson, reader)
        if found:
            return Choice(found, DOUBTFUL, lesson.taught_by)
    return choice


def _lesson_of(choice: Choice, lessons: Sequence[Lesson]) -> Lesson | None:
    scores = [(lesson.likeness(choice.candidate.text), lesson) for lesson in lessons]
    best = max(scores, key=lambda pair: pair[0], default=None)
    return best[1] if best and best[0] >= SAME_TEXT else None


def _excess(box: Box, survey: Survey, lesson: Lesson) -> float:
    """Columns a box is wider than its neighbours' by more than settings of one text differ."""
    return box.width - 1.03 * lesson.width * survey.height - 0.3 * box.height


def _trimmed(page: Grey, survey: Survey, choice: Choice, lesson: Lesson, reader: Reader) -> Choice:
    """The choice without what stands beside its title, as long as the reading is no worse."""
    box = choice.candidate.box
    level = lesson.likeness(choice.candidate.text)
    mask = ink_mask(window(page, box, 0.0), reach=box.height)
    spans = words(without_specks(mask, box.height), gap=max(2, int(0.3 * box.height)))
    while len(spans) > 1 and _excess(box, survey, lesson) > 0:
        shorter = [spans[1:], spans[:-1]]
        boxes = [_narrowed(choice.candidate.box, part) for part in shorter]
        readings = [reader.read(window(page, one, 0.2)).text for one in boxes]
        scores = [lesson.likeness(reading) for reading in readings]
        best = int(np.argmax(scores))
        if scores[best] < level - 1:
            break
        spans, box, level = shorter[best], boxes[best], scores[best]
        choice = replace(choice, candidate=replace(choice.candidate, text=readings[best]))
    return replace(choice, candidate=replace(choice.candidate, box=box))


def _narrowed(box: Box, spans: tuple[Span, ...]) -> Box:
    return replace(box, x=box.x + spans[0][0], width=spans[-1][1] - spans[0][0])


def _sought(page: Grey, lesson: Lesson, reader: Reader) -> Candidate | None:
    """The title of a lesson, searched for where its neighbours have it."""
    high = page.shape[0]
    left = max(0, int((lesson.x - 0.6 * lesson.width) * high))
    right = int((lesson.x + 1.6 * lesson.width) * high)
    top = max(0, int((lesson.y - 3 * lesson.height) * high))
    bottom = int((lesson.y + 4 * lesson.height) * high)
    region, scale = reduced(np.ascontiguousarray(page[top:bottom, left:right]), REGION_SIDE)
    found = [
        (lesson.likeness(" ".join(piece.text for piece in part)), part)
        for line in survey_strip(region, reader).lines
        for part in _parts(line.pieces)
    ]
    likest = max(found, key=lambda pair: pair[0], default=None)
    if likest is None or likest[0] < SAME_TEXT:
        return None
    near = around(likest[1])
    box = Box(*(round(v / scale) for v in (near.x, near.y, near.width, near.height)))
    if not 0.65 < box.height / (lesson.height * high) < 1.5:
        return None  # the words of the title, but in other type: a heading
    text = " ".join(piece.text for piece in likest[1])
    return Candidate(replace(box, x=box.x + left, y=box.y + top), text, 0, False, 0.0)


def _parts(pieces: tuple[Piece, ...]) -> list[tuple[Piece, ...]]:
    """Every stretch of neighbouring pieces."""
    ends = range(len(pieces) + 1)
    return [pieces[a:b] for a in ends for b in ends if a < b]
