"""The outcome of the titles stage and the file that keeps it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from formework.book.file_names import TITLES_RECORD
from formework.book.folder import open_book
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import FileError
from formework.scans.title_outcome import (
    TitleOutcome,
    read_outcome,
    read_written_titles,
    write_outcome,
)
from formework.scans.title_summary import describe_titles, summarise_titles

if TYPE_CHECKING:
    from pathlib import Path

WORDS = st.text(st.characters(codec="utf-8"), max_size=12)
NUMBERS = st.integers(0, 10**6)
TITLES = st.builds(
    RunningTitle,
    WORDS,
    WORDS,
    st.none() | st.builds(Box, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    WORDS,
    WORDS,
    st.sampled_from(Origin),
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(TITLES, max_size=4),
    st.lists(WORDS, max_size=3).map(tuple),
    st.lists(st.tuples(WORDS, WORDS), max_size=3).map(tuple),
)
def test_the_file_keeps_everything(
    tmp_path: Path,
    titles: list[RunningTitle],
    doubtful: tuple[str, ...],
    failed: tuple[tuple[str, str], ...],
) -> None:
    """Rows, doubtful and failed pages are read back as they were written, whatever the words."""
    book = open_book(tmp_path)
    write_outcome(book, TitleOutcome((), doubtful, failed), titles)
    assert read_written_titles(book) == tuple(titles)
    assert read_outcome(book) == TitleOutcome((), doubtful, failed)


def test_without_the_file_nothing_is_doubtful(copied: Path) -> None:
    """A book whose `.formework` was deleted still has its titles."""
    (copied / TITLES_RECORD).unlink()
    outcome = read_outcome(open_book(copied))
    assert (outcome.located, outcome.doubtful, outcome.failed) == (7, (), ())


def test_a_file_of_version_0_1_is_read(copied: Path) -> None:
    """It named doubtful and failed pages, and kept no rows."""
    old = {"made_from": "0f3c", "doubtful": ["p02.png"], "failed": [["p09.png", "is empty"]]}
    (copied / TITLES_RECORD).write_text(json.dumps(old))
    outcome = read_outcome(open_book(copied))
    assert (outcome.doubtful, outcome.failed) == (("p02.png",), (("p09.png", "is empty"),))
    assert read_written_titles(open_book(copied)) is None


@pytest.mark.parametrize(
    "content",
    [
        "",
        "null",
        "[]",
        "{",
        '{"doubtful": [], "failed": []}',
        '{"doubtful": [1], "failed": [], "written": []}',
        '{"doubtful": [], "failed": [["a"]], "written": []}',
        '{"doubtful": [], "failed": [], "written": [{"image": "a"}]}',
        '{"doubtful": [], "failed": [], "written": [{"image": "a", "signature": "", "box": '
        '[1, 2, 3], "text": "", "section": "", "origin": "located"}]}',
    ],
)
def test_a_damaged_file_is_refused_with_what_to_do(copied: Path, content: str) -> None:
    """Edits could not be recognised without it, so it is not ignored."""
    (copied / TITLES_RECORD).write_text(content)
    with pytest.raises(FileError, match=r"titles\.json is damaged") as caught:
        read_outcome(open_book(copied))
    assert "delete" in caught.value.hint


def test_the_summary_says_what_was_found(located: Path) -> None:
    """Counts, doubtful and failed pages in words; the same as JSON."""
    book = open_book(located)
    outcome = TitleOutcome(book.read_titles(), ("p02.png",), (("p09.png", "p09.png is empty"),))
    words = describe_titles(book, outcome, changed=False)
    assert words.startswith("7 located, 1 none, 1 doubtful, 1 failed (nothing changed")
    assert "doubtful: p02.png" in words
    assert "failed: p09.png: p09.png is empty" in words
    record = summarise_titles(book, outcome, changed=True)
    assert record["changed"] is True
    assert record["failed"] == [{"page": "p09.png", "why": "p09.png is empty"}]
