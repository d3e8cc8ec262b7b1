"""Figures as files: sizes, kinds, and nothing that changes from run to run."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import matplotlib as mpl
import pytest
from PIL import Image

from formework.report.figures import draw_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def draw(figure: Figure) -> None:
    """A curve with a label."""
    axes = figure.subplots()
    axes.plot([0, 1], [0, 1])
    axes.set_xlabel("gatherings")


def test_a_figure_has_the_size_and_kinds_asked_for() -> None:
    """Inches become pixels at 150 dpi; text in SVG stays text."""
    files = draw_figure((4.0, 2.0), draw, ("png", "svg", "pdf"))
    assert Image.open(io.BytesIO(files["png"])).size == (600, 300)
    assert b">gatherings</text>" in files["svg"]
    assert files["pdf"].startswith(b"%PDF")


@pytest.mark.parametrize("kind", ["svg", "png", "pdf"])
def test_the_same_figure_gives_the_same_file(kind: str) -> None:
    """Files carry no date and no random names."""
    once, twice = (draw_figure((2.0, 2.0), draw, (kind,))[kind] for _ in range(2))
    assert once == twice


def test_the_user_s_own_settings_of_matplotlib_are_left_alone() -> None:
    """The style of the report does not leak into other figures of the process."""
    before = dict(mpl.rcParams)
    draw_figure((2.0, 2.0), draw, ("png",))
    assert dict(mpl.rcParams) == before
