"""Titles in the wrong place by their very words: a recto's on a verso, a verso's on a recto."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from rapidfuzz import fuzz

from formework.findings.finding import Finding, Kind
from formework.findings.phrases import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.findings.uses import Use

# Likeness of two texts from 0 to 100. Words read off a scan are seldom read quite right.
_ALIKE = 75.0
_UNLIKE = 55.0
_MISREAD = 0.02  # how often a page's words would be so misread as to look like the other face's


def read_texts(uses: Sequence[Use], texts: Mapping[str, str]) -> Iterator[Finding]:
    """Sheet sides on which pages carry the words of the other face.

    `texts` are the words of each title by signature, as located or supplied.
    """
    words = {page: _plain(texts.get(page, "")) for use in uses for page in use.pages}
    usual = {face: _usual([text for page, text in words.items() if page[-1] == face and text])
             for face in "rv"}  # fmt: skip
    if not all(usual.values()) or fuzz.ratio(usual["r"], usual["v"]) > _UNLIKE:
        return  # both faces carry one text
    for use in uses:
        wrong = [page for page in use.pages if _is_other(words[page], page[-1], usual)]
        if not wrong:
            continue
        both = {page[-1] for page in wrong} == {"r", "v"}
        told = [f"{page} “{texts[page]}”" for page in wrong]
        text = f"In {use.side} the title of the other face stands on {listed(told)}"
        text += ": they carry each other's title." if both and len(wrong) == 2 else "."
        yield Finding(
            Kind.MOVED_TITLE, use.section, (use.skeleton,), (use.side,), tuple(wrong), text,
            round(1 - _MISREAD ** len(wrong), 4),
        )  # fmt: skip


def _plain(text: str) -> str:
    return "".join(character for character in text.upper() if character.isalpha())


def _usual(texts: Sequence[str]) -> str:
    return Counter(texts).most_common(1)[0][0] if texts else ""


def _is_other(text: str, face: str, usual: Mapping[str, str]) -> bool:
    own, other = usual[face], usual["v" if face == "r" else "r"]
    return bool(text) and fuzz.ratio(text, other) >= _ALIKE and fuzz.ratio(text, own) <= _UNLIKE
