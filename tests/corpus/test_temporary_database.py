"""Temporary databases."""

from __future__ import annotations

import gc
import sqlite3

import pytest

from formework.corpus.temporary_database import temporary_database


class _Owner:
    """Something that keeps rows in a database."""


def test_the_database_is_closed_with_its_owner() -> None:
    """No open database is left when its owner is no longer used."""
    owner = _Owner()
    database = temporary_database(owner)
    database.execute("CREATE TABLE rows (row TEXT)")
    del owner
    gc.collect()
    with pytest.raises(sqlite3.ProgrammingError):
        database.execute("SELECT * FROM rows")
