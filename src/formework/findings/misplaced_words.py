"""Titles whose words belong to the other face: a recto's on a verso, a verso's on a recto."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from formework.book.title_words import comparable, is_other_text, is_same_text
from formework.findings.finding import Finding, Kind
from formework.findings.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.findings.uses import Use

# Probability, set by hand: a page's title is misread so badly that it looks like the other face's.
_MISREAD = 0.02


def read_texts(uses: Sequence[Use], texts: Mapping[str, str]) -> Iterator[Finding]:
    """Sheet sides on which pages carry the words of the other face.

    `texts` are the words of each title by signature, as located or supplied.
    """
    words = {page: comparable(texts.get(page, "")) for use in uses for page in use.pages}
    usual = {face: _usual([text for page, text in words.items() if page[-1] == face and text])
             for face in "rv"}  # fmt: skip
    if not all(usual.values()) or not is_other_text(usual["r"], usual["v"]):
        return  # both faces carry one text
    for use in uses:
        wrong = [page for page in use.pages if _is_other(words[page], page[-1], usual)]
        if not wrong:
            continue
        both = {page[-1] for page in wrong} == {"r", "v"}
        titles = [f"{page} “{texts[page]}”" for page in wrong]
        if both and len(wrong) == 2:
            text = f"In {use.side}, {listed(titles)} carry each other's title."
        else:
            text = f"In {use.side} the title of the other face is on {listed(titles)}."
        yield Finding(
            Kind.MOVED_TITLE, use.section, (use.skeleton,), (use.side,), tuple(wrong), text,
            round(1 - _MISREAD ** len(wrong), 4),
        )  # fmt: skip


def _usual(texts: Sequence[str]) -> str:
    return Counter(texts).most_common(1)[0][0] if texts else ""


def _is_other(text: str, face: str, usual: Mapping[str, str]) -> bool:
    own, other = usual[face], usual["v" if face == "r" else "r"]
    return bool(text) and is_same_text(text, other) and is_other_text(text, own)
