"""Colours, fonts and file formats shared by all figures; the same figure gives the same file."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Okabe and Ito's palette: distinguishable with every kind of colour vision.
INK, BLUE, VERMILION, GREEN = "#1b1b1b", "#0072b2", "#d55e00", "#009e73"
GREY, PALE = "#6b6b6b", "#dddddd"

_STYLE: dict[Any, object] = {
    "font.family": "serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.6,
    "xtick.color": INK,
    "ytick.color": INK,
    "svg.fonttype": "none",  # text stays text: searchable and readable by screen readers
    "svg.hashsalt": "formework",
    "pdf.fonttype": 42,
}
# Without dates, so that the same figure gives the same file.
_UNDATED: Mapping[str, dict[str, None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}


def draw_figure(
    size: tuple[float, float], draw: Callable[[Figure], None], kinds: tuple[str, ...]
) -> dict[str, bytes]:
    """Draw a figure, its size in inches, and return the file of each kind: svg, png or pdf."""
    with mpl.rc_context():
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        return {kind: _saved(figure, kind) for kind in kinds}


def _saved(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=150, metadata=_UNDATED[kind])
    return buffer.getvalue()
