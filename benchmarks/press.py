"""How fast the press prints: eight books as titles cut out, a quarto as whole pages.

Usage: python benchmarks/press.py
Each line is the wall time of one run in a process of its own; times on a shared
machine are noisy, so runs are repeated and the spread is printed.
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
    print(f"seed {SEED}, {RUNS} runs, {os.cpu_count()} cores; wall seconds")
    print(f"{'':34}{'median':>8}{'least':>8}{'most':>8}{'goal':>8}")
    report(
        "eight books, titles cut out",
        [print_books(list(SHAPES), "--cut") for _ in range(RUNS)],
        120,
    )
    report("quarto of 48 pages, scans", [print_books(["king-lear"]) for _ in range(RUNS)], 30)
    film = [print_books(["king-lear"], "--view", "microfilm") for _ in range(RUNS)]
    report("quarto of 48 pages, microfilm", film, 30)


def print_books(names: list[str], *options: str) -> float:
    """Wall seconds that the command takes for these books, one after the other."""
    start = time.perf_counter()
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            command = [
                sys.executable,
                "-m",
                "formework",
                "simulate",
                name,
                str(Path(folder) / "book"),
            ]
            subprocess.run(
                [*command, "--seed", str(SEED), *options], check=True, capture_output=True
            )
    return time.perf_counter() - start


def report(name: str, times: list[float], goal: int) -> None:
    """One line of the table."""
    print(f"{name:34}{statistics.median(times):8.1f}{min(times):8.1f}{max(times):8.1f}{goal:8}")


if __name__ == "__main__":
    main()
