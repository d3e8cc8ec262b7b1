"""The commands of the press: simulated books."""

from __future__ import annotations

from pathlib import Path

import click

from formework.commands import say_json


@click.command(short_help="Print a simulated book whose skeletons are known.")
@click.argument("name")
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--shape", help="One of the eight shapes, if NAME is not one of them.")
@click.option("--difficulty", default="normal", show_default=True, help="normal, hard or stress.")
@click.option("--view", default="scan", show_default=True, help="scan or microfilm.")
@click.option("--universe", default="development", show_default=True, help="Words and founts.")
@click.option("--turned", type=click.FloatRange(0, 1), help="Share of formes with chase turned.")
@click.option("--cut", is_flag=True, help="Only the running titles, cut out: fast.")
@click.option("--seed", default=0, show_default=True, help="Another seed, another book.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
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
    """Print a simulated book NAME into the folder OUT, with the truth in truth.csv.

    NAME is one of mayor, discourse, parthenissa, wisdom, institution,
    king-lear, leviathan, paradise-lost: the shapes of the paper's eight books.

    \b
    Example:
      formework simulate king-lear lear --seed 7
    """
    from rich.console import Console
    from rich.progress import track

    from formework.simulate import named_books, simulated_folder

    book = named_books.order_book(
        shape or name, difficulty=difficulty, view=view, universe=universe, turned=turned, seed=seed
    )
    count = simulated_folder.count_images(book, cut=cut)
    images = simulated_folder.write_book(
        book, out, name=name if shape else book.shape.title, cut=cut
    )
    for _ in track(images, "printing", total=count, console=Console(stderr=True)):
        pass
    if as_json:
        say_json({"book": str(out), "images": count, "sheet_sides": len(book.sides)})
    else:
        click.echo(f"{out}: {count} images, {len(book.sides)} sheet sides; truth in truth.csv")


@click.command(short_help="A simulated book from scans to report, beside the truth.")
@click.argument("folder", default="formework-demo", type=click.Path(path_type=Path))
def demo(folder: Path) -> None:
    """Print a simulated quarto into FOLDER and go from its scans to its report.

    Needs no input and no network; what was found stands beside what is true.

    \b
    Example:
      formework demo lear
    """
    from formework.commands.progress_bar import progress_bar
    from formework.demo import run_demo

    with progress_bar() as progress:
        for line in run_demo(folder, progress):
            click.echo(line)
