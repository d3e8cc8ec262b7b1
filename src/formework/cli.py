"""The command line: one thin command a stage. Exit 0 done, 1 the work failed, 2 wrong input."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from formework import __version__
from formework.errors import FormeworkError, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

# Every other import stands inside its command: `formework --help` must not wait for them.


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="formework", message="%(prog)s %(version)s")
def cli() -> None:
    """Read how a hand-press book was printed from its running titles."""


@cli.command(short_help="What a collation formula says: gatherings, leaves, sheet sides.")
@click.argument("formula")
@click.option("--format", "book_format", help="quarto, 4°, 8vo …; else the formula's own.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def collate(formula: str, book_format: str | None, as_json: bool) -> None:
    """Read a collation FORMULA: gatherings, leaves, pages, sheet sides.

    With - formulas are read from standard input, one a line, and answered by
    one JSON object a line.

    \b
    Example:
      formework collate "4°: A-F^4"
      formework collate - < formulas.txt
    """
    from formework.book import summary
    from formework.book.collation import read_collation
    from formework.book.model import Format

    given = Format.read(book_format) if book_format else None
    if formula == "-":
        for line in sys.stdin.buffer:
            text = line.decode("utf-8", errors="replace").strip("\r\n")
            _say_json(summary.summarise_line(text, given))
        return
    collation = read_collation(formula)
    if as_json:
        _say_json(summary.summarise(collation, given))
    else:
        click.echo(summary.describe(collation, given))


@cli.command(short_help="Make a book folder from scans.")
@click.argument("source")
@click.argument("book", required=False, type=click.Path(path_type=Path))
@click.option("--format", "book_format", help="quarto, 4°, 8vo …")
@click.option("--collation", "formula", help='The collation formula: "A-F^4".')
@click.option("--first", default="", help="Signature of the first image: A1r.")
@click.option("--allow-private", is_flag=True, help="Fetch from private addresses too.")
@click.option("--most-gb", default=20, help="Fetch at most this much.", show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def init(
    source: str,
    book: Path | None,
    book_format: str | None,
    formula: str | None,
    first: str,
    allow_private: bool,
    most_gb: int,
    as_json: bool,
) -> None:
    """Make the folder BOOK from the scans in SOURCE, and list what does not fit the formula.

    SOURCE is a folder of images, a PDF, a many-page TIFF, or a IIIF manifest
    (a file or an address).

    \b
    Example:
      formework init scans/ lear --format quarto --collation "A-F^4"
      formework init lear.pdf lear --format quarto --collation "A-F^4"
    """
    from formework.book import founding, summary
    from formework.book.declaration import declare
    from formework.scans.download import Permission
    from formework.scans.progress import shown
    from formework.scans.sources import collect, root_for, seen_as

    root = book or root_for(source)
    declaration = declare(book_format=book_format, formula=formula, first=first)
    with shown() as report:
        permission = Permission(allow_private, most_gb * 2**30)
        scans = collect(source, root / "pages", permission, report)
    assignment = founding.found_book(scans, root, seen_as(scans, declaration))
    if as_json:
        _say_json(summary.summarise_assignment(root, assignment))
    else:
        click.echo(summary.describe_assignment(root, assignment))


@cli.command(short_help="Locate the running titles.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--from", "source", help="Import them instead: alto:DIR or page:DIR.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def titles(book: Path, source: str | None, as_json: bool) -> None:
    """Locate the running titles of BOOK: titles.csv, and titles.html to check them by eye.

    BOOK may be a bare folder of images. Rows of titles.csv with origin
    corrected or imported are kept.

    \b
    Example:
      formework titles lear
      formework titles lear --from alto:lear/alto
    """
    from formework.book.folder import open_book
    from formework.scans.contact_sheet import write_contact_sheet
    from formework.scans.progress import shown
    from formework.scans.summary import describe_titles, summarise_titles
    from formework.scans.titles import find_titles, import_titles

    opened = open_book(book)
    with shown() as report:
        outcome = import_titles(opened, source) if source else find_titles(opened, report)
    if outcome.changed:
        write_contact_sheet(opened, outcome)
    if as_json:
        _say_json(summarise_titles(opened, outcome))
    else:
        click.echo(describe_titles(opened, outcome))
    if outcome.failed and not outcome.titles:
        sys.exit(1)


@cli.command(short_help="Print a simulated book whose skeletons are known.")
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

    from formework.simulate import folder, order

    book = order.order_book(
        shape or name, difficulty=difficulty, view=view, universe=universe, turned=turned, seed=seed
    )
    count = folder.count_images(book, cut=cut)
    images = folder.write_book(book, out, name=name if shape else book.shape.title, cut=cut)
    for _ in track(images, "printing", total=count, console=Console(stderr=True)):
        pass
    if as_json:
        _say_json({"book": str(out), "images": count, "sheet_sides": len(book.sides)})
    else:
        click.echo(f"{out}: {count} images, {len(book.sides)} sheet sides; truth in truth.csv")


@cli.command(short_help="Score skeletons against a truth.")
@click.argument("book", type=click.Path(path_type=Path))
@click.argument("truth", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def score(book: Path, truth: Path, as_json: bool) -> None:
    """Score the skeletons of BOOK against the file TRUTH (columns signature, skeleton).

    \b
    Example:
      formework score lear lear/truth.csv
    """
    from formework.scorecard import score_book

    card = score_book(book, truth)
    if as_json:
        _say_json(card.as_json())
    else:
        click.echo(card.describe())


@cli.command(short_help="Find the skeletons.")
@click.argument("book", type=click.Path(path_type=Path))
@click.option("--kernel", default="lev", show_default=True, help="How titles are compared: lev.")
@click.option("--skeletons", type=int, help="Their number, if known; else it is estimated.")
@click.option(
    "--count",
    "estimator",
    default="dirichlet",
    show_default=True,
    help="How it is estimated: dirichlet or eigengap.",
)
@click.option(
    "--unit",
    default="sheet-sides",
    show_default=True,
    help="What is clustered: sheet-sides, recto or pages.",
)
@click.option("--turned", is_flag=True, help="Compare chases turned round, too.")
@click.option("--seed", default=0, show_default=True, help="Where k-means begins.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def cluster(
    book: Path,
    kernel: str,
    skeletons: int | None,
    estimator: str,
    unit: str,
    turned: bool,
    seed: int,
    as_json: bool,
) -> None:
    """Find the skeletons of BOOK: skeletons.csv, recurrence.csv, distances.npz.

    Running titles not located yet are located first.

    \b
    Example:
      formework cluster lear --skeletons 4
    """
    from formework import pipeline
    from formework.book.folder import open_book
    from formework.kernels.titles import kernel_named
    from formework.skeletons.paper import PaperSettings
    from formework.skeletons.results import describe_clustering, summarise_clustering

    settings = PaperSettings.read(kernel_named(kernel), turned=turned, estimator=estimator)
    found = pipeline.cluster(
        open_book(book), kernel=kernel, skeletons=skeletons, unit=unit, seed=seed, settings=settings
    )
    if as_json:
        _say_json(summarise_clustering(found))
    else:
        click.echo(describe_clustering(found))


@cli.command(short_help="The paper's table on simulated books.")
@click.option("--kernel", default="lev", show_default=True, help="How titles are compared: lev.")
@click.option("--difficulty", default="normal", show_default=True, help="normal, hard or stress.")
@click.option("--view", default="scan", show_default=True, help="scan or microfilm.")
@click.option("--universe", default="development", show_default=True, help="Words and founts.")
@click.option("--seed", default=0, show_default=True, help="Another seed, other books.")
@click.option("--out", type=click.Path(path_type=Path), help="Write bench.md and bench.csv there.")
@click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
def bench(
    kernel: str,
    difficulty: str,
    view: str,
    universe: str,
    seed: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Run the paper's Table 2 on simulated books of the same shapes.

    \b
    Example:
      formework bench --kernel lev --out results
    """
    from dataclasses import asdict

    from formework.bench.suite import Plan, run_suite
    from formework.bench.table import describe_suite, write_suite

    plan = Plan(kernel, difficulty, view, universe, seed)
    cells = list(run_suite(plan))
    if out:
        write_suite(out, plan, cells)
    if as_json:
        _say_json([asdict(cell) for cell in cells])
    else:
        click.echo(describe_suite(plan, cells))


@cli.command(short_help="A simulated book from scans to skeletons, beside the truth.")
@click.argument("folder", default="formework-demo", type=click.Path(path_type=Path))
def demo(folder: Path) -> None:
    """Print a simulated quarto into FOLDER and find its skeletons, with no input and no network.

    \b
    Example:
      formework demo lear
    """
    from formework.demo import run_demo
    from formework.scans.progress import shown

    with shown() as report:
        lines = list(run_demo(folder, report))
    click.echo("\n".join(lines))


def _say_json(answer: object) -> None:
    click.echo(json.dumps(answer, ensure_ascii=False))


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line; every failure is two lines on standard error."""
    try:
        cli.main(args=arguments, prog_name="formework", standalone_mode=False)
    except FormeworkError as error:
        _fail(error.message, error.hint, 2 if isinstance(error, InputError) else 1)
    except click.UsageError as error:
        path = error.ctx.command_path if error.ctx else "formework"
        _fail(error.format_message(), f"{path} --help", 2)
    except click.ClickException as error:
        _fail(error.format_message(), "formework --help", 2)
    except (KeyboardInterrupt, click.Abort):
        _fail("stopped", "run the same command again to go on", 1)
    except BrokenPipeError:
        # The reader of our output went away: nothing is left to say, nor a place to say it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except Exception as error:
        if os.environ.get("FORMEWORK_TRACEBACK"):
            raise
        _fail(
            f"{type(error).__name__}: {error}",
            "this is a fault of the program: set FORMEWORK_TRACEBACK=1 and report what it prints",
            1,
        )


def _fail(message: str, hint: str, code: int) -> None:
    one_line = " ".join(message.split())
    click.echo(f"error: {one_line}", err=True)
    click.echo(f"hint: {' '.join(hint.split())}", err=True)
    sys.exit(code)
