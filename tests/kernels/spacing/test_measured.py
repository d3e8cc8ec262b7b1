"""What is compared of a title, and what is not."""

from __future__ import annotations

from itertools import cycle

import numpy as np
import pytest

from formework.kernels.spacing.text_reading import read_titles
from tests.kernels.spacing.settings import set_text

FIGURE_AT = "Quinborough.".index("b")


@pytest.mark.parametrize(("numbers", "changes"), [("47", True), ("4", False)])
def test_a_number_counts_unless_it_changes(numbers: str, changes: bool) -> None:
    """Numbers that look alike are found everywhere, but belong to the page, not to the title."""
    images = set_text("mayor", "r").images
    texts = [f"Quin{number}orough." for number, _ in zip(cycle(numbers), images, strict=False)]
    found = read_titles(images, texts=texts).measured.found
    assert found.usable[:, FIGURE_AT].mean() > 0.95
    assert np.flatnonzero(found.changing).tolist() == [FIGURE_AT] * changes
