"""Leaves listed by number after a signature: χ1,2 and E^8 E9.[10]."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from formework.book.formula.drafts import Added, Draft

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.formula.signatures import Signature

_LEAF = r"\[?\d{1,2}\]?"
_LIST = re.compile(rf"\]?{_LEAF}(?:[.,-]{_LEAF}){{0,40}}(?=[\s.,;:()\]]|$)")


def listed_leaves(text: str, position: int) -> tuple[list[int], int]:
    """The leaves listed here and where the list ends; no leaves if they do not count upwards.

    >>> listed_leaves("9.[10] F^{4}", 0), listed_leaves("1-3", 0), listed_leaves("8/4", 0)
    (([9, 10], 6), ([1, 2, 3], 3), ([], 0))
    """
    found = _LIST.match(text, position)
    if not found:
        return [], position
    numbers = [int(number) for number in re.findall(r"\d+", found[0])]
    leaves = list(range(numbers[0], numbers[-1] + 1))
    counts_up = leaves == numbers or ("-" in found[0] and len(numbers) == 2 and leaves)
    return (leaves, found.end()) if counts_up and numbers[0] else ([], position)


def place_leaves(
    signature: Signature, leaves: Sequence[int], drafts: Sequence[Draft], volume: int
) -> str:
    """Add listed leaves to the gathering read last if they continue it; return a note.

    M^4 M5 is a gathering of four with one leaf more, not a second gathering M of five.
    An empty note means that the leaves do not continue the gathering.
    """
    last = drafts[-1] if drafts else None
    if last is None or last.signature != signature or last.volume != volume:
        return ""
    appended = sum(more.leaves for more in last.added if _is_appended(more, last))
    if leaves[0] != last.leaves + appended + 1:
        return ""
    if last.leaves == 1:
        last.leaves += len(leaves)  # χ1 χ2: both are single leaves
    elif appended:
        next(more for more in last.added if _is_appended(more, last)).leaves += len(leaves)
    else:
        last.added.append(Added(last.leaves, None, len(leaves)))
    listed = ",".join(map(str, leaves))
    return f"{signature}{listed} added to {signature}"


def _is_appended(added: Added, draft: Draft) -> bool:
    """Whether leaves stand at the end of their gathering and continue its numbers."""
    return added.signature is None and added.after == draft.leaves
