"""The commands that make simulated books: simulate, demo."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json
from formework.commands.shared_options import (
    difficulty_option,
    json_option,
    seed_option,
    universe_option,
    view_option,
)


@click.command(short_help="Print a simulated book whose skeletons are known.")
@click.argument("name")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--shape", help="Shape of the book; default: the shape NAME.")
@difficulty_option
@view_option
@universe_option
@click.option(
    "--turned", type=click.FloatRange(0, 1), help="Share of formes printed with a turned chase."
)
@click.option("--cut", is_flag=True, help="Write only the cut-out running titles: faster.")
@seed_option
@json_option
def simulate(
    name: str,
    out: Path,
    shape: str | None,
    difficulty: str,
    view: str,
    universe: str,
    turned: float | None,
    cut: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Print a simulated book NAME into the folder OUT, with its skeletons in truth.csv.

    NAME is one of the shapes of the paper's eight books: mayor, discourse,
    parthenissa, wisdom, institution, king-lear, leviathan, paradise-lost. With
    --shape it may be any name. If interrupted, run it again to resume.

    \b
    Example:
      formework simulate king-lear lear --seed 7
    """
    from formework.commands.progress_bar import progress_bar
    from formework.simulate import named_books, simulated_folder

    book = named_books.order_book(
        shape or name, difficulty=difficulty, view=view, universe=universe, turned=turned, seed=seed
    )
    count = simulated_folder.count_images(book, cut=cut)
    images = simulated_folder.write_book(
        book, out, name=name if shape else book.shape.title, cut=cut
    )
    with progress_bar() as progress:
        for done in images:
            progress("printed", done, count)
    if as_json:
        say_json({"book": str(out), "images": count, "sheet_sides": len(book.sides)})
    else:
        click.echo(f"{out}: {count} images, {len(book.sides)} sheet sides; skeletons in truth.csv")


@click.command(short_help="Run every stage on a simulated book.")
@click.argument("folder", default="formework-demo", type=click.Path(path_type=Path))
def demo(folder: Path) -> None:
    """Print a simulated quarto into FOLDER and run every stage on it, from scans to report.

    Compares the result with the known skeletons. Needs no input and no network;
    takes one to two minutes.

    \b
    Example:
      formework demo lear
    """
    from formework.commands.progress_bar import progress_bar
    from formework.demo import run_demo

    with progress_bar() as progress:
        for line in run_demo(folder, progress):
            click.echo(line)
