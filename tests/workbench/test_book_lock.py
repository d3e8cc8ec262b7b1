"""One workbench a book."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from formework.errors import InputError
from formework.workbench.book_lock import hold_book

if TYPE_CHECKING:
    from pathlib import Path


def test_the_second_is_told_where_the_first_is(tmp_path: Path) -> None:
    """The error names the address; when the first ends, the book is free."""
    with (
        hold_book(tmp_path, "http://127.0.0.1:8765/"),
        pytest.raises(InputError, match=r"already open at http://127\.0\.0\.1:8765/ \(process"),
        hold_book(tmp_path, "http://127.0.0.1:8766/"),
    ):
        pass
    with hold_book(tmp_path, "http://127.0.0.1:8766/"):
        pass
