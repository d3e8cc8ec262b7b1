"""How long work says where it stands."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Told what was done, how many so far, and of how many.
Report: TypeAlias = Callable[[str, int, int], None]


def silent(_what: str, _done: int, _of: int) -> None:
    """Say nothing."""
