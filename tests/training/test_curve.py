"""The learning curve as an image."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

pytest.importorskip("torch", reason="the extra `training` is not installed: make test-all")

import numpy as np
from PIL import Image

from formework.training.checkpoint import Check
from formework.training.curve import draw_curve

if TYPE_CHECKING:
    from pathlib import Path


def test_the_curve_shows_the_checks(tmp_path: Path) -> None:
    """The image has two panels, and other checks give another image."""
    checks = [Check(step, 1.0 / step, 1.2 / step, 1 - 0.4 / step) for step in (1, 2, 3)]
    draw_curve(checks, tmp_path / "three.png")
    draw_curve(checks[:2], tmp_path / "two.png")
    three, two = (np.asarray(Image.open(tmp_path / f"{name}.png")) for name in ("three", "two"))
    assert three.shape[1] > 2 * three.shape[0]
    assert three.shape == two.shape
    assert not np.array_equal(three, two)
