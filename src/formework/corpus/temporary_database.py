"""A temporary database on disk, for more rows than memory should hold."""

from __future__ import annotations

import sqlite3
import weakref


def temporary_database(owner: object) -> sqlite3.Connection:
    """An empty database; it is closed and deleted when its owner is no longer used."""
    database = sqlite3.connect("")  # the empty name: temporary, on disk
    weakref.finalize(owner, database.close)
    return database
