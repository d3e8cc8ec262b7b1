"""Arguments and options that several commands share, each declared once."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from formework.settings import KernelName, Unit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


def _choice(name: str, choices: Iterable[str], help_text: str) -> Callable[[Any], Any]:
    """An option whose help lists its choices; the first is the default."""
    names = list(choices)
    return click.option(
        name, default=names[0], show_default=True, metavar="|".join(names), help=help_text
    )


book_argument = click.argument("book", type=click.Path(path_type=Path))
format_option = click.option(
    "--format",
    "book_format",
    metavar="FORMAT",
    help="Format of the book: quarto, 4°, 8vo …; default: as in the formula.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
truth_option = click.option(
    "--truth",
    type=click.Path(path_type=Path),
    help="CSV file with columns signature and skeleton: known skeletons, plotted for comparison.",
)
skeletons_option = click.option(
    "--skeletons",
    type=click.IntRange(1),
    metavar="N",
    help="Number of skeletons, if known; default: estimated.",
)
seed_option = click.option("--seed", default=0, show_default=True, metavar="N", help="Random seed.")
kernel_option = _choice(
    "--kernel",
    [name.value for name in KernelName],
    "How to compare two titles. Kernels of the evidence system: spacing, vit; of the paper's "
    "system: lev, vit-paper.",
)
unit_option = _choice("--unit", [unit.value for unit in Unit], "What to cluster.")
difficulty_option = _choice(
    "--difficulty",
    ("normal", "hard", "stress"),
    "How similar the settings are, and how uneven the impressions.",
)
view_option = _choice(
    "--view", ("scan", "microfilm", "photograph"), "How the pages are photographed."
)
universe_option = _choice(
    "--universe",
    ("development", "first-test", "second-test"),
    "Which words and founts the books use.",
)
