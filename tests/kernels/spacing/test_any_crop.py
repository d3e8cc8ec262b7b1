"""No crop whatever makes the reading fail: at worst it is not a title of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formework.kernels.spacing.text_reading import read_titles
from tests.kernels.spacing.settings import set_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEW = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)


@st.composite
def crops(draw: st.DrawFn) -> NDArray[np.uint8]:
    """A crop as damage may leave it: any size, noise, blank, blots, a title spoilt."""
    kind = draw(st.sampled_from(["noise", "blank", "blots", "title", "other text"]))
    random = np.random.default_rng(draw(st.integers(0, 2**16)))
    if kind in ("title", "other text"):
        image = set_text("mayor", "v" if kind == "title" else "r").images[draw(st.integers(0, 8))]
        return _spoil(image, draw(st.sampled_from(["turned", "cut", "tiny", "inverted", "none"])))
    height, width = draw(st.integers(1, 90)), draw(st.integers(1, 500))
    if kind == "noise":
        return random.integers(0, 256, (height, width)).astype(np.uint8)
    image = np.full((height, width), draw(st.integers(0, 255)), np.uint8)
    if kind == "blots":
        for _ in range(draw(st.integers(1, 5))):
            centre = (int(random.integers(width)), int(random.integers(height)))
            cv2.circle(image, centre, int(random.integers(1, 30)), 10, -1)
    return image


def _spoil(image: NDArray[np.uint8], how: str) -> NDArray[np.uint8]:
    if how == "turned":
        return np.ascontiguousarray(image[::-1, ::-1])
    if how == "cut":
        return np.ascontiguousarray(image[:, : image.shape[1] // 4])
    if how == "tiny":
        return np.asarray(cv2.resize(image, None, fx=0.1, fy=0.1), np.uint8)
    return 255 - image if how == "inverted" else image


@FEW
@given(st.lists(crops(), min_size=1, max_size=4), st.sampled_from(["", "The Mayor of", "M", "."]))
def test_any_crops_are_read(images: list[NDArray[np.uint8]], text: str) -> None:
    """Whatever the crops and the text, the evidence is a table of numbers or nothing."""
    reading = read_titles(images, texts=[text] * len(images), rectos=[True] * len(images))
    assert reading.log_odds.shape == (len(images), len(images))
    assert not np.isinf(reading.log_odds).any()
    for title in range(len(images)):
        assert min(reading.cut_off(title)) >= 0
    reading.compare(0, len(images) - 1)


@FEW
@given(crops())
def test_one_crop_never_takes_the_others_with_it(image: NDArray[np.uint8]) -> None:
    """Beside any crop the titles of a text are still told apart."""
    text = set_text("mayor", "v")
    few = list(text.images[:8])
    odds = read_titles([*few, image], texts=["The Mayor of"] * 9).log_odds
    assert not np.isnan(odds[:8, :8]).any()


@pytest.mark.parametrize("cut", [0.15, 0.3])
def test_a_title_cut_short_keeps_its_letters_in_place(cut: float) -> None:
    """Letters cut off are not found, the others stay, and the crop is told to be too narrow."""
    text = set_text("mayor", "v")
    images = list(text.images)
    kept = round(images[3].shape[1] * (1 - cut))
    images[3] = np.ascontiguousarray(images[3][:, :kept])
    whole = read_titles(text.images, texts=["The Mayor of"] * len(images))
    short = read_titles(images, texts=["The Mayor of"] * len(images))
    there = short.shown(3)
    assert there[:6].all()
    assert not there[-1]
    apart = short.placed(3)[:6] - whole.placed(3)[:6]
    assert np.ptp(apart) < 3
    left, right = short.cut_off(3)
    assert left < 0.1 * kept
    assert 0 < right < 1.3 * cut * text.images[3].shape[1]
