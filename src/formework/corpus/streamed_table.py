"""CSV tables written row by row, whole or not at all; and the same tables as Parquet."""

from __future__ import annotations

import csv
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

from formework.book.plain_files import whole_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path


@contextmanager
def streamed_file(path: Path) -> Iterator[TextIO]:
    """A text file that is complete when the block ends."""
    with whole_file(path) as temporary, temporary.open("x", encoding="utf-8", newline="") as file:
        yield file


@contextmanager
def streamed_table(
    path: Path, columns: Sequence[str]
) -> Iterator[Callable[[Sequence[object]], object]]:
    """A CSV table to which rows are added one by one; `None` is an empty cell."""
    with streamed_file(path) as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        yield writer.writerow


def can_write_parquet() -> bool:
    """Whether the extra `formework[parquet]` is installed."""
    from importlib.util import find_spec

    return find_spec("duckdb") is not None


def write_parquet(table: Path, types: Mapping[str, type]) -> None:
    """Write a CSV table as Parquet beside it; columns without a type are text."""
    import duckdb

    names = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE"}
    with table.open(encoding="utf-8", newline="") as file:
        columns = {name: names[types.get(name, str)] for name in next(csv.reader(file))}
    with whole_file(table.with_suffix(".parquet")) as temporary, duckdb.connect() as database:
        rows = database.read_csv(str(table), header=True, columns=columns, sep=",")
        rows.write_parquet(str(temporary), compression="zstd")
