"""What the trials of `strength.py` share: books, commands, and how their outcome is judged."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from formework.simulate.shapes import KING_LEAR, SectionShape, Shape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book

if TYPE_CHECKING:
    from pathlib import Path

SMALL = replace(KING_LEAR, collation="A-C^4", sections=(SectionShape(3, 2, 8),))
LARGE = replace(KING_LEAR, collation="A-3E^6", sections=(SectionShape(51, 4, 8),))
MAX_SECONDS = 900


@dataclass(frozen=True)
class Outcome:
    """One line of the table."""

    trial: str
    tried: int
    failures: int
    remark: str


@dataclass(frozen=True)
class Bench:
    """Where the trials work, and how many tries each makes."""

    folder: Path
    seed: int
    kills: int
    files: int

    def book(self, name: str, shape: Shape = SMALL, *, cut: bool = True) -> Path:
        """A simulated book in a folder of its own."""
        root = self.folder / name
        for _ in write_book(simulate_book(shape, seed=self.seed), root, name=name, cut=cut):
            pass
        return root


def formework(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of Formework to its end."""
    return subprocess.run(
        command(*words), capture_output=True, text=True, timeout=MAX_SECONDS,
        env={**os.environ, **environment}, check=False,
    )  # fmt: skip


def command(*words: str) -> list[str]:
    """The command line of a command of Formework."""
    return [sys.executable, "-m", "formework", *words]


def contents(root: Path) -> dict[str, str]:
    """The fingerprint of every file a run makes, without the program's own records."""
    return {
        str(path.relative_to(root)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(root.rglob("*"))
        if path.is_file() and ".formework" not in path.parts
    }


def is_clean_refusal(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether a command failed with an error and a hint, and without a traceback."""
    said = done.stderr
    return (
        done.returncode in (1, 2)
        and "error:" in said
        and "hint:" in said
        and "Traceback" not in said
        and "this is a bug" not in said
    )
