"""Signature arithmetic: what follows Z, and which gatherings a range from L to 2C has.

Printers signed with an alphabet of 23 letters: I and J were one letter, U and V
another, W was not used; after Z they started again with doubled letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LATIN = "ABCDEFGHIKLMNOPQRSTVXYZ"
_WITH_W = LATIN.replace("X", "WX")
# Greek signatures in Latin letters, as the rules for cataloguing rare books romanize them.
_GREEK_IN_LATIN = (*"ABGDEZĒ", "Th", *"IKLMNXOPRSTY", "Ph", "Ch", "Ps", "Ō")
GREEK = "αβγδεζηθικλμνξοπρστυφχψω"
HEBREW = "אבגדהוזחטיכלמנסעפצקרשת"
# Preliminaries were often signed with accented vowels: ã ẽ ĩ õ ũ.
_VOWELS = ("ãẽĩõũ", "āēīōū", "áéíóú", "àèìòù", "âêîôû")
# Gatherings without a signature are called π and χ; ^πA is an A before the first A.
UNSIGNED = ("π", "χ")
# A letter may carry a symbol, as one sign: *A-*D.
_PREFIXES = "*†‡§¶"
_ONE_LETTER = str.maketrans("JUju", "IViv")
_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")

# Symbols spelled out where a catalogue could not print them.
SPELLED = {
    "pi": "π",
    "chi": "χ",
    "par": "¶",
    "paragraph": "¶",
    "pilcrow": "¶",
    "section": "§",
    "dagger": "†",
    "double dagger": "‡",
    "asterisk": "*",
    "star": "*",
    "asterisco": "*",
    "ast": "*",
    "parágrafo": "§",
    "párrafo": "§",
    "calderón": "¶",
    "calderon": "¶",
    "cross": "✠",
    "croce": "✠",
    "cruz": "✠",
    "kreuz": "✠",
    "maltese cross": "✠",
    "inverted parentheses": ")(",
    "et": "&",
    "con": "[con]",
    "rum": "[rum]",
    "fist": "[fist]",
    "hand": "[fist]",
}
_HEBREW_NAMES = (
    "aleph|alef", "beth|bet", "gimel", "daleth|dalet", "he", "vav|waw", "zayin", "heth|het",
    "teth|tet", "yod", "kaph|kaf", "lamed", "mem", "nun", "samekh", "ayin", "pe", "tsade|sade",
    "qoph|kof", "resh", "shin", "tav|taw",
)  # fmt: skip
_GREEK_NAMES = (
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "omicron", "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi",
    "psi", "omega",
)  # fmt: skip
# Signs described in brackets only: without them, "he" is a word.
_BRACKETED = {
    f"[{name}]": letter
    for letter, names in zip(HEBREW + GREEK, _HEBREW_NAMES + _GREEK_NAMES, strict=True)
    for name in names.split("|")
}
KNOWN_SYMBOLS = frozenset("*†‡§¶πχ✠✝☞☙❧❦♣♭&%@$€#+:~?!=ãẽĩõũāēīōū" + GREEK + GREEK.upper() + HEBREW)

# Short words before a number that are not signatures: conjunctions, parts of formats, notes.
_NOT_SIGNS = (
    "lack", "want", "leer", "fehl", "and", "und", "plus", "with", "mit", "avec", "met", "of",
    "to", "vo", "mo", "fo",
)  # fmt: skip

# One sign in plain notation. Accented and Cyrillic letters are symbols here, because
# catalogue exports turn π, χ and † into them.
INVERTED = r"\)[^\s()\[\]\w^]{0,2}[ox]?[^\s()\[\]\w^]{0,2}\("  # )(, ):(, )o(
_SYMBOL = r"[^\s0-9A-Za-z()\[\]{}^,;.\-/=+:#<>?&±°|‖·⁺⁻`\\]"
_MARK = "|".join(
    (
        r"[A-Za-z](?:[\u0300-\u036f]+|:(?=\^\{\d))",  # p̄ and d:
        r"[A-Za-z]+",
        rf"{_SYMBOL}+",
        rf"(?:\)\()+|(?:\):\()+|(?:\)o\()+|{INVERTED}",  # )( and ):(, also doubled
        r"<[^<>\s]{1,8}>",
        r"\[[\s-]?\]",  # unsigned
        r"\[[^\W\d_](?:[^\W\d_]|[ .]|(?<=[a-z]{4})-|(?<=-de)-){1,24}\]",  # described in words
        # Punctuation with a size, or in a range with a size.
        r"(?:\?+|&+|\++|#+|:+|=+)(?=\^\{\d|-\d{0,2}[?&+#:=]+\^\{\d)|&(?=\d)|\++(?=\]?\d{1,2}(?:[\s,;(]|$))",
    )
)
_FRAMED = rf"(?:{_MARK}|[^\s\w()\[\]{{}}^±-]{{1,4}})"  # (:) and (?): any punctuation
SIGN = re.compile(
    r"(?:\^\{(?P<series>\d{1,2}|[πχ])\}"
    r"|\^\{(?P<raised>pi|chi|[^\w\s-]|[^\W\d_a-zA-Z])\}(?=[(\[]?\d{0,3}[A-Za-z*†‡§¶])"
    r"|(?P<unsigned>(?:[πχ]|pi|chi)(?=[A-Z])|[πχ](?=[2-9]?[A-Za-z]{1,3}\^\{)"
    r"|χ(?=[2-9][A-Za-z]{1,3}\d{1,2}(?:[\s,;(]|$)))"
    # A figure before the letter doubles it only if it is odd: *2A^4 may be *^2 A^4.
    rf"|(?P<prefix>[{_PREFIXES}])(?=[3579]?[A-Za-z]))?"
    rf"(?:\((?P<framed>\d{{0,3}}{_FRAMED})\)|(?P<outer>\d{{1,3}})\((?P<in>{_FRAMED})\)"
    rf"|(?P<times>\d{{0,3}})(?P<mark>{_MARK}))"
)

_ALPHABET_NOTE = re.compile(  # (omitting j, u, w), no J, U or W
    r"\([^()]*[^\W\d_]{4}[^()]*\)|\b(?:no|without|omitting|sans)\s[^;.()\[\]^]*", re.IGNORECASE
)

MAX_GATHERINGS = 5000  # far more than any printed book has; a typing error can exceed it


@dataclass(frozen=True, slots=True)
class Signature:
    """The sign of a gathering: its mark, how often the mark is repeated, and its series.

    2A = Aa = AA is the mark A twice; ²A is A of a second series; (A) is framed.
    Numbered gatherings have their number as mark.

    >>> str(Signature("A", times=2)), str(Signature("*", series="2"))
    ('2A', '²*')
    """

    mark: str
    times: int = 1
    series: str = ""
    framed: bool = False

    def __str__(self) -> str:
        inner = f"{self.times if self.times > 1 else ''}{self.mark}"
        if self.series in (*UNSIGNED, *_PREFIXES) and len(self.mark) == 1:
            inner = self.mark * self.times  # πAA: π2A would be two leaves π before an A
        framed = f"({inner})" if self.framed else inner
        return self.series.translate(_RAISED) + framed

    @property
    def is_unsigned(self) -> bool:
        """Whether the gathering has no signature: π, χ or [ ]."""
        return self.mark in (*UNSIGNED, "[]")

    @property
    def is_known(self) -> bool:
        """Whether printers used this mark; others are usually garbled by an export."""
        mark = self.mark
        if mark.capitalize() in _GREEK_IN_LATIN:
            return True
        if mark.isascii():
            return not (mark.isalpha() and len(mark) > 1)
        return set(mark) <= KNOWN_SYMBOLS


def read_letters(letters: str) -> Signature | None:
    """Read doubled letters in any spelling; `None` if they are not a signature.

    >>> [str(read_letters(s)) for s in ("B", "j", "Aa", "AAa", "Vu")]
    ['B', 'i', '2A', '3A', '2V']
    """
    plain = letters.translate(_ONE_LETTER)
    if len(set(plain.upper())) != 1:
        return None
    return Signature(plain[0], times=len(plain))


def read_sign(match: re.Match[str]) -> Signature | None:
    """The signature that a match of `SIGN` denotes; `None` if it is an ordinary word."""
    series = match["series"] or SPELLED.get(match["unsigned"] or "", match["unsigned"]) or ""
    series = series or match["prefix"] or ""
    if match["raised"]:
        series = SPELLED.get(match["raised"], "π")  # exports garble the raised π
    if match["mark"]:
        times, mark, framed = match["times"], match["mark"], False
    elif match["in"]:
        times, mark, framed = match["outer"], match["in"], True
    else:
        digits = re.match(r"\d*", match["framed"])[0]  # type: ignore[index]
        times, mark, framed = digits, match["framed"][len(digits) :], True
    sign = _read_mark(mark)
    if sign is None or int(times or 1) == 0 or (match["prefix"] and not sign.mark.isalpha()):
        return None
    # Figures before letters already doubled, 2Aa, mean a second alphabet so doubled.
    if times and sign.times > 1 and not series:
        return replace(sign, series=times, framed=framed) if len(times) < 3 else None
    return replace(sign, times=int(times or sign.times), series=series, framed=framed)


def read_word(match: re.Match[str]) -> Signature | None:
    """Read a short word as a signature; for words followed by a size or a leaf."""
    word = match["mark"] or ""
    doubled = word.isascii() and word.isalpha() and read_letters(word)  # 102FF was no signature
    if not 1 < len(word) <= 4 or doubled or word.lower().startswith(("pi", "chi", *_NOT_SIGNS)):
        return None
    times = int(match["times"] or 1)
    return Signature(SPELLED.get(word.lower(), word), times=times) if times else None


def _read_mark(mark: str) -> Signature | None:
    if mark.lower() in _BRACKETED:
        return Signature(_BRACKETED[mark.lower()])
    word = mark.strip("[].")
    if len(word) > 1 and word.lower() in SPELLED:
        return Signature(SPELLED[word.lower()])
    if word.isascii() and word.isalpha():
        letters = read_letters(word)
        return letters if letters or mark == word else Signature(mark)
    if mark[0] == ")":
        once = re.match(INVERTED, mark)[0]  # type: ignore[index]
        doubled = len(mark) % len(once) == 0 and once * (len(mark) // len(once)) == mark
        return Signature(once, times=len(mark) // len(once)) if doubled else Signature(mark)
    if mark[0] in "[<" or len(set(mark)) > 1:
        return Signature("[]" if mark in ("[ ]", "[-]") else mark)
    return Signature(mark[0], times=len(mark))


def latin_letters(formula: str) -> Sequence[str]:
    """The Latin letters that signatures of this formula count by.

    W counts only in the rare book that declares a gathering W.

    >>> len(latin_letters("A-K^4")), len(latin_letters("A-V^4 W^4")), latin_letters("(in Greek)")[2]
    (23, 24, 'G')
    """
    if re.search(r"\bin greek\b", formula, re.IGNORECASE):
        return _GREEK_IN_LATIN
    gatherings = _ALPHABET_NOTE.sub("", formula)
    return _WITH_W if re.search(r"(?<![A-Za-z])[Ww]{1,3}(?![A-Za-z])", gatherings) else LATIN


def count_on(
    first: Signature, last: Signature, *, latin: Sequence[str] = LATIN
) -> list[Signature] | None:
    """All signatures from first to last, both included; `None` if it is not a range.

    >>> " ".join(map(str, count_on(Signature("X"), Signature("B", times=2))))
    'X Y Z 2A 2B'
    """
    alphabet = _alphabet(first.mark, latin=latin)
    if first.mark.isdecimal() and last.mark.isdecimal():
        start, stop = int(first.mark), int(last.mark)
        if not 0 <= stop - start < MAX_GATHERINGS:
            return None
        return [replace(first, mark=str(number)) for number in range(start, stop + 1)]
    if first.mark == last.mark and (first.mark not in alphabet or first.mark in UNSIGNED):
        alphabet = (first.mark,)  # a symbol is its own alphabet: *, 2*, 3*; so is π: π, 2π
    if first.mark not in alphabet or last.mark not in alphabet:
        return None
    size = len(alphabet)
    start = (first.times - 1) * size + alphabet.index(first.mark)
    stop = (last.times - 1) * size + alphabet.index(last.mark)
    if not 0 <= stop - start < MAX_GATHERINGS:
        return None
    return [
        Signature(alphabet[place % size], place // size + 1, first.series, first.framed)
        for place in range(start, stop + 1)
    ]


def guess_range(
    first: Signature, last: Signature, *, latin: Sequence[str] = LATIN
) -> tuple[list[Signature], str]:
    """The signatures of a range, also one with an obvious slip, and a warning about the slip.

    >>> [str(s) for s in guess_range(Signature("A", times=2), Signature("C"))[0]]
    ['2A', '2B', '2C']
    """
    if counted := count_on(first, last, latin=latin):
        return counted, ""
    same_times = replace(last, times=max(first.times, last.times))
    mark = last.mark.upper() if first.mark.isupper() else last.mark.lower()
    for meant in (same_times, replace(last, mark=mark)):
        if counted := count_on(first, meant, latin=latin):
            return counted, f"{first}-{last} is read as {first}-{meant}"
    backwards = count_on(last, first, latin=latin)
    fault = "runs backwards" if backwards else "is not a range of one alphabet"
    warning = f"{first}-{last} {fault}: read as {first} and {last} only; correct the formula"
    return [first, last], warning


def _alphabet(mark: str, *, latin: Sequence[str]) -> tuple[str, ...]:
    """The letters of the alphabet a mark belongs to; empty for a symbol."""
    small = tuple(letter.lower() for letter in latin)
    for alphabet in (latin, small, GREEK, GREEK.upper(), HEBREW, *_VOWELS):
        if mark in tuple(alphabet):
            return tuple(alphabet)
    return ()
