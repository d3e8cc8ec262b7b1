"""The table [imposition] of book.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.book.declared_imposition import read_imposition
from formework.book.formula.collation import read_collation
from formework.errors import FileError
from tests.book.hand_made import make

if TYPE_CHECKING:
    from pathlib import Path


def test_declared_imposition(tmp_path: Path) -> None:
    """A table in book.toml replaces the format's for the gatherings named."""
    book = make(
        tmp_path,
        'format = "octavo"\ncollation = "A-C^4 D-E^4"\n[imposition]\n'
        '"B-C" = [[1, 4, 5, 8], [7, 6, 3, 2]]\n'
        '"D+E" = [[1, 4, 5, 8, 9, 12, 13, 16], [3, 2, 7, 6, 11, 10, 15, 14]]\n',
    )
    names = [side.name for side in book.sheet_sides()]
    assert names == ["A(w)", "B(o)", "B(i)", "C(o)", "C(i)", "D+E(o)", "D+E(i)"]


def test_a_range_gives_each_gathering_a_table() -> None:
    """The same formes for each gathering, in any spelling of the range."""
    tables = read_imposition({"Aa-Cc": [[1, 2]]}, read_collation("2A-2C^1"))
    assert [table.gatherings for table in tables] == [("2A",), ("2B",), ("2C",)]


@pytest.mark.parametrize("formes", [[], [[1.5]], [[True]], [[-1]], "1 2", {"outer": [1]}])
def test_tables_are_checked(formes: object) -> None:
    """Only lists of whole numbers from 0 are formes."""
    with pytest.raises(FileError, match="imposition of A is"):
        read_imposition({"A": formes}, read_collation("A4"))


def test_a_table_needs_a_collation() -> None:
    """Without a collation there are no gatherings to name."""
    assert read_imposition({}, None) == ()
    with pytest.raises(FileError, match="needs a collation"):
        read_imposition({"A": [[1]]}, None)
