"""Alterations of a gathering after folding: leaves removed, inserted, reprinted.

    (-A4)   (-13X6,7,8)   (-A2-4)      removed
    (±B3)   (±B3.6)                    removed and reprinted: a cancel
    (A1+χ1) (C3+π^2) (H4+1) (-A4+χ1)   inserted after a leaf
    (+8*)                              one leaf, inserted after the eighth
    (-23/6)                            a leaf of a numbered gathering

Anything else in brackets is a note.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from formework.book.formula.drafts import Added, Draft, omit
from formework.book.formula.signatures import SIGN, Signature, guess_range, read_sign, read_word
from formework.book.wording import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEAF = re.compile(
    r"\]?(?:\s|\.(?=\d))?(?:\^\{(?P<raised>\d{1,3})\}|(?P<number>\d{1,3}))"
    r"(?!\d|\s*(?:engraved|folding|plate|map|port|front))"  # plates are not leaves
)
_BETWEEN = re.compile(
    r"(?:[\s,.;&\[\]]|\?(?!\^)|(?<=\d)[*/]|[*†‡](?=[A-Za-z]{1,3}\d))+"  # A4* or *A4 replaces a leaf
    r"|(?:and|und|en|blank|missing|lacking|cancel\w*|inserted|leaf|leaves|presumably|probably)\b"
)
_IS_ALTERATION = re.compile(
    r"(?!.{0,200}\b(?:copy|copies|ex[ae]mpl\w*|ejempl\w*|esempl\w*)\b)"  # (-D8 in some copies)
    r"(?:\s*(?:[-±]|\+|(?:minus|less)\b)|.{0,80}?\w\s*\+\s*[^\s,;.)])",
    re.IGNORECASE,
)
_ONE_LEAF = re.compile(r"\+\s*(?:(?:an?|one|single|unsigned|blank|inserted) )*leaf\b(?! of)")
_DESCRIBED = re.compile(r"\[[^\W\d_](?:[^\W\d_]|[ .]){1,24}\]\d")  # a sign in words: [par.]4
_NUMBERED = re.compile(r"\[?(\d{1,3})\]?/(?=\d)")  # 23/6: leaf 6 of gathering 23
_PLUS = re.compile(r"\s*\+")
_STARRED = re.compile(r"(\d{1,2})\*(?=[\s,;.)]|$)")
_IS_BLANK = re.compile(r"\s*(?:is |are |both )?(?:blank|blanc|bianc|leer|weiss|vacat)")
_GARBLED = re.compile(r"\s*(?P<sign>[^\s\w()\[\]{}^,;.$*=?!:&\"-])(?=\s?\d{0,3}[A-Za-z*†πχ]+\d)")


@dataclass(slots=True)
class _Reading:
    """State while an alteration is read: the sign that applies, and the leaf named last."""

    sign: str = ""
    gathering: Draft | None = None
    leaf: int = 0
    adding: Added | None = None
    altered: bool = False


def alter(content: str, drafts: list[Draft], warnings: list[str]) -> bool:
    """Apply an alteration, written without its brackets, to the gatherings read so far.

    Returns False if the brackets hold only a note.
    """
    if not drafts:
        return False
    garbled = _GARBLED.match(content)
    if garbled and garbled["sign"] not in "-±+†‡§¶πχ":
        warnings.append(f"({content}): {garbled['sign']!r} is read as ±")
        content = "±" + content[garbled.end() :]
    if not _IS_ALTERATION.match(content):
        return False
    content = re.sub(r"^\s*(?:minus|less)\b", "-", content)
    content = _ONE_LEAF.sub("+1", content)
    content = re.sub(r"(?<=[A-Za-z])\*(?=\d)", "", content)  # (D1+D*1), a leaf signed D*
    reading = _Reading()
    position = 0
    while position < len(content):
        between = _BETWEEN.match(content, position)
        if between and not _is_sign(content, position, drafts):
            position = between.end()
        elif content[position] in "-±+" and not _is_plus_sign(content, position, drafts):
            position = _take_sign(content, position, reading, drafts, warnings)
        elif content[position] == "(" and reading.adding:
            position = _alter_added(content, position, reading.adding, warnings)
        else:
            end = _take_leaf(content, position, reading, drafts, warnings)
            if end == position:
                break  # the rest is a note: (-A4, blank)
            position = end
    if not reading.altered:
        warnings.append(f"({content}) changes no leaf that is known: read as a note")
    return reading.altered


def _is_sign(content: str, position: int, drafts: Sequence[Draft]) -> bool:
    """Whether a sign stands here that looks like what separates leaves: [par.]4, or *A4 of *A."""
    named = SIGN.match(content, position)
    prefixed = named and named["prefix"] and read_sign(named)
    known = prefixed and any(draft.signature == prefixed for draft in drafts)
    return bool(known or _DESCRIBED.match(content, position))


def _is_plus_sign(content: str, position: int, drafts: Sequence[Draft]) -> bool:
    """Whether a + is the signature of a leaf removed, (-+2), in a book with a gathering +."""
    removed = content[position] == "+" and content[position - 1 : position] in ("-", "±")
    return removed and any(draft.signature.mark == "+" for draft in drafts)


def _take_sign(
    content: str, position: int, reading: _Reading, drafts: list[Draft], warnings: list[str]
) -> int:
    """Read -, ± or +; within a list of leaves a dash without space before it means "to"."""
    sign = content[position]
    counting = sign == "-" and reading.sign in ("-", "±") and content[position - 1].isdigit()
    if counting and reading.gathering:
        named = SIGN.match(content, position + 1)
        again = named and read_sign(named) == reading.gathering.signature
        follows = _LEAF.match(content, named.end() if named and again else position + 1)
        if follows:
            last = int(follows["number"] or follows["raised"])
            if not 1 <= reading.leaf <= last <= reading.gathering.leaves:
                leaves = f"{reading.gathering.signature}{reading.leaf}-{last}"
                warnings.append(f"({content}): {leaves} is not a range of its leaves")
            for leaf in range(max(reading.leaf, 1), min(last, reading.gathering.leaves) + 1):
                _take_away(reading, leaf)
            return follows.end()
    if sign == "+" and reading.gathering is None:
        reading.gathering = drafts[-1]
        reading.leaf = drafts[-1].leaves
    reading.sign = sign
    reading.adding = None
    return position + 1


def _take_leaf(
    content: str, position: int, reading: _Reading, drafts: list[Draft], warnings: list[str]
) -> int:
    """Read one leaf, with or without its signature; return where it ends."""
    starred = _STARRED.match(content, position) if reading.sign == "+" else None
    if starred and reading.gathering and int(starred[1]) <= reading.gathering.leaves:
        reading.gathering.added.append(Added(int(starred[1]), None, 1))
        reading.altered = True
        return starred.end()
    numbered = _NUMBERED.match(content, position)
    if numbered and any(draft.signature.mark == numbered[1] for draft in drafts):
        reading.gathering = _named(Signature(numbered[1]), drafts, warnings)
        position = numbered.end()
    named = SIGN.match(content, position)
    if named and (named["mark"] or "A")[0] in "+=" and not _is_plus_sign(content, position, drafts):
        named = None  # here + is not a signature but inserts leaves
    signature = read_sign(named) if named else None
    if named and signature is None and _LEAF.match(content, named.end()):
        signature = read_word(named)
    if signature and named and reading.sign == "+":
        end = _put_in_range(content, named.end(), signature, reading, warnings)
        if end:
            return end
    leaf = _LEAF.match(content, named.end() if named and signature else position)
    if leaf is None:
        if named and signature and reading.sign == "-":
            reading.altered = True
            omit(signature, drafts)
            return named.end()
        return position
    anchors = _PLUS.match(content, leaf.end())
    number = int(leaf["number"] or leaf["raised"])
    names_leaf = signature or number > reading.leaf
    if names_leaf and reading.sign == "+" and _IS_BLANK.match(content, leaf.end()):
        return position  # a note on a leaf, (B4+χ^2, B8 blank) or (B7+8 blank); not (B8+1 blank)
    if reading.sign == "+" and not anchors:
        _put_in(reading, signature, leaf)
        return leaf.end()
    if anchors and reading.sign == "+":
        reading.sign = ""
    reading.gathering = (
        _named(signature, drafts, warnings) if signature else (reading.gathering or drafts[-1])
    )
    if not 1 <= number <= reading.gathering.leaves:
        warnings.append(
            f"({content}): {reading.gathering.signature} has "
            f"{counted(reading.gathering.leaves, 'leaf', 'leaves')}, there is no leaf {number}"
        )
        reading.leaf = number
        reading.altered = True
        return leaf.end()
    _take_away(reading, number)
    return leaf.end()


def _take_away(reading: _Reading, leaf: int) -> None:
    reading.leaf = leaf
    reading.altered = reading.altered or bool(reading.sign)
    if reading.gathering and reading.sign == "-":
        reading.gathering.missing.add(leaf)
    elif reading.gathering and reading.sign == "±":
        reading.gathering.cancelled.add(leaf)


def _put_in_range(
    content: str, end: int, first: Signature, reading: _Reading, warnings: list[str]
) -> int:
    """Insert several gatherings, (A4+a-b^4); return where the range ends, 0 if there is none."""
    last = SIGN.match(content, end + 1) if content[end : end + 1] == "-" else None
    signature = read_sign(last) if last else None
    size = _LEAF.match(content, last.end()) if last and signature else None
    if not (signature and size and reading.gathering):
        return 0
    signatures, warning = guess_range(first, signature)
    warnings += [warning] if warning else []
    leaves = int(size["number"] or size["raised"])
    reading.gathering.added += [Added(reading.leaf, each, leaves) for each in signatures]
    reading.altered = True
    return size.end()


def _put_in(reading: _Reading, signature: Signature | None, leaf: re.Match[str]) -> None:
    """Insert leaves after the leaf named last, or one more leaf into the insertion being read."""
    host = reading.gathering
    if host is None:
        return
    reading.altered = True
    count = int(leaf["raised"] or leaf["number"])
    if reading.adding and signature in (None, reading.adding.signature):
        reading.adding.leaves += 1  # χ1,2: the second leaf of the same insertion
        return
    # A leaf signed like its host, or with sign and letter together, is a single leaf.
    own = signature is not None and (
        signature.mark == host.signature.mark or len(signature.mark) > 1
    )
    if signature is not None and own and not leaf["raised"]:
        signature, count = None, 1
    reading.adding = Added(reading.leaf, signature, max(count, 1))
    host.added.append(reading.adding)


def _alter_added(content: str, position: int, added: Added, warnings: list[str]) -> int:
    """Read an alteration of inserted leaves: A^4(A1+χ^2(-χ2))."""
    end = content.find(")", position)
    end = len(content) if end < 0 else end
    draft = Draft(added.signature or Signature("?"), added.leaves)
    inner, _, _ = content[position + 1 : end].partition("(")  # formulas do not nest deeper
    alter(inner, [draft], warnings)
    added.leaves += sum(more.leaves for more in draft.added) - len(draft.missing)
    return end + 1


def _named(signature: Signature, drafts: list[Draft], warnings: list[str]) -> Draft:
    """The nearest earlier gathering with this signature, or the last one read."""
    for draft in reversed(drafts):
        if draft.volume == drafts[-1].volume and draft.signature == signature:
            return draft
    warnings.append(f"{signature} is not in the formula: read as {drafts[-1].signature}")
    return drafts[-1]
