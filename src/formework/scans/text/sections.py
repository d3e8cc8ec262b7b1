"""Sections: the parts of a book under one pair of running titles, verso and recto."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.model import Face
from formework.book.title_words import group_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

# Pages. A new section changes the verso's title and the recto's on facing pages or on the two
# sides of one leaf: two changes no further apart than this are one.
_SAME_CHANGE = 2
_UNREAD = -1  # the group of a title whose text could not be read


def find_sections(texts: Sequence[str | None], faces: Sequence[Face]) -> tuple[str, ...]:
    """Return the section of each page, numbered from 1; empty where a page has no title.

    `texts` are the running titles in book order, None where there is none. A
    single misplaced or misread title starts no section; a pair of titles that
    returns continues its earlier section.

    >>> v, r = Face.VERSO, Face.RECTO
    >>> find_sections(["A", "B", "A", "B", "C", "D", "C", "D"], [v, r] * 4)
    ('1', '1', '1', '1', '2', '2', '2', '2')
    """
    groups = group_texts([text or "" for text in texts])
    present = [index for index, text in enumerate(texts) if text is not None]
    changes = sorted(
        change
        for face in Face
        for change in _find_changes([i for i in present if faces[i] == face], groups)
    )
    starts = _section_starts(changes)
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


def _find_changes(pages: Sequence[int], groups: Sequence[int]) -> list[int]:
    """Return the pages of one face on which its title changes and stays changed."""
    changes, current = [], None
    for place, page in enumerate(pages):
        after = [groups[later] for later in pages[place + 1 : place + 2]]
        lasting = not after or after == [groups[page]]
        if current is None or (groups[page] not in (current, _UNREAD) and lasting):
            changes.append(page)
            current = groups[page]
    return changes


def _section_starts(changes: Sequence[int]) -> list[int]:
    """Return the first page of each section: changes close together are one."""
    starts = [0]
    for change in changes:
        if change - starts[-1] > _SAME_CHANGE:
            starts.append(change)
    return starts


def _usual(groups: Sequence[int]) -> int:
    return max(set(groups), key=groups.count, default=_UNREAD)
