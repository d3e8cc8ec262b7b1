"""What all figures have in common: colours, fonts, and files that come out the same each time."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import matplotlib as mpl
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# Okabe and Ito's colours, told apart by all kinds of sight.
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
    "svg.fonttype": "none",  # text stays text: to be searched, copied and read aloud
    "svg.hashsalt": "formework",
    "pdf.fonttype": 42,
}
# A date would make every run another file.
_UNDATED: Mapping[str, dict[str, None]] = {
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
    "png": {"Software": None},
}


def draw_figure(
    size: tuple[float, float], draw: Callable[[Figure], None], kinds: tuple[str, ...]
) -> dict[str, bytes]:
    """Draw a figure of a size in inches, and return it as svg, png or pdf, by kind."""
    with mpl.rc_context():
        mpl.rcParams.update(_STYLE)
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        return {kind: _saved(figure, kind) for kind in kinds}


def _saved(figure: Figure, kind: str) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format=kind, dpi=150, metadata=_UNDATED[kind])
    return buffer.getvalue()
