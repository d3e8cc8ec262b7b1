"""One simulated quarto for all tests in the browser, and one Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from formework.book.folder import open_book
from formework.pipeline import Update
from formework.simulate.planted_events import sized
from formework.simulate.shapes import KING_LEAR
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from formework.simulate.written_plan import read_plan
from formework.stages import StageName
from tests.report.browser import CHROMIUM
from tests.workbench.browser.open_book import opened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

REPOSITORY = Path(__file__).parents[3]
ORDER = "ab ab cd ab"  # two skeletons that appear only once each
FORMULA = "A-D^4"


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium without a window."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium is installed")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(
            executable_path=CHROMIUM,
            args=["--no-sandbox", "--disable-background-networking", "--disable-component-update"],
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def finished_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated quarto of 32 pages, run from scans to report; to be copied, not changed."""
    root = tmp_path_factory.mktemp("workbench") / "lear"
    book = simulate_book(sized(KING_LEAR, 8), seed=3, plans=(read_plan(ORDER),))
    for _ in write_book(book, root, name="King Lear", cut=False):
        pass
    list(Update(open_book(root), StageName.REPORT).run())
    return root


@pytest.fixture
def scans(finished_book: Path, tmp_path: Path) -> Path:
    """A folder with nothing but scans."""
    root = tmp_path / "lear"
    shutil.copytree(finished_book / "pages", root / "pages")
    return root


@pytest.fixture
def address(finished_book: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a copy of the finished book, open in the workbench."""
    root = tmp_path / "lear"
    shutil.copytree(finished_book, root)
    with opened(root) as place:
        yield place


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core, which `make axe` fetches."""
    path = REPOSITORY / ".axe" / "package" / "axe.min.js"
    if not path.is_file():
        pytest.skip("no axe-core here: make axe fetches it")
    return path.read_text("utf-8")
