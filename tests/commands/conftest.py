"""A book that is run to its report once, for all tests of commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.cli import main

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def lear(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated quarto, cut-out titles only, run from scans to report."""
    root = tmp_path_factory.mktemp("commands") / "lear"
    main(["simulate", "king-lear", str(root), "--cut", "--seed", "5"])
    main(["run", str(root)])
    return root
