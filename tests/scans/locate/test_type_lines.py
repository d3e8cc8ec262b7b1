"""Pieces of type keep whole letters, and page numbers are separated from titles."""

from __future__ import annotations

import numpy as np
import pytest

from formework.scans.locate.type_lines import line_of, read_line
from formework.scans.page_ink import Grey, Quads, Reading

LETTER, GAP, HIGH = 12, 10, 24
TOP = 20


def strip_of(*starts: int, width: int = 700) -> Grey:
    """A strip with one letter at each of these columns."""
    strip = np.full((64, width), 240, np.uint8)
    for start in starts:
        strip[TOP : TOP + HIGH, start : start + LETTER] = 20
    return strip


def quad(left: float, right: float) -> Quads:
    """A box of the detector around some columns."""
    return np.array([(left, 12), (right, 12), (right, 52), (left, 52)], dtype=float)


def extents(strip: Grey, *quads: Quads) -> list[tuple[int, int]]:
    """The columns of the pieces found."""
    return [(piece.box.x, piece.right) for piece in line_of(strip, list(quads)).pieces]


WORD = [100 + place * (LETTER + GAP) for place in range(8)]
END = WORD[-1] + LETTER


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (95, END + 5),  # around the word
        (95, WORD[5] + 8),  # through a letter near the end
        (WORD[2] + 8, END + 5),  # through a letter near the start
        (WORD[2] - 4, WORD[5] - 4),  # between letters
    ],
)
def test_a_box_that_ends_within_a_word_is_completed(left: int, right: int) -> None:
    """No letter is cut, and none of the word left out, wherever the detector's box ends."""
    assert extents(strip_of(*WORD), quad(left, right)) == [(100, END)]


def test_letterspaced_words_are_completed_too() -> None:
    """Gaps as wide as a letter do not end a word whose other gaps are as wide."""
    spaced = [100 + place * 36 for place in range(8)]
    assert extents(strip_of(*spaced), quad(95, spaced[4] + 8)) == [(100, spaced[-1] + LETTER)]


def test_what_is_further_away_stays_outside() -> None:
    """A page number two heights of the type away is not added."""
    far = END + 2 * HIGH
    assert extents(strip_of(*WORD, far), quad(95, END + 5)) == [(100, END)]


def test_the_letters_of_another_box_stay_with_it() -> None:
    """Two boxes on one word share its letters: none is found twice."""
    found = extents(strip_of(*WORD), quad(95, WORD[4] - 4), quad(WORD[4] - 4, END + 5))
    assert found == [(100, WORD[3] + LETTER), (WORD[4], END)]


def test_a_rule_beside_the_word_is_not_a_letter() -> None:
    """A stroke from the top to the bottom of the box is the edge of the paper, or a rule."""
    strip = strip_of(*WORD)
    strip[:, END + 8 : END + 12] = 20
    assert extents(strip, quad(95, WORD[5] + 8)) == [(100, END)]


class _Clerk:
    """Reads one text, whatever it is shown."""

    def __init__(self, text: str) -> None:
        self.text = text

    def find(self, image: Grey) -> Quads:
        raise AssertionError(image.shape)

    def read(self, crop: Grey) -> Reading:
        assert crop.size
        return Reading(self.text, 1.0)


@pytest.mark.parametrize("before", [True, False])
def test_a_page_number_is_separated_at_its_own_gap(before: bool) -> None:
    """In letterspaced type a gap between words may be wider than that beside the number."""
    words = [100, 122, 144, 186, 208, 230]
    title_end = 230 + LETTER
    figure = title_end + 18
    letters = [*words, figure]
    text, parts = "COM REI 4", [(100, title_end), (figure, figure + LETTER)]
    if before:
        letters = [700 - LETTER - start for start in letters]
        text = "4 COM REI"
        parts = [(700 - stop, 700 - start) for start, stop in reversed(parts)]
    line = line_of(strip_of(*letters), [quad(min(letters) - 5, max(letters) + LETTER + 5)])
    pieces = read_line(strip_of(*letters), line, _Clerk(text)).pieces
    assert [(piece.box.x, piece.right) for piece in pieces] == parts
