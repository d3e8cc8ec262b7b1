"""The pace: books per hour and time left."""

from __future__ import annotations

from formework.corpus.pace import RunPace


def test_pace_is_over_the_whole_run() -> None:
    """Ten books in half an hour are twenty per hour, and forty more take two hours."""
    now = [0.0]
    pace = RunPace(50, clock=lambda: now[0])
    assert pace.describe() == "0 of 50 books"
    now[0] = 1800.0
    pace.done, pace.failed = 9, 1
    assert pace.per_hour == 20.0
    assert pace.seconds_left == 7200.0
    assert pace.describe() == "10 of 50 books (1 failed), 20 books per hour, 2 h 0 min left"
