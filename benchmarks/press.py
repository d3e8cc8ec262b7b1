"""Speed of the simulator: the titles of eight books, and the whole pages of a quarto.

Prints wall and CPU seconds (user + system) of whole processes, one for each
book, with the range over several runs. On a shared machine the wall time means
little; the CPU time, halved for two cores, is a better guide.
Run: python benchmarks/press.py
"""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

from formework.simulate.shapes import SHAPES

SEED = 11
RUNS = 3


def main() -> None:
    """Print the table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("numpy", "opencv-python-headless"))
    print(f"formework {version('formework')}, Python {platform.python_version()}, {packages}")
    load = os.getloadavg()[0]
    print(f"seed {SEED}, {RUNS} runs, {os.cpu_count()} cores, load {load:.1f} at the start")
    print(f"{'':32}{'CPU seconds':>20}{'wall seconds':>24}")
    print(f"{'':32}{'median   least    most':>24}{'median   least    most    goal':>32}")
    report(
        "eight books, titles cut out",
        [print_books(list(SHAPES), "--cut") for _ in range(RUNS)],
        120,
    )
    report("quarto of 48 pages, scans", [print_books(["king-lear"]) for _ in range(RUNS)], 30)
    film = [print_books(["king-lear"], "--view", "microfilm") for _ in range(RUNS)]
    report("quarto of 48 pages, microfilm", film, 30)


def print_books(names: list[str], *options: str) -> tuple[float, float]:
    """CPU and wall seconds of the command for these books, one after the other."""
    before, start = os.times(), time.perf_counter()
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            book = str(Path(folder) / "book")
            command = [sys.executable, "-m", "formework", "simulate", name, book, *options]
            subprocess.run([*command, "--seed", str(SEED)], check=True, capture_output=True)
    after = os.times()
    cpu = after.children_user + after.children_system
    cpu -= before.children_user + before.children_system
    return cpu, time.perf_counter() - start


def report(name: str, runs: list[tuple[float, float]], goal: int) -> None:
    """Print one line of the table."""
    cells = [
        f"{statistics.median(times):8.1f}{min(times):8.1f}{max(times):8.1f}"
        for times in zip(*runs, strict=True)
    ]
    print(f"{name:32}{''.join(cells)}{goal:8}", flush=True)


if __name__ == "__main__":
    main()
