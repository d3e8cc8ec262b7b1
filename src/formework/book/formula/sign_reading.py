"""Signatures where they stand in a formula: what follows them decides how they are read."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.formula.signatures import (
    SIGN,
    SPELLED,
    Signature,
    count_on,
    read_sign,
    read_word,
)
from formework.book.formula.sizes import SIZE, leaves_of

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

_NUMBERED = re.compile(
    r"(?:\^\{(?P<series>\d{1,2})\})?(?P<first>\d{1,4})"
    r"(?:\]?-\[?(?:\^\{\d{1,2}\})?(?P<last>\d{1,4}))?(?=\]?\^\{\d|\]\d|\(\d)"
)
# Signs spelled out without brackets, other than π and χ, are also words.
_SPELLED_WORDS = frozenset(SPELLED) - {"pi", "chi"}
_IS_SIZED = re.compile(rf"{SIZE.pattern}|\s?[-=]\s?\d{{0,3}}[^\W\d_]")
_CON = re.compile(r"9(?= ?\^\{\d{1,2}\}|\d{1,2}(?:[\s,;.(]|$)| \d{1,2}(?:[\s,;.(]|$))")
_DASH = re.compile(r"\]?\s?[-=]\s?\]?\[?")
_FRAMED_SIGN_GOES_ON = re.compile(r"\^\{\d|\d|\s?[-=]\s?\d{0,3}[(\[]|\]")


def sign_at(text: str, position: int) -> tuple[Signature, int] | None:
    """The signature at this position and its end; an unknown sign counts if a size follows it.

    >>> sign_at("(A8 blank)", 0), str(sign_at("(:)^{4}", 0)[0])
    (None, '(:)')
    """
    match = SIGN.match(text, position)
    if not match:
        return None
    framed = not match["mark"]
    if framed and not _FRAMED_SIGN_GOES_ON.match(text, match.end()):
        return None
    if (match["mark"] or "").lower() in _SPELLED_WORDS and not _IS_SIZED.match(text, match.end()):
        return None  # the word "par" or "et", not a sign
    signature = read_sign(match)
    if signature is None and SIZE.match(text, match.end()):
        signature = read_word(match)
    return (signature, match.end()) if signature else None


def garbled_series(text: str, position: int) -> str:
    """A warning if the sign here is a figure read as [con], or has a garbled raised π, or ""."""
    match = SIGN.match(text, position)
    if not match and _CON.match(text, position):
        return "the figure 9 after & is read as [con]"
    if not match or not match["raised"] or match["raised"] in SPELLED:
        return ""
    return f"{match['raised']!r} raised before {match['mark'] or match['framed']} is read as π"


def numbered_at(text: str, position: int) -> tuple[Signature, Signature, int] | None:
    """The first and last of numbered gatherings, 1-12^8, and where they end."""
    match = _NUMBERED.match(text, position)
    if not match:
        return None
    first = Signature(str(int(match["first"])), series=match["series"] or "")
    return first, replace(first, mark=str(int(match["last"] or match["first"]))), match.end()


def range_end(text: str, position: int) -> tuple[int, tuple[Signature, int] | None]:
    """Where a dash at this position ends, and the signature after it with its end.

    >>> range_end("A^{8}", 1), range_end("A-[dagger]^{8}", 1)[1][0].mark
    ((1, None), '†')
    """
    dash = _DASH.match(text, position)
    if not dash:
        return position, None
    last = sign_at(text, dash.end() - dash[0].endswith("[")) or sign_at(text, dash.end())
    if last is None and (numbered := numbered_at(text, dash.end())):
        last = numbered[1:]
    return dash.end(), last


def range_sized_twice(
    text: str, first: Signature, size: re.Match[str]
) -> tuple[Signature | None, int]:
    """The last signature of a range with the same size at both ends, A8-K8, and where it ends.

    Two sizes that differ belong to two gatherings if one follows the other: ¶4-¶¶1.
    """
    after_dash, last = range_end(text, size.end())
    joins = "-" in text[size.end() : after_dash] and first.is_unsigned
    if last and joins and not last[0].is_unsigned:
        return None, after_dash  # [ ]²-A-D⁴: unsigned leaves and A begin no range
    again = SIZE.match(text, last[1]) if last else None
    if not (last and again):
        return None, size.end()
    if leaves_of(again) == leaves_of(size):
        return last[0], again.end()
    adjacent = count_on(first, last[0]) == [first, last[0]]
    return None, after_dash if adjacent else size.end()


def con_after_et(
    text: str, position: int, names: Container[str], waiting: Sequence[Signature]
) -> tuple[Signature, int] | None:
    """The sign [con] written as a figure, 9^{8} or 94, where the alphabet went on with &."""
    after_et = "&" in names or (waiting and waiting[-1].mark == "&")
    con = _CON.match(text, position) if after_et else None
    return (Signature(SPELLED["con"]), con.end()) if con else None


def letters_in_turn(signatures: Sequence[Signature], taken: Container[str]) -> list[Signature]:
    """The signatures, and for letters written together each letter: ab^8 is a^8 b^8.

    Letters that are `taken` are not meant again: AB^8 after A-Z^8 is one gathering.

    >>> [str(one) for one in letters_in_turn([Signature("ab"), Signature("bc")], ())]
    ['a', 'b', 'bc']
    """
    apart: list[Signature] = []
    for signature in signatures:
        together = signature.mark.isalpha() and len(signature.mark) > 1
        letters = [replace(signature, mark=letter) for letter in signature.mark if together]
        in_turn = together and count_on(letters[0], letters[-1]) == letters
        free = not any(letter in apart or str(letter) in taken for letter in letters)
        apart += letters if in_turn and free else [signature]
    return apart


def join_doubled(waiting: list[Signature], signature: Signature) -> Signature:
    """Join a sign written twice with a space, ):( ):(^8; what is joined leaves `waiting`."""
    if signature.times > 1:
        return signature  # * **^4 are two gatherings
    while waiting and replace(waiting[-1], times=signature.times) == signature:
        signature = replace(signature, times=signature.times + waiting.pop().times)
    return signature


def signed_twice(first: Signature, second: Signature) -> Signature:
    """The signature of a gathering that is signed in two ways: */2*."""
    return replace(first, mark=f"{replace(first, series='')}/{second}", times=1)
