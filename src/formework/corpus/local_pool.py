"""Books run on this machine, a fixed number at a time."""

from __future__ import annotations

import os
import selectors
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from formework.corpus.supervisor import Supervisor

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from formework.corpus.book_order import BookOrder
    from formework.corpus.journal import Attempt


def usable_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class LocalPool:
    """A pool of supervised processes, one book each."""

    jobs: int

    def run(self, orders: Iterable[BookOrder]) -> Iterator[Attempt]:
        """Run every order, at most `jobs` at a time."""
        waiting = map(Supervisor, orders)
        running = selectors.DefaultSelector()
        try:
            for supervisor in islice(waiting, self.jobs):
                running.register(supervisor, selectors.EVENT_READ)
            while running.get_map():
                for key, _ in running.select():
                    ended = key.fileobj
                    assert isinstance(ended, Supervisor)  # noqa: S101 - no other is registered
                    running.unregister(ended)
                    attempt = ended.finish()
                    for supervisor in islice(waiting, 1):
                        running.register(supervisor, selectors.EVENT_READ)
                    yield attempt
        finally:
            for key in list(running.get_map().values()):
                key.fileobj.end()  # type: ignore[union-attr]  # interrupted
            running.close()
