"""How long `formework run` takes, stage by stage, against an earlier version.

    python benchmarks/run_speed.py --base COMMIT [BOOK] [--runs N] [--minutes M] [--together]

The earlier version is the source tree of COMMIT, unpacked in a temporary folder; the later one is
the source tree of this file. Both run in turn with the same interpreter and packages, on fresh
copies of the same book folder. Without BOOK, a book of 248 pages is simulated. Prints the CPU and
wall-clock seconds of each stage (medians), the ratio of the CPU seconds with its spread over the
runs, and what differs in titles.csv and skeletons.csv. A stage ends when `run` prints its line, and
its CPU time is read from /proc: on other systems than Linux, only the totals are measured.

CPU seconds grow when other processes compete for the memory. On a shared machine, --together runs
both versions at the same time, so that both are affected alike.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPE, SEED = "parthenissa", 7
PACKAGES = ("numpy", "opencv-python-headless", "onnxruntime", "rapidocr", "scipy", "Pillow")
STAGES = ("titles", "skeletons", "findings", "report")
MADE = (
    ".formework",
    *("titles.*", "skeletons.csv", "recurrence.csv", "result.json", "findings.json", "account.md"),
    *("report.html", "montage.png", "staircase.*", "distances.npz", "compare-*.png"),
)
CLOSE = 2  # pixels: boxes whose edges differ by no more count as the same


@dataclass(frozen=True)
class Run:
    """CPU and wall-clock seconds by stage, and of the whole process under `total`."""

    cpu: dict[str, float]
    wall: dict[str, float]


def source_of(commit: str, folder: Path) -> Path:
    """Unpack the source tree of a commit, and return the folder to import it from."""
    command = ("git", "-C", str(ROOT), "archive", commit, "src")
    archive = subprocess.run(command, capture_output=True, check=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return folder / "src"


def simulate(folder: Path) -> Path:
    """Print the simulated book, with the source tree of this file."""
    command: tuple[str, ...] = (sys.executable, "-m", "formework", "simulate", SHAPE, str(folder))
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    command += ("--seed", str(SEED))
    subprocess.run(command, env=environment, check=True, capture_output=True)
    return folder


def measure(source: Path, book: Path) -> Run:
    """Run the program of a source tree on a book folder."""
    environment = os.environ | {"PYTHONPATH": str(source), "PYTHONUNBUFFERED": "1"}
    command = (sys.executable, "-m", "formework", "run", str(book))
    start = time.perf_counter()
    cpu: dict[str, float] = {}
    wall: dict[str, float] = {}
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    )
    for line in process.stdout or ():
        stage = line.split(maxsplit=1)[0] if line.strip() else ""
        if stage in STAGES:
            # A stage may print several lines: the time since the last line is added.
            cpu[stage] = cpu.get(stage, 0.0) + cpu_so_far(process.pid) - sum(cpu.values())
            wall[stage] = wall.get(stage, 0.0) + time.perf_counter() - start - sum(wall.values())
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{source}: formework run failed on {book}")
    cpu["total"] = used.ru_utime + used.ru_stime
    wall["total"] = time.perf_counter() - start
    return Run(cpu, wall)


def cpu_so_far(process: int) -> float:
    """User and system seconds of a running process, all its threads; NaN if not known."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def fresh_copy(book: Path, folder: Path) -> Path:
    """Copy a book folder without what the program made in it."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(book, folder, ignore=shutil.ignore_patterns(*MADE))
    return folder


def read_rows(book: Path, name: str) -> list[dict[str, str]]:
    """Read a table of a book folder."""
    with (book / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_edges(row: dict[str, str]) -> tuple[int, ...]:
    """Return left, top, right and bottom of the box in a row of titles.csv; empty without one."""
    if not row["x"]:
        return ()
    x, y, width, height = (int(row[name]) for name in ("x", "y", "width", "height"))
    return x, y, x + width, y + height


def compare_titles(old: Path, new: Path) -> str:
    """Say how many titles, texts and edges of boxes differ between two book folders."""
    pairs = list(zip(read_rows(old, "titles.csv"), read_rows(new, "titles.csv"), strict=True))
    boxes = [(read_edges(one), read_edges(other), one, other) for one, other in pairs]
    found = sum(bool(one) != bool(other) for one, other, _, _ in boxes)
    both = [pair for pair in boxes if pair[0] and pair[1]]
    texts = sum(one["text"] != other["text"] for _, _, one, other in both)
    inner = outer = 0
    for one, other, _, _ in both:
        growth = [(a - b) * sign for a, b, sign in zip(one, other, (1, 1, -1, -1), strict=True)]
        inner += min(growth) < -CLOSE
        outer += max(growth) > CLOSE
    return (
        f"titles.csv: {found} of {len(pairs)} found on one side only; of {len(both)} found by both,"
        f" {texts} texts differ, {outer} boxes reach further by more than {CLOSE} pixels,"
        f" {inner} less far"
    )


def compare_skeletons(old: Path, new: Path) -> str:
    """Say how many rows of skeletons.csv differ.

    Version 0.1 has no column `state`: it writes the second state of II as II.2.
    """
    sides = []
    for book in (old, new):
        rows = read_rows(book, "skeletons.csv")
        for row in rows:
            if "state" not in row:
                row["skeleton"], _, state = row["skeleton"].partition(".")
                row["state"] = state or "1"
        sides.append([(row["signature"], row["skeleton"], row["state"]) for row in rows])
    differing = sum(one != other for one, other in zip(*sides, strict=False))
    differing += abs(len(sides[0]) - len(sides[1]))
    return f"skeletons.csv: {differing} of {len(sides[0])} rows differ"


def spread(values: list[float], form: str) -> str:
    """Return the median as text, with the smallest and the largest value in brackets."""
    middle = statistics.median(values)
    return f"{middle:{form}} ({min(values):{form}}–{max(values):{form}})"


def print_table(runs: list[tuple[Run, Run]]) -> None:
    """Print the seconds of both sides, and the ratios of pairs of runs."""
    print(f"{'':10}{'CPU s before':>24}{'after':>24}{'ratio':>20}   wall s before, after")
    for stage in (*STAGES, "total"):
        pairs = [(old.cpu[stage], new.cpu[stage]) for old, new in runs if stage in new.cpu]
        walls = [(old.wall[stage], new.wall[stage]) for old, new in runs if stage in new.wall]
        if not pairs:
            continue
        old, new = (list(side) for side in zip(*pairs, strict=True))
        ratios = [before / max(after, 0.01) for before, after in pairs]
        before, after = (statistics.median(side) for side in zip(*walls, strict=True))
        cells = f"{spread(old, '.1f'):>24}{spread(new, '.1f'):>24}{spread(ratios, '.2f'):>20}"
        print(f"{stage:10}{cells}   {before:.0f}, {after:.0f}")


def main() -> None:
    """Run both versions in turn, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("book", nargs="?", type=Path, help="book folder; else one is simulated")
    parser.add_argument("--base", required=True, help="commit of the earlier version")
    parser.add_argument("--runs", type=int, default=3, help="runs of each side, at most")
    parser.add_argument("--minutes", type=float, default=60, help="no run begins after this time")
    parser.add_argument("--together", action="store_true", help="both sides at the same time")
    asked = parser.parse_args()
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sources = (source_of(asked.base, folder / "base"), ROOT / "src")
        book = asked.book or simulate(folder / "simulated")
        runs: list[tuple[Run, Run]] = []
        differing: set[str] = set()  # the same in every run, unless a version is not deterministic
        while len(runs) < asked.runs and time.perf_counter() - start < 60 * asked.minutes:
            copies = [fresh_copy(book, folder / side) for side in ("before", "after")]
            order = (0, 1) if len(runs) % 2 == 0 else (1, 0)
            with ThreadPoolExecutor(2 if asked.together else 1) as pool:
                begun = {side: pool.submit(measure, sources[side], copies[side]) for side in order}
                done = {side: run.result() for side, run in begun.items()}
            runs.append((done[0], done[1]))
            differing |= {compare_titles(*copies), compare_skeletons(*copies)}
    packages = ", ".join(f"{package} {version(package)}" for package in PACKAGES)
    print(f"Python {platform.python_version()}, {packages}")
    what = asked.book.name if asked.book else f"simulated {SHAPE}, seed {SEED}"
    how = "at the same time" if asked.together else "in turn"
    print(f"{what}; before: {asked.base}; {len(runs)} runs of each side, {how}")
    print_table(runs)
    print("\n".join(sorted(differing)))


if __name__ == "__main__":
    main()
