"""The distances between sheet sides as an image, in book order and by skeleton."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.report.figures import PALE, draw_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure
    from numpy.typing import NDArray

    from formework.result import Result

_MAX_NAMED_UNITS = 40  # with more units, their names do not fit along the axes


def draw_matrix(result: Result) -> bytes:
    """Draw two matrices as PNG, darker for more similar: in book order, and by skeleton."""
    units = result.units
    skeletons = list(dict.fromkeys(unit.skeleton for unit in units))
    by_skeleton = sorted(
        range(len(units)), key=lambda unit: (skeletons.index(units[unit].skeleton), unit)
    )

    def draw(figure: Figure) -> None:
        for axes, order, title in zip(
            figure.subplots(1, 2),
            (list(range(len(units))), by_skeleton),
            ("in book order", "by skeleton"),
            strict=True,
        ):
            axes.set_facecolor(PALE)  # where two sides cannot be compared
            axes.imshow(_shades(result.distances)[np.ix_(order, order)], cmap="cividis")
            axes.set_title(title, fontsize=9)
            axes.spines[:].set_visible(False)
            names = [units[unit].name for unit in order]
            if len(names) <= _MAX_NAMED_UNITS:
                axes.set_xticks(range(len(names)), names, rotation=90, fontsize=6)
                axes.set_yticks(range(len(names)), names, fontsize=6)
            else:
                axes.set_xticks([])
                axes.set_yticks([])

    return draw_figure((9.0, 4.7), draw, ("png",))["png"]


def _shades(distances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks of the distances, 0 to 1, so that one outlier does not make all others black."""
    known = np.isfinite(distances)
    ranks = np.full(distances.shape, np.nan)
    values, places = np.unique(distances[known], return_inverse=True)
    ranks[known] = places / max(1, len(values) - 1)
    return ranks
