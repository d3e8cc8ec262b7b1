"""A folder with nothing but scans: previewed as one types, then declared."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING

import pytest

from tests.workbench.desks import client, quarto

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    """Sixteen scans and nothing else."""
    root = quarto(tmp_path / "lear")
    (root / "book.toml").unlink()
    (root / "titles.csv").unlink()
    return root


def test_the_scans_are_shown_before_anything_is_declared(scans: Path) -> None:
    """The book asks for setup; its scans have rows, sizes and pictures."""
    browser = client(scans)
    book = browser.get("/api/book").json()
    assert (book["needs"], len(book["pages"]), book["sides"]) == ("setup", 16, [])
    assert browser.get("/api/setup").json()["images"] == 16
    assert browser.get("/image/3?width=80").status_code == 200


@pytest.mark.parametrize(
    ("typed", "field", "position"),
    [
        ({"format": "quarto", "collation": "A-^4"}, "collation", 1),
        ({"format": "quarto", "collation": ""}, "collation", None),
        ({"format": "quatro", "collation": "A-B^4"}, "format", None),
        ({"format": "", "collation": "A-B^4"}, "format", None),
        ({"format": "quarto", "collation": "A-B^4", "first": "C1r"}, "first", None),
    ],
)
def test_what_is_wrong_is_explained_as_one_types(
    scans: Path, typed: dict[str, str], field: str, position: int | None
) -> None:
    """The preview names the field, the fault and what to do, and where in the formula it is."""
    answer = client(scans).get("/api/preview", params=typed).json()
    assert (answer["ok"], answer["field"]) == (False, field)
    assert answer["error"]
    assert answer["hint"]
    assert (answer["position"] is None) == (position is None)


def test_a_right_formula_is_drawn(scans: Path) -> None:
    """Leaves, the sheet of each gathering, and every mismatch with the scans."""
    browser = client(scans)
    whole = browser.get("/api/preview", params={"format": "4to", "collation": "A-B^4"}).json()
    assert (whole["ok"], whole["leaves"], whole["mismatches"]) == (True, 8, [])
    assert [g["signature"] for g in whole["sheets"]["gatherings"]] == ["A", "B"]
    long = browser.get("/api/preview", params={"format": "quarto", "collation": "A-Z^4"}).json()
    assert "too few images" in long["mismatches"][0]
    assert len(long["sheets"]["gatherings"]) == 6
    assert long["sheets"]["more"] == 17


def test_what_was_typed_becomes_the_declaration(scans: Path) -> None:
    """book.toml and pages.csv are written, the run begins, and a second time is refused."""
    browser = client(scans)
    typed = {"format": "quarto", "collation": "A-B^4", "title": 'King "Lear"'}
    wrong = browser.post("/api/setup", json={**typed, "collation": "A-^4"})
    assert (wrong.status_code, wrong.json()["field"]) == (422, "collation")
    assert not (scans / "book.toml").exists()
    assert browser.post("/api/setup", json=typed).status_code == 201
    declared = tomllib.loads((scans / "book.toml").read_text())
    assert (declared["title"], declared["collation"]) == ('King "Lear"', "A-B^4")
    assert (scans / "pages.csv").read_text().splitlines()[1] == "01.png,A1r,"
    assert browser.get("/api/book").json()["progress"]["running"]
    assert browser.post("/api/setup", json=typed).status_code == 409


def test_what_a_person_wrote_stays(scans: Path) -> None:
    """A book.toml without format and collation gets them, and keeps the rest."""
    (scans / "book.toml").write_text('author = "Anon"  # so far\n[imposition]\n')
    assert (
        client(scans).post("/api/setup", json={"format": "quarto", "collation": "A-B^4"}).is_success
    )
    text = (scans / "book.toml").read_text()
    assert 'author = "Anon"  # so far\n[imposition]\n' in text
    assert tomllib.loads(text)["format"] == "quarto"
