"""How long work reports its progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

# Called with the name of the work, the number done, and the total.
ProgressReport: TypeAlias = Callable[[str, int, int], None]


def silent(_work: str, _done: int, _total: int) -> None:
    """Report nothing."""
