"""The words of the running titles of a section, by which a reader knows it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from formework.book.title_words import is_same_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.findings.uses import Use


def section_words(uses: Sequence[Use], texts: Mapping[str, str]) -> str:
    """The most frequent words of a section's titles: verso, then recto if different.

    `texts` are the words of each title by signature, as they were read.
    """
    pages = [page for use in uses for page in use.pages]
    counts = [Counter(texts.get(page, "") for page in pages if page[-1] == face) for face in "vr"]
    words = [count.most_common(1)[0][0] for count in counts if count]
    if len(words) == 2 and is_same_text(*words):
        words.pop()
    return " / ".join(filter(None, words))
