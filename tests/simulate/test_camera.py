"""The projection from paper to scan."""

from __future__ import annotations

import numpy as np
import pytest

from formework.book.model import Face, Format
from formework.simulate.camera import BORDER, Camera, draw_camera
from formework.simulate.printed_page import LAYOUTS

LAYOUT = LAYOUTS[Format.QUARTO]


def flat(**changed: float) -> Camera:
    """A camera above a flat, straight leaf."""
    shape = {"skew": 0.0, "scale": 1.0, "bow": 0.0, **changed}
    bends = {"curl": (0.0, 0.0), "wave": (0.0, 50.0, 0.0), "fold": None}
    return Camera(LAYOUT, Face.RECTO, 254, **shape, **bends)  # type: ignore[arg-type]


def test_a_flat_leaf_is_scaled_and_framed() -> None:
    """At 254 dpi a millimetre is ten pixels, and the border surrounds the leaf."""
    camera = flat()
    x, y = camera.project(np.array([0.0, LAYOUT.width]), np.array([0.0, LAYOUT.height]))
    assert x == pytest.approx([10 * BORDER, 10 * (BORDER + LAYOUT.width)])
    assert y == pytest.approx([10 * BORDER, 10 * (BORDER + LAYOUT.height)])
    assert camera.height_on_paper(round(y[1])) == pytest.approx(LAYOUT.height)


def test_skew_turns_a_line_about_the_middle() -> None:
    """One degree of skew raises one end of a line as much as it lowers the other."""
    _, y = flat(skew=1.0).project(np.array([0.0, LAYOUT.width]), np.full(2, LAYOUT.height / 2))
    assert y[1] - y[0] == pytest.approx(10 * LAYOUT.width * np.sin(np.deg2rad(1)))


def test_roughness_bends_the_leaf() -> None:
    """Without roughness a drawn leaf is flat; with it, curl and bow grow in proportion."""
    smooth, rough, rougher = (
        draw_camera(3, "B1r", LAYOUT, Face.RECTO, dpi=300, roughness=roughness)
        for roughness in (0.0, 1.0, 2.0)
    )
    assert (smooth.bow, *smooth.curl) == (0.0, 0.0, 0.0)
    assert rougher.bow == pytest.approx(2 * rough.bow)
    assert rougher.curl == pytest.approx([2 * curl for curl in rough.curl])
