"""A library with faulty books, run by a runner, killed on the way, and checked.

For many books: `python -m tests.corpus.trial FOLDER --books 200 --runner dask --kills 3`.
"""

from __future__ import annotations

import argparse
import csv
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from formework.scorecard import score_book
from formework.simulate.simulated_library import write_library
from formework.simulate.universes import UNIVERSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

TIME_LIMIT, MEMORY_LIMIT = 90, 1200  # seconds, MB: ordinary books use 5 to 30, and 200
# The files that must come out the same, whatever happened on the way.
RESULTS = ("titles.csv", "skeletons.csv", "recurrence.csv", "findings.json", "account.md",
           "staircase.svg", "report.html")  # fmt: skip


class Fault(StrEnum):
    """What can be wrong with a book."""

    FORMULA = "bad formula"
    IMAGE = "broken image"
    EXITS = "exits"
    HANGS = "hangs"
    MEMORY = "eats memory"

    @property
    def cause(self) -> str:
        """A part of the cause that the journal must give."""
        return {
            Fault.FORMULA: "collation formula",
            Fault.IMAGE: "scans can be read",
            Fault.EXITS: "exit code 7",
            Fault.HANGS: "not finished after",
            Fault.MEMORY: "MB of memory used",
        }[self]


@dataclass(frozen=True, slots=True)
class Library:
    """A simulated library on disk; `faults` are by book."""

    root: Path
    books: int
    faults: dict[str, Fault]

    @property
    def catalogue(self) -> Path:
        """The catalogue for `formework corpus`."""
        return self.root / "catalogue.csv"


def make_library(root: Path, books: int, faults: int, *, seed: int, universe: str) -> Library:
    """Print the books, and damage some: if possible, those that share no title with another."""
    if not (root / "catalogue.csv").exists():
        for _ in write_library(root, books, seed=seed, universe=UNIVERSES[universe]):
            pass
    lone = [f"book-{number:04}" for number in range(5, books + 1, 5)]
    every = [f"book-{number:04}" for number in range(1, books + 1)]
    chosen = random.Random(seed).sample(lone if len(lone) >= faults else every, faults)  # noqa: S311 - not for secrets
    planted = {book: list(Fault)[n % len(Fault)] for n, book in enumerate(sorted(chosen))}
    for book, fault in planted.items():
        _damage(root, book, fault)
    return Library(root, books, planted)


def _damage(root: Path, book: str, fault: Fault) -> None:
    folder = root / book
    if fault is Fault.FORMULA:
        toml = folder / "book.toml"
        lines = toml.read_text(encoding="utf-8").splitlines()
        spoilt = ['collation = "A-C^^4"' if li.startswith("collation") else li for li in lines]
        toml.write_text("\n".join(spoilt) + "\n", encoding="utf-8")
    elif fault is Fault.IMAGE:
        for image in (folder / "pages").iterdir():
            image.write_bytes(image.read_bytes()[:200])
    else:
        (root / "faults").mkdir(exist_ok=True)
        (root / "faults" / book).write_text(str(fault), encoding="utf-8")


def environment(library: Library) -> dict[str, str]:
    """The environment in which the planted faults happen."""
    faults = Path(__file__).parent / "faults"
    return {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(faults), *filter(None, [os.environ.get("PYTHONPATH")])]),
        "FORMEWORK_TEST_FAULTS": str(library.root / "faults"),
    }


def corpus_command(library: Library, out: Path, *options: str) -> list[str]:
    """The command that runs the library."""
    return [
        sys.executable, "-m", "formework", "corpus", str(library.catalogue), str(out),
        "--time-limit", str(TIME_LIMIT), "--memory-limit", str(MEMORY_LIMIT), *options,
    ]  # fmt: skip


def run_with_kills(library: Library, out: Path, kills: int, *options: str) -> None:
    """Run the library; kill the command after each share of the books, and run it again."""
    command = corpus_command(library, out, *options)
    for kill in range(1, kills + 1):
        goal = library.books * kill // (kills + 1)
        process = subprocess.Popen(command, env=environment(library), stderr=subprocess.DEVNULL)
        while process.poll() is None and _finished(out) < goal:
            time.sleep(0.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
    subprocess.run(command, env=environment(library), check=False)


def _finished(out: Path) -> int:
    journal = out / "corpus.jsonl"
    return journal.read_bytes().count(b"\n") if journal.exists() else 0


@contextmanager
def local_cluster(library: Library, workers: int) -> Iterator[str]:
    """A Dask cluster in separate processes on this machine; yields its address."""
    program = (
        "import sys, time, distributed\n"
        "if __name__ == '__main__':\n"
        f"    cluster = distributed.LocalCluster(n_workers={workers}, threads_per_worker=1,\n"
        "        memory_limit=0, resources={'book': 1}, dashboard_address=None,\n"
        "        host='127.0.0.1')\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    script = library.root / "cluster.py"
    script.write_text(program, encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, str(script)], env=environment(library), text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        assert process.stdout
        assert process.stdin
        try:
            yield process.stdout.readline().strip()
        finally:
            process.stdin.close()


def check_faults(library: Library, out: Path) -> tuple[int, int]:
    """Check that faulty books are named with their cause, each once, and no other failed.

    Returns how many books are right, and how many lines the journal has.
    """
    lines = (out / "corpus.jsonl").read_text(encoding="utf-8").splitlines()
    attempts = [json.loads(line) for line in lines]
    ids = [attempt["id"] for attempt in attempts]
    assert len(ids) == len(set(ids)), "a finished book was repeated"
    failed = {attempt["id"]: attempt["cause"] for attempt in attempts if attempt["cause"]}
    assert failed.keys() == library.faults.keys(), failed.keys() ^ library.faults.keys()
    for book, fault in library.faults.items():
        assert fault.cause in failed[book], (book, fault, failed[book])
    return sum(attempt["status"] == "done" for attempt in attempts), len(lines)


def fingerprints(out: Path, books: Sequence[str]) -> dict[str, str]:
    """A fingerprint of the result files of each book."""
    found = {}
    for book in books:
        digest = hashlib.sha256()
        for name in RESULTS:
            content = (out / book / name).read_bytes()
            digest.update(content.replace(str(out).encode(), b"OUT"))
        found[book] = digest.hexdigest()
    return found


def score(library: Library, out: Path, books: Sequence[str]) -> float:
    """The mean V-measure of the books against the known skeletons."""
    cards = [score_book(out / book, library.root / book / "truth.csv") for book in books]
    return sum(card.scores.v_measure for card in cards) / len(cards)


def main() -> None:
    """Run the trial, and print what came out."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--books", type=int, default=200)
    parser.add_argument("--faults", type=int, default=10)
    parser.add_argument("--runner", choices=("local", "dask"), default="local")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--universe", default="first-test")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    library = make_library(
        asked.folder / "library", asked.books, asked.faults, seed=asked.seed,
        universe=asked.universe,
    )  # fmt: skip
    out = asked.folder / f"{asked.runner}-{asked.kills}-kills"
    shutil.rmtree(out, ignore_errors=True)
    started = time.monotonic()
    if asked.runner == "dask":
        with local_cluster(library, asked.jobs) as address:
            run_with_kills(library, out, asked.kills, "--scheduler", address)
    else:
        run_with_kills(library, out, asked.kills, "--jobs", str(asked.jobs))
    seconds = time.monotonic() - started
    right, lines = check_faults(library, out)
    with library.catalogue.open(encoding="utf-8") as file:
        sound = [row["id"] for row in csv.DictReader(file) if row["id"] not in library.faults]
    prints = fingerprints(out, sound)
    (asked.folder / f"{out.name}.json").write_text(json.dumps(prints), encoding="utf-8")
    total = hashlib.sha256(json.dumps(prints, sort_keys=True).encode()).hexdigest()[:16]
    sys.stdout.write(
        f"{asked.runner}, {asked.kills} kills: {right} done, {len(library.faults)} named with "
        f"their cause, {lines} lines, {seconds:.0f} s; mean V {score(library, out, sound):.3f}; "
        f"results {total}\n"
    )


if __name__ == "__main__":
    main()
