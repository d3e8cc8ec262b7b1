"""How to cite an analysis: the program, its settings, and the method it follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework import __version__

if TYPE_CHECKING:
    from formework.settings import Settings


def cite(heading: str, settings: Settings | None) -> str:
    """The citation of the analysis of a book; without settings, only of its running titles."""
    chosen = f" (kernel {settings.kernel}, random seed {settings.seed})" if settings else ""
    return (
        f"Formework {__version__}, analysis of the running titles of “{heading}”{chosen}. "
        "The method follows and extends N. Vogler, K. Goyal, S. V. Lemley, D. J. Schuldt, "
        "C. N. Warren, M. G’Sell and T. Berg-Kirkpatrick, “Clustering Running Titles to Understand "
        "the Printing of Early Modern Books” (ICDAR 2024). Name the copy and the scans you used."
    )
