"""Odd pages are looked at again, guided by the usual titles of the book."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from formework.book.model import Box
from formework.scans.locate.headline import Candidate
from formework.scans.locate.recurring_lines import Choice
from formework.scans.locate.second_look import UsualTitle, is_odd, look_again, usual_titles
from formework.scans.text.ocr import shared_reader
from tests.scans.locate.surveys import HEIGHT, titled, untitled
from tests.scans.press import font, pixels


def choice(text: str, width: int = 300, evidence: float = 5.0) -> Choice:
    """A title chosen on a page."""
    box = Box(350, 100, width, 30)
    return Choice(Candidate(box, text, 0, True, 3.0, box), evidence, 4)


SURVEY = titled("DE LA GAVLE", 3)
CHOICES = [choice("DE LA GAVLE"), choice("DE LA GAVLE."), choice("DE LA CAVLE", width=304)]


def test_three_titles_show_what_is_usual() -> None:
    """The usual title has the most frequent reading and the median box; two are too few."""
    (usual,) = usual_titles([SURVEY] * 3, CHOICES)
    assert (usual.text, usual.titles) == ("delagavle", 3)
    assert usual.width * HEIGHT == pytest.approx(300)
    assert usual.likeness("De la Gaule") == 100
    assert usual_titles([SURVEY] * 2, CHOICES[:2]) == ()


def test_odd_pages_are_those_without_title_or_with_too_wide_a_box() -> None:
    """A box as wide as usual is not looked at again, nor a page before anything is usual."""
    usuals = usual_titles([SURVEY] * 3, CHOICES)
    assert not is_odd(SURVEY, CHOICES[0], usuals)
    assert is_odd(SURVEY, choice("DE LA GAVLE 12", width=420), usuals)
    assert is_odd(untitled("whereupon"), None, usuals)
    assert is_odd(SURVEY, choice("DE LA GAVLE", evidence=0.5), usuals)
    assert not is_odd(untitled("whereupon"), None, ())


def test_a_box_with_the_page_number_is_trimmed() -> None:
    """What is beside the title goes, as long as the rest reads no worse."""
    image = Image.new("L", (1000, HEIGHT), 240)
    draw = ImageDraw.Draw(image)
    draw.text((350, 128), "DE LA GAVLE", font=font(38), fill=20, anchor="ls")
    right = int(draw.textbbox((350, 128), "DE LA GAVLE", font=font(38), anchor="ls")[2])
    draw.text((right + 60, 128), "12", font=font(38), fill=20, anchor="ls")
    usual = UsualTitle("delagavle", 0.23, 0.06, (right - 350) / HEIGHT, 30 / HEIGHT, 5)
    wide = choice("DE LA GAVLE 12", width=right + 120 - 350)
    found = look_again(pixels(image), SURVEY, wide, [usual], shared_reader())
    assert found is not None
    assert found.candidate.text == "DE LA GAVLE"
    assert abs(found.candidate.box.x + found.candidate.box.width - right) < 12


def test_where_nothing_is_found_the_choice_stays() -> None:
    """A search without result changes nothing."""
    usuals = usual_titles([SURVEY] * 3, CHOICES)
    blank = np.full((HEIGHT, 1000), 240, np.uint8)
    assert look_again(blank, SURVEY, None, usuals, shared_reader()) is None
    other = choice("EPISTRE", evidence=0.5)
    assert look_again(blank, SURVEY, other, usuals, shared_reader()) is other
