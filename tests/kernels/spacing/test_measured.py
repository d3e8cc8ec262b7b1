"""What is compared of a title, and what is not."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest

from formework.kernels.spacing.text_reading import read_titles
from tests.kernels.spacing.settings import set_text


@pytest.mark.parametrize(
    ("readings", "changing"),
    [
        (("The Hiſtory 4", "The Hiſtory 7"), [10]),
        (("The Hiſtory 4",), []),
        (("The Hiſtory II", "The Hiſtory IV"), [10, 11]),
        (("The Hiſtory of",), []),
    ],
)
def test_a_number_that_changes_does_not_count(
    readings: tuple[str, ...], changing: list[int]
) -> None:
    """Numbers that look alike are found everywhere, but are not part of what stays the same."""
    images = set_text("king-lear", "v").images
    texts = [text for text, _ in zip(cycle(readings), images, strict=False)]
    found = read_titles(images, texts=texts).measured.found
    assert np.flatnonzero(found.changing).tolist() == changing
