"""Tables written row by row: whole or not at all, and the same as Parquet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.corpus.streamed_table import can_write_parquet, streamed_table, write_parquet

if TYPE_CHECKING:
    from pathlib import Path


def test_a_table_is_whole_or_not_there(tmp_path: Path) -> None:
    """A failure on the way leaves the old table, and nothing beside it."""
    path = tmp_path / "books.csv"
    with streamed_table(path, ("id", "n")) as add:
        add(("a", None))
    with pytest.raises(ZeroDivisionError), streamed_table(path, ("id", "n")) as add:
        add(("b", 1 // 0))
    assert path.read_text("utf-8") == "id,n\na,\n"
    assert [found.name for found in tmp_path.iterdir()] == ["books.csv"]


@pytest.mark.skipif(not can_write_parquet(), reason="duckdb is not installed")
def test_parquet_keeps_text_and_types(tmp_path: Path) -> None:
    """Text stays text, also where it looks like a number; empty figures are null."""
    import duckdb

    path = tmp_path / "o'books.csv"
    rows = [("007", "1608?", 2, 0.5), ('say "x", y\nz', "", None, None)]
    with streamed_table(path, ("id", "date", "skeletons", "share")) as add:
        for row in rows:
            add(row)
    write_parquet(path, {"skeletons": int, "share": float})
    with duckdb.connect() as database:
        table = database.read_parquet(str(path.with_suffix(".parquet")))
        assert [str(kind) for kind in table.types] == ["VARCHAR", "VARCHAR", "BIGINT", "DOUBLE"]
        assert [tuple(value or None for value in row) for row in table.fetchall()] == [
            ("007", "1608?", 2, 0.5), ('say "x", y\nz', None, None, None),
        ]  # fmt: skip
