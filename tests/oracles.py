"""Slow and plain ways to compute what the program computes fast."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def textbook_levenshtein(one: bytes, other: bytes) -> int:
    """Wagner and Fischer's table, cell by cell."""
    row = list(range(len(other) + 1))
    for i, a in enumerate(one, start=1):
        before, row[0] = row[0], i
        for j, b in enumerate(other, start=1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (a != b))
    return row[-1]


def brute_force_norm(
    distances: Sequence[Sequence[float]],
    ours: Sequence[int],
    theirs: Sequence[int],
    order: float,
) -> float:
    """The mean norm over the slots that two sides share; NaN if they share none."""
    present = [
        distances[a][b]
        for a, b in zip(ours, theirs, strict=True)
        if a >= 0 and b >= 0 and not math.isnan(distances[a][b])
    ]
    if not present:
        return math.nan
    if math.isinf(order):
        return max(present)
    return float((sum(d**order for d in present) / len(present)) ** (1 / order))


def same_partition(one: Sequence[object], other: Sequence[object]) -> bool:
    """Whether two labellings are the same partition, whatever the labels."""
    pairs = set(zip(one, other, strict=True))
    return len(pairs) == len(set(one)) == len(set(other))
