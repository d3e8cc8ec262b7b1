"""Three simulated books, finished once for all tests of exports."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.exchange.simulated_exports import BOOKS, write_simulated

if TYPE_CHECKING:
    from formework.exchange.exported_book import ExportedBook

REPOSITORY = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ExportedBook]:
    """The books by name; not to be changed."""
    folder = tmp_path_factory.mktemp("exported")
    return {
        name: write_simulated(folder / name, shape, cut=cut) for name, (shape, cut) in BOOKS.items()
    }


@pytest.fixture(scope="session")
def schemas() -> Path:
    """The folder of published schemas, which `make schemas` fetches."""
    folder = Path(os.environ.get("FORMEWORK_SCHEMAS", REPOSITORY / ".schemas"))
    if not folder.is_dir():
        pytest.skip("no schemas here: make schemas fetches them")
    return folder
