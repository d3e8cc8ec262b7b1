"""Which titles carry the same text and can therefore be compared.

By the words that were read, not by recto and verso: rectos and versos that
carry the same words carry one text, and their titles may change places.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from formework.book.title_words import group_texts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.model import RunningTitle

# Titles. A reading that occurs less often is more likely an OCR error than a text of its own.
_FEWEST_OF_ONE_TEXT = 3
_UNREAD = -1  # the group of a title whose text could not be read


def find_texts(titles: Sequence[RunningTitle]) -> tuple[tuple[str, int], ...]:
    """Return for each title its section, and the number of its text within the section.

    A title that was read badly is assigned the text that pages of its face
    (recto or verso) usually carry; -1 where none of them could be read.
    """
    texts: dict[int, tuple[str, int]] = {}
    for section in dict.fromkeys(title.section for title in titles):
        members = [number for number, title in enumerate(titles) if title.section == section]
        read = group_texts([titles[number].text for number in members])
        times = Counter(read)
        for number, text in zip(members, read, strict=True):
            if text == _UNREAD or times[text] < _FEWEST_OF_ONE_TEXT:
                text = _usual_text(titles, members, read, titles[number].signature[-1:])
            texts[number] = (section, text)
    return tuple(texts[number] for number in range(len(titles)))


def _usual_text(
    titles: Sequence[RunningTitle], members: Sequence[int], read: Sequence[int], face: str
) -> int:
    """Return the text most often read on pages of this face."""
    same_face = [
        text
        for number, text in zip(members, read, strict=True)
        if titles[number].signature.endswith(face) and text != _UNREAD
    ]
    return Counter(same_face).most_common(1)[0][0] if same_face else _UNREAD
