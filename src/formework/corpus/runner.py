"""The contract of all runners: book orders in, finished attempts out, in any order.

A runner takes orders as it has room for them, so that memory does not grow with
the number of books.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from formework.corpus.book_order import BookOrder
    from formework.corpus.journal import Attempt


class Runner(Protocol):
    """Runs books, several at a time."""

    def run(self, orders: Iterable[BookOrder]) -> Iterator[Attempt]:
        """Run every order, yielding each attempt when it ends."""
        ...
