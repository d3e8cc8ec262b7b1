"""How fast formulas are read, and how soon `formework --help` answers.

Prints CPU seconds (user + system) of whole processes, median and spread of
several runs, and the two ratios that matter: formulas beyond start-up, and
--help against importing numpy. Run: python benchmarks/collate.py
"""

from __future__ import annotations

import platform
import random
import resource
import statistics
import subprocess
import sys

import formework

SEED = 20
RUNS = 5


def formulas(count: int) -> bytes:
    """Formulas of the length catalogues have, with a format, so that sheet sides are made too."""
    rng = random.Random(SEED)  # noqa: S311 - a benchmark, not a secret
    lines = []
    for _ in range(count):
        last = rng.choice("FGHIKLMNOPQRSTVXYZ")
        size = rng.choice(("4", "8", "8/4", "12"))
        more = rng.choice(("", " 2A-2K^8 2L^4(-2L4)", " a-d^4", " χ1", f" ({last}4 blank)"))
        prefix = rng.choice(("4°", "8°", "12°", "2°"))
        lines.append(f"{prefix}: {rng.choice(('π^2', '*^4', '[A]^2'))} B-{last}^{size}{more}")
    return "\n".join(lines).encode()


def cpu_seconds(*command: str, stdin: bytes = b"") -> float:
    """CPU time of one process, children counted."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure, interleaved so that a noisy moment falls on all alike, and print the table."""
    program = (sys.executable, "-m", "formework")
    thousand = formulas(1000)
    commands = {
        "import numpy": ((sys.executable, "-c", "import numpy"), b""),
        "formework --help": ((*program, "--help"), b""),
        "collate, 1 formula": ((*program, "collate", "-"), formulas(1)),
        "collate, 1 000 formulas": ((*program, "collate", "-"), thousand),
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(RUNS):
        for name, (command, stdin) in commands.items():
            seconds[name].append(cpu_seconds(*command, stdin=stdin))
    print(f"formework {formework.__version__}, Python {platform.python_version()}, seed {SEED}")
    print(f"{'CPU seconds':26}{'median':>8}{'least':>8}{'most':>8}")
    for name, values in seconds.items():
        print(f"{name:26}{statistics.median(values):8.2f}{min(values):8.2f}{max(values):8.2f}")
    medians = {name: statistics.median(values) for name, values in seconds.items()}
    beyond = medians["collate, 1 000 formulas"] - medians["collate, 1 formula"]
    print(f"1 000 formulas beyond start-up: {beyond:.2f} s (goal: under 2)")
    ratio = medians["formework --help"] / medians["import numpy"]
    print(f"--help against import numpy: {ratio:.2f} (goal: at most 2)")


if __name__ == "__main__":
    main()
