"""Sections: the stretches of a book under one running title, verso and recto each with its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.model import Face
from formework.scans.text.title_text import group

if TYPE_CHECKING:
    from collections.abc import Sequence

# A verso's title and its recto's change on facing pages or on two sides of a leaf.
TOGETHER = 2


def find_sections(texts: Sequence[str | None], faces: Sequence[Face]) -> tuple[str, ...]:
    """Return the section of each page, numbered from 1; empty where a page has no title.

    `texts` are the running titles in book order, None where there is none. A
    single title out of place, or misread, begins no section; a pair of titles
    that comes back continues its old one.

    >>> v, r = Face.VERSO, Face.RECTO
    >>> find_sections(["A", "B", "A", "B", "C", "D", "C", "D"], [v, r] * 4)
    ('1', '1', '1', '1', '2', '2', '2', '2')
    """
    groups = group([text or "" for text in texts])
    present = [index for index, text in enumerate(texts) if text is not None]
    changes = sorted(
        change
        for face in Face
        for change in _changes([i for i in present if faces[i] == face], groups)
    )
    starts = _merged(changes)
    names: dict[tuple[int, ...], str] = {}
    sections = [""] * len(texts)
    for start, stop in zip(starts, [*starts[1:], len(texts)], strict=True):
        pages = [index for index in present if start <= index < stop]
        if pages:
            pair = tuple(_usual([groups[i] for i in pages if faces[i] == face]) for face in Face)
            name = names.setdefault(pair, str(len(names) + 1))
            for index in pages:
                sections[index] = name
    return tuple(sections)


def _changes(pages: Sequence[int], groups: Sequence[int]) -> list[int]:
    """The pages of one face at which its title changes for good."""
    changes, current = [], None
    for place, page in enumerate(pages):
        after = [groups[later] for later in pages[place + 1 : place + 2]]
        lasting = not after or after == [groups[page]]
        if current is None or (groups[page] not in (current, -1) and lasting):
            changes.append(page)
            current = groups[page]
    return changes


def _merged(changes: Sequence[int]) -> list[int]:
    starts = [0]
    for change in changes:
        if change - starts[-1] > TOGETHER:
            starts.append(change)
    return starts


def _usual(groups: Sequence[int]) -> int:
    return max(set(groups), key=groups.count, default=-1)
