"""Many books: what each costs beside its pages, workers, memory, site, titles found again.

    python benchmarks/corpus.py startup            a run with nothing to do, and one of a tiny book
    python benchmarks/corpus.py workers            the same books with one worker and with two
    python benchmarks/corpus.py memory             the driver, with 1000 to 20 000 books
    python benchmarks/corpus.py index              the index, with 1000 to 100 000 titles
    python benchmarks/corpus.py site               the site in Chromium, 200 to 20 000 books
    python benchmarks/corpus.py found LIBRARY OUT  titles found again, against shared.csv

Books and vectors are simulated.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from formework import __version__
from formework.corpus.book_order import Limits
from formework.corpus.corpus_run import CorpusRun, open_corpus
from formework.corpus.journal import Attempt, Status
from formework.corpus.ledger import Shard
from formework.simulate.simulated_library import SHARED, write_library

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from formework.corpus.book_order import BookOrder

SEED = 5


def say(text: str) -> None:
    """Print one line at once."""
    print(text, flush=True)


def measure_startup(folder: Path) -> None:
    """Processor seconds of a tiny book, and of a second run that finds nothing to do."""
    for _ in write_library(folder, 1, seed=SEED):
        pass
    book = folder / "book-0001"
    commands = {
        "formework --version": ["--version"],
        "formework run, tiny book": ["run", str(book)],
        "formework run, nothing to do": ["run", str(book)],
    }
    say("| command | CPU s (median of 3) | least | most |\n|---|---|---|---|")
    for name, arguments in commands.items():
        used = []
        for _ in range(3):
            if "tiny" in name:
                shutil.rmtree(book / ".formework", ignore_errors=True)
                for result in ("skeletons.csv", "account.md"):
                    (book / result).unlink(missing_ok=True)
            used.append(_cpu_seconds([sys.executable, "-m", "formework", *arguments]))
        middle = statistics.median(used)
        say(f"| `{name}` | {middle:.2f} | {min(used):.2f} | {max(used):.2f} |")


def _cpu_seconds(command: list[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def measure_workers(folder: Path, books: int, repeats: int) -> None:
    """Wall time with two workers as a share of that with one, alternating, on the same books."""
    for _ in write_library(folder / "library", books, seed=SEED):
        pass
    say("| repeat | one worker, s | two workers, s | ratio | CPU s, one | CPU s, two |")
    say("|---|---|---|---|---|---|")
    ratios = []
    for repeat in range(repeats):
        walls, cpus = [], []
        for jobs in (1, 2) if repeat % 2 == 0 else (2, 1):
            out = folder / f"out-{repeat}-{jobs}"
            started = time.monotonic()
            # A share of 1/1 leaves out the site: only the books are measured.
            subprocess.run(
                [sys.executable, "-m", "formework", "corpus", str(folder / "library/catalogue.csv"),
                 str(out), "--jobs", str(jobs), "--shard", "1/1"],
                check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
            walls.append(time.monotonic() - started)
            lines = (out / "corpus.jsonl").read_text("utf-8").splitlines()
            cpus.append(sum(json.loads(line)["cpu_seconds"] for line in lines))
        (one, two), (cpu_one, cpu_two) = (
            (walls, cpus) if repeat % 2 == 0 else (walls[::-1], cpus[::-1])
        )
        ratios.append(two / one)
        say(f"| {repeat + 1} | {one:.1f} | {two:.1f} | {two / one:.2f} | {cpu_one:.1f} "
            f"| {cpu_two:.1f} |")  # fmt: skip
    say(f"\nratio: median {statistics.median(ratios):.2f}, {min(ratios):.2f} to {max(ratios):.2f}; "
        f"load before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")  # fmt: skip


class _Instant:
    """A runner for which every book is done at once: what is left is the driver."""

    def run(self, orders: Iterable[BookOrder]) -> Iterator[Attempt]:
        for order in orders:
            yield Attempt(order.id, Status.DONE, "", 0, 1.0, 1.0, 1)


def drive(folder: Path, books: int) -> None:
    """Drive so many books that are done at once, and print the largest memory in MB."""
    catalogue = folder / "books.csv"
    with catalogue.open("w", encoding="utf-8") as file:
        file.write("id,source,format,collation,title,printer,date\n")
        for number in range(books):
            file.write(f"b{number},scans/{number},4°,A-Z^4,Title of book {number},Okes,1608\n")
    run = CorpusRun(catalogue, folder / "out", Limits(), Shard(), only_failed=False)
    run.run(_Instant(), lambda *_: None)
    counts = open_corpus(folder / "out").counts()
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, counts.done)


def measure_memory() -> None:
    """The largest memory of the driver, in a process of its own for each number of books."""
    say("| books | largest memory of the driver, MB |\n|---|---|")
    for books in (1, 1000, 5000, 20_000):
        with tempfile.TemporaryDirectory() as folder:
            run = subprocess.run(
                [sys.executable, __file__, "drive", folder, str(books)],
                check=True, capture_output=True, text=True,
            )  # fmt: skip
        peak, done = run.stdout.split()
        assert int(done) == books  # noqa: S101
        say(f"| {books} | {float(peak):.1f} |")


def simulate_vectors(
    titles: int, letters: int, seed: int
) -> tuple[np.ndarray, np.ndarray, list[str]]:  # type: ignore[type-arg]
    """Places of letters in titles of books of eight titles each, spaced as compositors do.

    Each tenth title is also in the next book.
    """
    draw = np.random.default_rng(seed)
    usual = np.cumsum(draw.uniform(0.4, 0.9, letters))
    scraps = draw.choice((0.0, 0.0, 0.03, 0.06, 0.12), (titles, letters))
    scraps[1::10] = scraps[:-1:10][: len(scraps[1::10])]
    places = usual + np.cumsum(scraps, axis=1) + draw.normal(0, 0.004, (titles, letters))
    return (
        places,
        np.full(places.shape, 0.003),
        [f"b{number % (titles // 8)}" for number in range(titles)],
    )


def measure_index() -> None:
    """Seconds of the index, all titles in one block: the worst case."""
    from formework.corpus.found_again.spacing_index import near_pairs

    say("| titles in one block | CPU s | µs per title and log2 n | candidates per title "
        "| planted pairs among them |")  # fmt: skip
    say("|---|---|---|---|---|")
    sizes, seconds = [], []
    for titles in (1000, 3000, 10_000, 30_000, 100_000):
        used, candidates, recall = [], 0.0, 0.0
        for seed in range(3):
            places, scatter, books = simulate_vectors(titles, 14, seed)
            started = time.process_time()
            pairs, _ = near_pairs(places, scatter, books)
            used.append(time.process_time() - started)
            planted = np.arange(0, titles - 1, 10)
            found = np.isin(planted * titles + planted + 1, pairs[:, 0] * titles + pairs[:, 1])
            candidates, recall = len(pairs) / titles, float(found.mean())
        middle = statistics.median(used)
        sizes.append(titles)
        seconds.append(middle)
        unit = 1e6 * middle / (titles * np.log2(titles))
        say(f"| {titles} | {middle:.2f} | {unit:.2f} | {candidates:.2f} | {recall:.3f} |")
    slope = np.polyfit(np.log(sizes), np.log(seconds), 1)[0]
    steps = np.polyfit(np.log(sizes), np.log(np.array(sizes) * np.log2(sizes)), 1)[0]
    say(f"\ngrowth: n to the power {slope:.2f}; n log n would be {steps:.2f} over this range")


def measure_site() -> None:
    """Milliseconds until Chromium has drawn the first books of the site."""
    from formework.corpus.book_summary import summarise_book
    from formework.corpus.catalogue import CatalogueBook
    from formework.corpus.site import open_site
    from formework.result import PageResult

    draw = np.random.default_rng(SEED)
    numerals = ("I", "II", "III", "IV", "V")
    done = Attempt("b", Status.DONE, "", 0, 1.0, 1.0, 1)
    say("| books | size, MB | until drawn, ms (3 runs) |\n|---|---|---|")
    for books in (200, 2000, 20_000):
        with tempfile.TemporaryDirectory() as name:
            out = Path(name)
            with open_site(out) as site:
                for number in range(books):
                    sides = [f"{chr(65 + n // 2)}({'oi'[n % 2]})" for n in range(24)]
                    pages = [
                        PageResult(f"A{n}r", side, 1, "1", numerals[int(draw.integers(5))], 1, "",
                                   None, 0.9)
                        for n, side in enumerate(sides)
                    ]  # fmt: skip
                    described = {"title": f"Book {number}", "printer": f"Printer {number % 50}",
                                 "date": str(1590 + number % 60)}  # fmt: skip
                    book = CatalogueBook(f"b{number}", "", "quarto", "A-M^4", described, 2)
                    site.add(book, done, summarise_book(pages), 0)
            page = out / "index.html"
            times = [str(_drawn_after(page)) for _ in range(3)]
            say(f"| {books} | {page.stat().st_size / 1e6:.1f} | {', '.join(times)} |")


def _drawn_after(page: Path) -> int:
    """Milliseconds from the start of loading until the first books are drawn and laid out."""
    probe = (
        "<script>document.body.getBoundingClientRect(); "
        "document.title = `drawn ${Math.round(performance.now())}`;</script></body>"
    )
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text("utf-8"))
    copy = page.with_name("timed.html")
    copy.write_text(text.replace("</body>", probe), encoding="utf-8")
    with tempfile.TemporaryDirectory() as profile:
        run = subprocess.run(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-background-networking", f"--user-data-dir={profile}", "--timeout=30000",
             "--dump-dom", copy.as_uri()],
            check=True, capture_output=True, text=True, timeout=180,
        )  # fmt: skip
    found = re.search(r"drawn (\d+)", run.stdout)
    return int(found[1]) if found else -1


def score_found(library: Path, out: Path) -> None:
    """Precision and recall of titles found again, by the numerals of truth.csv."""
    failed = {
        book.id for book, attempt in open_corpus(out).entries()
        if attempt is None or attempt.status is not Status.DONE
    }  # fmt: skip
    with (library / SHARED).open(encoding="utf-8") as file:
        planted = {tuple(row.values()) for row in csv.DictReader(file)}
    planted = {row for row in planted if not {row[0], row[2]} & failed}
    with (out / "tables" / "found_again.csv").open(encoding="utf-8") as file:
        found = [
            ((row["book"], row["title"]), (row["other_book"], row["other_title"]))
            for row in csv.DictReader(file)
        ]
    named = {
        (*one, *other)
        for pair in found
        for one, other in [sorted((book, _true_title(library, out, book, numeral))
                                  for book, numeral in pair)]
    }  # fmt: skip
    right = named & planted
    say(f"{len(found)} titles found again, {len(planted)} planted: precision "
        f"{len(right) / len(named):.3f}, recall {len(right) / len(planted):.3f}")  # fmt: skip


def _true_title(library: Path, out: Path, book: str, numeral: str) -> str:
    """The true number of the title that most pages of a numeral have."""
    with (library / book / "truth.csv").open(encoding="utf-8") as file:
        truth = {row["signature"]: row["title"] for row in csv.DictReader(file)}
    with (out / book / "skeletons.csv").open(encoding="utf-8") as file:
        pages = [row["signature"] for row in csv.DictReader(file) if row["title"] == numeral]
    return Counter(truth[page] for page in pages).most_common(1)[0][0]


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "what", choices=("startup", "workers", "memory", "index", "site", "found", "drive")
    )
    parser.add_argument("rest", nargs="*")
    parser.add_argument("--books", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=4)
    asked = parser.parse_args()
    if asked.what == "drive":
        drive(Path(asked.rest[0]), int(asked.rest[1]))
        return
    say(f"Formework {__version__}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"seed {SEED}; {asked.what}\n")  # fmt: skip
    with tempfile.TemporaryDirectory() as name:
        match asked.what:
            case "startup":
                measure_startup(Path(name))
            case "workers":
                measure_workers(Path(name), asked.books, asked.repeats)
            case "memory":
                measure_memory()
            case "index":
                measure_index()
            case "site":
                measure_site()
            case "found":
                score_found(Path(asked.rest[0]), Path(asked.rest[1]))


if __name__ == "__main__":
    main()
