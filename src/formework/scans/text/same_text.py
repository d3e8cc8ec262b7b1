"""Which titles carry one text, and so can be compared: by what was read, not by the page's face."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from formework.scans.text.title_text import group

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.model import RunningTitle

_FEW = 3  # titles: a reading made less often is more likely a slip than a text of its own


def find_texts(titles: Sequence[RunningTitle]) -> tuple[tuple[str, int], ...]:
    """Tell of each title its section, and which of the section's texts it carries.

    Rectos and versos that carry the same words carry one text: their titles may
    change places. A title read badly is taken to carry what its face usually does.
    """
    texts: dict[int, tuple[str, int]] = {}
    for section in dict.fromkeys(title.section for title in titles):
        members = [number for number, title in enumerate(titles) if title.section == section]
        read = group([titles[number].text for number in members])
        times = Counter(read)
        for number, text in zip(members, read, strict=True):
            if text == -1 or times[text] < _FEW:
                text = _usual(titles, members, read, titles[number].signature[-1:])
            texts[number] = (section, text)
    return tuple(texts[number] for number in range(len(titles)))


def _usual(
    titles: Sequence[RunningTitle], members: Sequence[int], read: Sequence[int], face: str
) -> int:
    """The text most often read on pages of this face."""
    alike = [
        text
        for number, text in zip(members, read, strict=True)
        if titles[number].signature.endswith(face) and text != -1
    ]
    return Counter(alike).most_common(1)[0][0] if alike else -1
