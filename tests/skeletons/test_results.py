"""The tables of a clustering, as the contract has them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.book.imposition import sheet_sides
from formework.book.model import Box, Format, Gathering, Origin, RunningTitle
from formework.book.plain_files import read_table
from formework.result import (
    SKELETONS,
    Clustering,
    describe_clustering,
    tell_pages,
    write_clustering,
)
from formework.skeletons.paper_system import Skeletons

if TYPE_CHECKING:
    from pathlib import Path

SIDES = sheet_sides([Gathering("A", 4), Gathering("B", 4)], Format.QUARTO)
BOX = Box(0, 0, 10, 10)
TITLES = [
    RunningTitle("1.png", signature, BOX, "OF MAN", "1", Origin.LOCATED)
    for signature in ("A2v", "A3r", "A4v", "B1r", "B2v", "B1v")
]
DISTANCES = np.array([[0, 2, 9], [2, 0, 9], [9, 9, 0]], dtype=float)


@pytest.fixture
def clustering() -> Clustering:
    """Three sides, the first two of one skeleton."""
    found = Skeletons(("A(o)", "B(o)", "B(i)"), ("I", "I", "II"), (1.0, 0.75, 0.5), DISTANCES)
    settings: dict[str, object] = {"kernel": "lev", "unit": "sheet-sides", "seed": 3}
    return Clustering(tell_pages(SIDES, TITLES, found), found.names, found.distances, settings)


def test_every_page_has_the_skeleton_of_its_side(clustering: Clustering) -> None:
    """Pages stand side by side, slot by slot; a page without title is not among them."""
    told = [(p.signature, p.sheet_side, p.slot, p.skeleton) for p in clustering.pages]
    assert told == [
        ("A2v", "A(o)", 2, "I"),
        ("A3r", "A(o)", 3, "I"),
        ("A4v", "A(o)", 4, "I"),
        ("B1r", "B(o)", 1, "I"),
        ("B2v", "B(o)", 2, "I"),
        ("B1v", "B(i)", 4, "II"),
    ]
    assert clustering.skeletons["B1v"] == "II"
    assert clustering.confidence["B1r"] == 0.75


def test_tables(clustering: Clustering, tmp_path: Path) -> None:
    """The three files hold what the contract names."""
    write_clustering(tmp_path, clustering, SIDES)
    rows = [row.cells for row in read_table(tmp_path / "skeletons.csv", SKELETONS)]
    assert rows[0] == {
        "signature": "A2v", "sheet_side": "A(o)", "slot": "2", "section": "1",
        "skeleton": "I", "title": "", "confidence": "1.000",
    }  # fmt: skip
    assert (tmp_path / "recurrence.csv").read_text().splitlines() == [
        "sheet_side,skeleton,1,2,3,4",
        "A(o),I,,?,?,?",
        "B(o),I,?,?,,",
        "B(i),II,,,,?",
    ]
    with np.load(tmp_path / "distances.npz") as saved:
        assert saved["names"].tolist() == ["A(o)", "B(o)", "B(i)"]
        assert np.array_equal(saved["values"], DISTANCES)
        assert json.loads(str(saved["settings"]))["seed"] == 3


def test_pages_clustered_one_by_one() -> None:
    """Clustered as rectos, a page has the skeleton found for itself."""
    found = Skeletons(("A3r", "B1r"), ("I", "II"), (1.0, 1.0), DISTANCES[:2, :2])
    pages = tell_pages(SIDES, TITLES, found)
    assert {page.signature: page.skeleton for page in pages} == {"A3r": "I", "B1r": "II"}


def test_in_words(clustering: Clustering) -> None:
    """The result reads as a list of sides with their skeletons."""
    lines = describe_clustering(clustering).splitlines()
    assert lines[1] == "B(o)  I      0.75"
    assert lines[-1] == "3 sheet-sides: 2 skeletons"
