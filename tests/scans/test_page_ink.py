"""Ink, bands and runs, against slow and plain ways to say the same."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from formework.book.model import Box
from formework.scans.crops import cut_out, line_angle
from formework.scans.page_ink import ink_mask, main_band, runs
from tests.scans.press import font, pixels


@given(st.lists(st.booleans(), max_size=60), st.integers(1, 6))
def test_runs_agree_with_counting_by_hand(bits: list[bool], join: int) -> None:
    """Runs cover what is true, never reach over a gap of `join`, and bridge every smaller one."""
    spans = runs(np.array(bits, dtype=bool), join=join)
    covered = [any(a <= i < b for a, b in spans) for i in range(len(bits))]
    assert all(cover for cover, bit in zip(covered, bits, strict=True) if bit)
    assert all(bits[a] and bits[b - 1] for a, b in spans)
    assert all(b[0] - a[1] >= join for a, b in itertools.pairwise(spans))
    for a, b in spans:
        inside = "".join("x" if bit else "." for bit in bits[a:b])
        assert "." * join not in inside


def test_shading_is_no_ink() -> None:
    """Type is ink, the shadow of the gutter is paper."""
    shaded = np.tile(np.linspace(90, 240, 400), (100, 1)).astype(np.uint8)
    shaded[40:60, 195:200] = 10
    mask = ink_mask(shaded, reach=30)
    assert mask[45:55, 196:199].all()
    assert mask.sum() < 200


def test_the_band_is_the_line_meant_not_the_dark_edge() -> None:
    """A dark edge at the border of a box does not win over the line in its middle."""
    mask = np.zeros((40, 200), dtype=bool)
    mask[:3] = True
    mask[14:28, ::3] = True
    assert main_band(mask) == (14, 28)


@pytest.mark.parametrize("angle", [-2.0, -0.7, 0.0, 1.3, 2.5])
def test_rotation_is_measured_and_undone(angle: float) -> None:
    """A title turned by a known angle comes out level."""
    image = Image.new("L", (900, 220), 240)
    draw = ImageDraw.Draw(image)
    draw.text((450, 120), "DE LA GAVLE FRANCOISE", font=font(44), fill=20, anchor="ms")
    turn = cv2.getRotationMatrix2D((450, 110), -angle, 1.0)
    turned = cv2.warpAffine(pixels(image), turn, (900, 220), borderValue=(240,))
    grey = np.asarray(turned, dtype=np.uint8)
    assert line_angle(grey[50:170]) == pytest.approx(angle, abs=0.25)
    level = cut_out(grey, Box(150, 60, 600, 100))
    assert level.shape == (100, 600)
    assert line_angle(level) == pytest.approx(0.0, abs=0.3)
