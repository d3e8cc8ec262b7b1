"""Titles of which a box shows a part are read again in wider boxes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image, ImageDraw

from formework.book.model import Box
from formework.scans.locate.headline import Candidate
from formework.scans.locate.locator import Found
from formework.scans.locate.recurring_lines import Choice
from formework.scans.locate.second_look import UsualTitle, is_odd, look_again
from formework.scans.locate.whole_titles import Missing, missing_letters, widened
from formework.scans.text.ocr import shared_reader
from tests.scans.locate.surveys import HEIGHT, titled
from tests.scans.press import font

if TYPE_CHECKING:
    from formework.scans.page_ink import Grey

TITLE, USUAL = "COMMENT. POMER.", "commentpomer"
LEFT, TOP, HIGH = 300, 100, 30


def printed(text: str = TITLE, number: str = "") -> tuple[Grey, int]:
    """A page with a title and perhaps a number right of it, and the column after the title."""
    image = Image.new("L", (1000, HEIGHT), 240)
    draw = ImageDraw.Draw(image)
    draw.text((LEFT, TOP + HIGH), text, font=font(38), fill=20, anchor="ls")
    right = int(draw.textbbox((LEFT, TOP + HIGH), text, font=font(38), anchor="ls")[2])
    draw.text((right + 60, TOP + HIGH), number, font=font(38), fill=20, anchor="ls")
    return np.asarray(image, dtype=np.uint8), right


@pytest.mark.parametrize(
    ("text", "lacks"),
    [
        ("COMMENT. POMER.", Missing(0, 0)),
        ("ENT. POMER.", Missing(4, 0)),
        ("COMMENT. PO", Missing(0, 3)),
        ("MMENT POM", Missing(2, 2)),
        ("COMMENTARII POMERANI", Missing(0, 0)),
        ("EPISTOLA", Missing(0, 0)),
        ("CO", Missing(0, 0)),
        ("", Missing(0, 0)),
    ],
)
def test_letters_missing_from_a_reading(text: str, lacks: Missing) -> None:
    """What the usual text has beyond a part of it; nothing of another text or of a longer one."""
    assert missing_letters(text, USUAL) == lacks


@pytest.mark.parametrize("number", ["", "14"])
@pytest.mark.parametrize(("start", "stop", "text"), [(0.0, 0.6, "COMMENT."), (0.4, 1.0, "POMER.")])
def test_a_cut_title_is_found_whole(number: str, start: float, stop: float, text: str) -> None:
    """The box grows to the whole title with its stop, and not to the page number beside it."""
    page, right = printed(number=number)
    wide = right - LEFT
    box = Box(LEFT + round(start * wide), TOP, round((stop - start) * wide), HIGH)
    found, read = widened(page, box, text, USUAL, shared_reader())
    assert missing_letters(read, USUAL) == Missing(0, 0)
    assert abs(found.x - LEFT) < 8
    assert abs(found.x + found.width - right) < 8


def choice(box: Box, text: str) -> Choice:
    """A title that was found with much evidence."""
    return Choice(Candidate(box, text, 0, True, 3.0, box), 8.0, 20)


def test_a_part_of_the_usual_text_is_looked_at_again() -> None:
    """However wide its box: titles of one text need not have one width."""
    page, right = printed()
    usual = UsualTitle(USUAL, 0.2, 0.06, 200 / HEIGHT, HIGH / HEIGHT, 20)
    cut = choice(Box(LEFT, TOP, 200, HIGH), "COMMENT. PO")
    survey = titled("COMMENT. PO", 3)
    assert is_odd(survey, cut, [usual])
    found = look_again(page, survey, cut, [usual], shared_reader())
    assert found is not None
    assert abs(found.candidate.box.x + found.candidate.box.width - right) < 8
    assert not Found(found.candidate.box, found.candidate.text, found.evidence).doubtful


def test_what_cannot_be_completed_is_doubtful() -> None:
    """Letters that are nowhere on the page: a person has to look."""
    page, right = printed("COMMENT.")
    usual = UsualTitle(USUAL, 0.2, 0.06, 0.2, HIGH / HEIGHT, 20)
    cut = choice(Box(LEFT, TOP, right - LEFT, HIGH), "COMMENT.")
    found = look_again(page, titled("COMMENT.", 3), cut, [usual], shared_reader())
    assert found is not None
    assert Found(found.candidate.box, found.candidate.text, found.evidence).doubtful


def test_a_wide_setting_keeps_its_stop() -> None:
    """A title wider than usual is not trimmed of a stop, which changes no reading."""
    page, right = printed()
    usual = UsualTitle(USUAL, 0.2, 0.06, 0.8 * (right - LEFT) / HEIGHT, HIGH / HEIGHT, 20)
    wide = choice(Box(LEFT, TOP, right - LEFT, HIGH), TITLE)
    found = look_again(page, titled(TITLE, 3), wide, [usual], shared_reader())
    assert found is not None
    assert found.candidate.box == wide.candidate.box
