"""The command that trains the neural kernel."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json


@click.command(short_help="Train the neural kernel.")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--network", default="two-tower", show_default=True,
              help="two-tower, micro, tiny or b16.")  # fmt: skip
@click.option("--pairs", help="press or paper; else press for two-tower, paper for the others.")
@click.option("--loss", default="contrastive", show_default=True, help="contrastive or triplet.")
@click.option("--stacking", default="paper", show_default=True,
              help="How a transformer sees a pair: paper, registered or overlaid.")  # fmt: skip
@click.option("--weights", type=click.Path(path_type=Path),
              help="Begin from a checkpoint of torchvision's names.")  # fmt: skip
@click.option("--steps", type=click.IntRange(min=1), help="How many, at most.")
@click.option("--quick", is_flag=True, help="A few hundred pairs, to see that all works.")
@click.option("--seed", default=0, show_default=True, help="Another seed, other weights.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
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
    """Train a network into the folder OUT: its ONNX files, log.csv and curve.png.

    Needs torch: pip install 'formework[training]'. A training that was stopped
    goes on where it was when the same command is given again.

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
