"""Letters left out by the compositor: found, weighed and named."""

from __future__ import annotations

import numpy as np
import pytest

from formework.kernels.spacing.line import EM, find_lines
from formework.kernels.spacing.omissions import weigh_omissions
from formework.kernels.spacing.register import Registered, register
from formework.kernels.spacing.text_reading import read_titles
from tests.kernels.spacing.settings import set_text

TEXT = "Quinborough."
LEFT_OUT = TEXT.index("b")


def without_letter(image: np.ndarray, registered: Registered, title: int) -> np.ndarray:
    """A title from which one letter was taken, and what follows moved up."""
    line = registered.lines[title]
    start, end = (
        round(float((line.to_crop @ np.array([column * EM, EM, 1.0]))[0]))
        for column in registered.places[title, [LEFT_OUT, LEFT_OUT + 1]]
    )
    paper = np.full((image.shape[0], end - start), int(np.median(image[:2])), np.uint8)
    return np.hstack([image[:, :start], image[:, end:], paper])


@pytest.fixture(scope="module")
def misprinted() -> tuple[list[np.ndarray], list[str]]:
    """The titles of a simulated book, the first two without their b."""
    images = list(set_text("mayor", "r").images)
    registered = register(find_lines(images), TEXT)
    assert "".join(letter.name for letter in registered.letters) == TEXT
    texts = [TEXT] * len(images)
    for title in (0, 1):
        images[title] = without_letter(images[title], registered, title)
        texts[title] = TEXT.replace("b", "")
    return images, texts


def test_a_letter_neither_read_nor_found_was_left_out(
    misprinted: tuple[list[np.ndarray], list[str]],
) -> None:
    """The b is missing in the two titles without it, and nothing in any other."""
    images, texts = misprinted
    omitted = register(find_lines(images), TEXT, texts).omitted
    assert np.argwhere(omitted).tolist() == [[0, LEFT_OUT], [1, LEFT_OUT]]


def test_a_letter_that_is_there_was_not_left_out() -> None:
    """Recognition may drop a letter: what is found in print is not an omission."""
    images = set_text("mayor", "r").images
    texts = [TEXT.replace("b", ""), *[TEXT] * (len(images) - 1)]
    assert not register(find_lines(images), TEXT, texts).omitted.any()


def test_the_reason_names_what_was_left_out(
    misprinted: tuple[list[np.ndarray], list[str]],
) -> None:
    """Comparing a misprinted title with a correct one gives the letter and the right title."""
    images, texts = misprinted
    reading = read_titles(images, texts=texts)
    assert reading.compare(0, 5).omitted == (frozenset({LEFT_OUT}), frozenset())
    assert reading.compare(0, 1).omitted == (frozenset({LEFT_OUT}),) * 2


def test_a_misprint_that_returns_speaks_for_one_setting() -> None:
    """Lacking a letter in both is positive, in one only negative, in neither nothing."""
    omitted = np.zeros((40, 3), dtype=bool)
    omitted[:2, 1] = True
    weight = weigh_omissions(omitted, ~omitted)
    assert weight[0, 1] > 2.5
    assert weight[0, 5] < -2.5
    assert weight[5, 6] == 0.0
    assert (weight == weight.T).all()
