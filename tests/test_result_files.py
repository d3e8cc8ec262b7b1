"""The result, its files as the contract has them, and files of other versions."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from formework.book.plain_files import read_table
from formework.errors import FileError
from formework.result import UNSURE, PageResult, Result, RivalNumber, UnitResult, Way
from formework.result_files import SKELETON_COLUMNS, read_result, result_summary, write_result
from formework.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

DISTANCES = np.array([[0, 2, 9], [2, 0, 9], [9, 9, 0]], dtype=float)
PAGES = (
    PageResult("A2v", "A(o)", 2, "1", "I", 1, "I", 0.9, 1.0),
    PageResult("A3r", "A(o)", 3, "1", "I", 1, UNSURE, 0.3, 1.0),
    PageResult("B1r", "B(o)", 1, "1", "I", 2, "III", 0.8, 0.75),
    PageResult("B2v", "B(o)", 2, "1", UNSURE, 1, UNSURE, 0.0, 0.0),
    PageResult("B1v", "B(i)", 4, "1", "II", 1, "IV", 1.0, 0.5),
)
UNITS = (
    UnitResult("A(o)", "I", 1, 1.0, Way.SAME),
    UnitResult("B(o)", "I", 2, 0.75, Way.TURNED),
    UnitResult("B(i)", "II", 1, 0.5, Way.SAME),
)
RESULT = Result(
    "0.2.0", Settings(seed=3), None, PAGES, UNITS, DISTANCES,
    (RivalNumber(1, 9.5), RivalNumber(2, 0.0), RivalNumber(3, 1.5)), ("A1r: is empty",),
)  # fmt: skip


def test_the_files_hold_what_the_contract_names(tmp_path: Path) -> None:
    """One row per page, one row per sheet side, the distances, and everything else in JSON."""
    write_result(tmp_path, RESULT)
    rows = [row.cells for row in read_table(tmp_path / "skeletons.csv", SKELETON_COLUMNS)]
    assert rows[2] == {
        "signature": "B1r", "sheet_side": "B(o)", "slot": "1", "section": "1", "skeleton": "I",
        "state": "2", "title": "III", "title_confidence": "0.800", "confidence": "0.750",
    }  # fmt: skip
    assert (tmp_path / "recurrence.csv").read_text().splitlines() == [
        "sheet_side,skeleton,state,1,2,3,4",
        "A(o),I,1,,I,?,",
        "B(o),I,2,III,?,,",
        "B(i),II,1,,,,IV",
    ]
    with np.load(tmp_path / "distances.npz", allow_pickle=False) as saved:
        assert saved["names"].tolist() == ["A(o)", "B(o)", "B(i)"]
        assert np.array_equal(saved["values"], DISTANCES)
    record = json.loads((tmp_path / "result.json").read_text())
    assert record["settings"]["seed"] == 3
    assert record["formework"] == "0.2.0"
    assert record["warnings"] == ["A1r: is empty"]


def test_a_result_is_read_back_whole(tmp_path: Path) -> None:
    """Nothing is lost on the way to the files and back."""
    write_result(tmp_path, RESULT)
    read = read_result(tmp_path)
    for one in fields(RESULT):
        assert np.array_equal(getattr(read, one.name), getattr(RESULT, one.name)), one.name


def test_a_corrected_table_wins(tmp_path: Path) -> None:
    """A skeleton corrected by hand in skeletons.csv is that of the page and of its side."""
    write_result(tmp_path, RESULT)
    path = tmp_path / "skeletons.csv"
    path.write_text(path.read_text().replace("B1v,B(i),4,1,II,1", "B1v,B(i),4,1,I,2"))
    read = read_result(tmp_path)
    assert read.skeletons["B1v"] == "I.2"
    assert read.units[2].label == "I.2"
    assert read.skeleton_count == 1


@pytest.mark.parametrize(
    ("file", "content", "message"),
    [
        ("skeletons.csv", "signature,sheet_side,slot,section,skeleton,title,confidence\n"
         "A1r,A(o),1,1,II.2,I,0.9\n", "was written by an older version"),
        ("skeletons.csv", ",".join(SKELETON_COLUMNS) + "\nA1r,A(o),x,1,I,1,I,1,1\n",
         "line 2: slot 'x' is not a whole number"),
        ("skeletons.csv", ",".join(SKELETON_COLUMNS) + "\nA1r,A(o),1,1,I,1,I,1,high\n",
         "line 2: confidence 'high' is not a number"),
        ("result.json", "[", "result.json cannot be read"),
        ("result.json", '{"formework": "9", "settings": {"kernel": "runes"}}', "'runes'"),
        ("result.json", '{"formework": "9", "settings": {"tempo": 1}}', "cannot be read"),
        ("distances.npz", "", "distances.npz cannot be read"),
    ],
)  # fmt: skip
def test_files_that_cannot_be_read_are_refused(
    tmp_path: Path, file: str, content: str, message: str
) -> None:
    """Old or damaged files are named, with the command that makes them again."""
    write_result(tmp_path, RESULT)
    (tmp_path / file).write_text(content)
    with pytest.raises(FileError, match=message):
        read_result(tmp_path)
    with pytest.raises(FileError, match=r"there is no skeletons\.csv"):
        read_result(tmp_path / "nowhere")


def test_the_number_in_words() -> None:
    """Skeletons are counted states aside; states come second, and how sure the number is."""
    assert RESULT.count_words == "2 skeletons in 3 states"
    assert RESULT.certainty_words == "3 skeletons would fit nearly as well"
    lines = RESULT.describe().splitlines()
    assert lines[1] == "B(o)  I.2    0.75"
    assert lines[-1] == (
        "2 skeletons in 3 states on 3 sheet sides; 3 skeletons would fit nearly as well"
    )
    given = replace(RESULT, number_given=3)
    assert given.certainty_words == ""
    summary = result_summary(RESULT)
    assert (summary["skeletons"], summary["states"]) == (2, 3)


def test_few_returning_sets_are_no_count_of_skeletons() -> None:
    """Where nearly every sheet side has a set of its own, the number comes with a caution."""
    units = tuple(
        UnitResult(f"{'ABCDEFGH'[n]}(o)", roman, 1, 0.5, Way.SAME)
        for n, roman in enumerate(("I", "II", "III", "IV", "V", "VI", "VII", "I"))
    )
    assert "no count of the printer's skeletons" in replace(RESULT, units=units).certainty_words
    same = tuple(replace(unit, skeleton="I") for unit in units)
    assert replace(RESULT, units=same).caution_words == ""
