"""How fast the books of a run are finished, and how long the rest will take."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_HOUR, _MINUTE = 3600, 60


@dataclass
class RunPace:
    """Counts finished books; `clock` gives seconds."""

    total: int
    clock: Callable[[], float] = time.monotonic
    done: int = 0
    failed: int = 0
    started: float = field(init=False)

    def __post_init__(self) -> None:
        self.started = self.clock()

    @property
    def finished(self) -> int:
        """Books done or failed in this run."""
        return self.done + self.failed

    @property
    def per_hour(self) -> float:
        """Books finished per hour, over the whole run; 0 before the first."""
        seconds = self.clock() - self.started
        return self.finished * _HOUR / seconds if seconds > 0 else 0.0

    @property
    def seconds_left(self) -> float | None:
        """How long the rest will take at this pace; `None` before the first book."""
        return (self.total - self.finished) * _HOUR / self.per_hour if self.finished else None

    def describe(self) -> str:
        """One line: 12 of 200 books (1 failed), 350 books per hour, 32 min left."""
        failed = f" ({self.failed} failed)" if self.failed else ""
        words = f"{self.finished} of {self.total} books{failed}"
        if self.seconds_left is None:
            return words
        rate = f"{self.per_hour:.0f}" if self.per_hour >= 10 else f"{self.per_hour:.1f}"
        return f"{words}, {rate} books per hour, {describe_duration(self.seconds_left)} left"


def describe_duration(seconds: float) -> str:
    """A duration in words.

    >>> describe_duration(45), describe_duration(1920), describe_duration(3 * 3600 + 300)
    ('45 s', '32 min', '3 h 5 min')
    """
    if seconds < 2 * _MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * _HOUR:
        return f"{seconds / _MINUTE:.0f} min"
    return f"{seconds // _HOUR:.0f} h {seconds % _HOUR // _MINUTE:.0f} min"
