"""The command: a book is brought up to date, then exported; a collation is imported by init."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.exchange.simulated_exports import QUARTO
from tests.exchange.test_collation_import import SIGNED, version_2
from tests.test_cli import failed, scans
from tests.test_cli import formework as run_formework

if TYPE_CHECKING:
    from pathlib import Path


def test_init_takes_the_collation_of_a_diagram(tmp_path: Path) -> None:
    """Format, collation, title and shelfmark come from the file; what is not kept is a warning."""
    diagram = tmp_path / "lear.xml"
    diagram.write_text(version_2(*SIGNED, rest="<notes/>"))
    source = scans(tmp_path / "scans", 12)
    book = tmp_path / "lear"
    run = run_formework("init", str(source), str(book), "--collation-from", str(diagram))
    assert run.returncode == 0, run.stderr
    assert run.stderr.decode().splitlines() == [
        "warning: lear.xml: notes not understood: without a name"
    ]
    text = (book / "book.toml").read_text("utf-8")
    for line in ('collation = "A^2 B^4"', 'format = "quarto"', 'shelfmark = "C.34.k.18"'):
        assert line in text
    code, lines = failed(
        run_formework("init", str(source), str(tmp_path / "other"), "--collation-from",
                      str(tmp_path / "none.xml"))
    )  # fmt: skip
    assert code == 2
    assert "none.xml" in lines[0]


def test_wrong_formats_and_books(tmp_path: Path) -> None:
    """Two lines for each failure."""
    (tmp_path / "book").mkdir()
    code, lines = failed(run_formework("export", str(tmp_path / "book"), "--to", "docx"))
    assert (code, lines[0]) == (2, "error: there is no format 'docx'")
    code, lines = failed(run_formework("export", str(tmp_path / "book"), "--to", "viscoll"))
    assert code == 2
    assert "declares no collation" in lines[0]


@pytest.mark.slow
def test_from_scans_to_exports(tmp_path: Path) -> None:
    """What is missing is made on the way; titles go out as ALTO and come back moved."""
    from formework.simulate.simulated_book import simulate_book
    from formework.simulate.simulated_folder import write_book

    root = tmp_path / "lear"
    for _ in write_book(simulate_book(QUARTO, seed=5), root, name="Lear", cut=True):
        pass
    run = run_formework("export", str(root), "--to", "alto", "--json")
    assert run.returncode == 0, run.stderr
    files = json.loads(run.stdout)["files"]
    assert (root / "findings.json").exists()
    assert len(files) == len(list((root / "pages").iterdir()))
    for name in files:
        with open(name, encoding="utf-8") as file:  # noqa: PTH123 (a name as the program printed it)
            assert "RunningTitleZone" in file.read()
    back = run_formework("titles", str(root), "--from", f"alto:{root / 'export' / 'alto'}")
    assert back.returncode == 0, back.stderr
    assert "imported" in (root / "titles.csv").read_text()
