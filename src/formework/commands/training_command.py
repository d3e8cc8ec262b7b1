"""The command that trains a neural kernel: train."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json
from formework.commands.shared_options import json_option, seed_option


@click.command(short_help="Train a neural kernel.")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--network", default="two-tower", show_default=True,
              metavar="two-tower|micro|tiny|b16", help="Network to train.")  # fmt: skip
@click.option("--pairs", metavar="press|wide|paper",
              help="Source of pairs: simulated books (press; default for two-tower), simulated "
              "books with photographs and a wide range of noise (wide), or distorted type as in "
              "the paper (paper; default for the other networks).")  # fmt: skip
@click.option("--loss", default="contrastive", show_default=True, metavar="contrastive|triplet",
              help="Loss function.")  # fmt: skip
@click.option("--stacking", default="paper", show_default=True,
              metavar="paper|registered|overlaid",
              help="How the two titles of a pair share one image (transformers).")  # fmt: skip
@click.option("--weights", type=click.Path(path_type=Path),
              help="Initial weights: a checkpoint with torchvision's parameter names, or for "
                   "two-tower the folder of an earlier run.")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), help="Maximum number of steps.")
@click.option("--quick", is_flag=True, help="Train on a few hundred pairs only, as a test.")
@seed_option
@json_option
def train(
    out: Path,
    network: str,
    pairs: str | None,
    loss: str,
    stacking: str,
    weights: Path | None,
    steps: int | None,
    quick: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Train a network and write its ONNX files, log.csv and curve.png into the folder OUT.

    Needs torch: pip install 'formework[training]'. If interrupted, run it again
    to resume.

    \b
    Example:
      formework train model --quick
    """
    from formework.commands.progress_bar import progress_bar
    from formework.training import require_torch

    require_torch()
    from formework.training.training_run import describe_run, make_plan, run_training

    plan = make_plan(
        network=network, pairs=pairs, loss=loss, stacking=stacking, steps=steps, quick=quick,
        seed=seed, weights=weights,
    )  # fmt: skip
    with progress_bar() as progress:
        run = run_training(plan, out, progress, weights=weights)
    if as_json:
        say_json(run.as_json())
    else:
        click.echo(describe_run(run))
