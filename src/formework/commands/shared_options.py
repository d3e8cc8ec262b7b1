"""Arguments and options that several commands have, each declared once."""

from __future__ import annotations

from pathlib import Path

import click

from formework.settings import KernelName

book_argument = click.argument("book", type=click.Path(path_type=Path))
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
truth_option = click.option(
    "--truth",
    type=click.Path(path_type=Path),
    help="File with columns signature and skeleton: plot the known skeletons for comparison.",
)
skeletons_option = click.option(
    "--skeletons", type=click.IntRange(1), help="Number of skeletons, if known; else estimated."
)
seed_option = click.option("--seed", default=0, show_default=True, help="Random seed.")
kernel_option = click.option(
    "--kernel",
    default=KernelName.SPACING.value,
    show_default=True,
    metavar="|".join(KernelName),
    help="How to compare two titles. The evidence system: spacing, vit. The paper's system: lev, "
    "vit-paper.",
)
difficulty_option = click.option(
    "--difficulty",
    default="normal",
    show_default=True,
    metavar="normal|hard|stress",
    help="How similar the settings and how uneven the impressions are.",
)
view_option = click.option(
    "--view",
    default="scan",
    show_default=True,
    metavar="scan|microfilm",
    help="How the pages are photographed.",
)
universe_option = click.option(
    "--universe",
    default="development",
    show_default=True,
    metavar="development|first-test|second-test",
    help="Which words and founts the books use.",
)
