"""The ledger: what is left to do, for every shard, after any journal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from formework.corpus.journal import Attempt, Status, append_attempt
from formework.corpus.ledger import Ledger, Shard
from formework.errors import FileError, InputError

if TYPE_CHECKING:
    from pathlib import Path


def attempt(book: str, status: Status) -> Attempt:
    """A finished attempt."""
    cause = "" if status is Status.DONE else "why"
    return Attempt(book, status, cause, 0, 1.0, 0.5, 100)


def catalogue(folder: Path, ids: list[str]) -> Path:
    """A catalogue of these books."""
    path = folder / "books.csv"
    rows = "".join(f"{book},x,,\n" for book in ids)
    path.write_text("id,source,format,collation\n" + rows, encoding="utf-8")
    return path


def test_the_last_attempt_counts(tmp_path: Path) -> None:
    """A book that failed and was then done is done; others are pending."""
    for book, status in (("a", Status.FAILED), ("b", Status.FAILED), ("a", Status.DONE)):
        append_attempt(tmp_path, attempt(book, status))
    ledger = Ledger(catalogue(tmp_path, ["a", "b", "c"]), tmp_path)
    assert [book.id for book in ledger.pending(Shard())] == ["c"]
    assert [book.id for book in ledger.pending(Shard(), Status.FAILED)] == ["b"]
    counts = ledger.counts()
    assert (counts.books, counts.done, counts.failed, counts.left) == (3, 1, 1, 1)
    assert ledger.warnings == ()


@given(books=st.integers(1, 40), total=st.integers(1, 12))
def test_shards_share_out_all_books(
    tmp_path_factory: pytest.TempPathFactory, books: int, total: int
) -> None:
    """Every book is in exactly one shard, and no shard has two more than another."""
    folder = tmp_path_factory.mktemp("shards")
    ledger = Ledger(catalogue(folder, [f"b{n}" for n in range(books)]), folder)
    shards = [[book.id for book in ledger.pending(Shard(n, total))] for n in range(1, total + 1)]
    assert sorted(book for shard in shards for book in shard) == sorted(
        f"b{n}" for n in range(books)
    )
    sizes = [len(shard) for shard in shards]
    assert max(sizes) - min(sizes) <= 1
    assert sizes == [ledger.count_pending(Shard(n, total)) for n in range(1, total + 1)]


def test_an_id_comes_once(tmp_path: Path) -> None:
    """The same id twice, also in another case, is refused with both lines."""
    with pytest.raises(FileError, match="line 4: id 'A' is also in line 2"):
        Ledger(catalogue(tmp_path, ["a", "b", "A"]), tmp_path)


def test_damaged_and_unknown_lines_are_reported(tmp_path: Path) -> None:
    """A damaged line of the journal is skipped with a warning, so is an unknown book."""
    append_attempt(tmp_path, attempt("a", Status.DONE))
    with (tmp_path / "corpus.jsonl").open("a", encoding="utf-8") as journal:
        journal.write('{"id": "b", "stat')
    append_attempt(tmp_path, attempt("gone", Status.DONE))
    ledger = Ledger(catalogue(tmp_path, ["a", "b"]), tmp_path)
    assert [book.id for book in ledger.pending(Shard())] == ["b"]
    damaged, unknown = ledger.warnings
    assert "line 2 is damaged" in damaged
    assert "1 attempt at books that are not in the catalogue, such as 'gone'" in unknown


def test_an_empty_catalogue_is_refused(tmp_path: Path) -> None:
    """A catalogue with a header alone lists no book."""
    with pytest.raises(FileError, match="lists no book"):
        Ledger(catalogue(tmp_path, []), tmp_path)


@pytest.mark.parametrize("text", ["0/3", "4/3", "x", "1/", "-1/2", "1/2/3", "1.5/2"])
def test_shards_are_checked(text: str) -> None:
    """A shard is I/N with I from 1 to N."""
    with pytest.raises(InputError, match="is not a share"):
        Shard.read(text)
    assert Shard.read("3/10") == Shard(3, 10)
