"""One notation for formulas as catalogues write them.

Catalogues write superscripts as ⁴, ^4, ^{4}, ^4^, <sup>4</sup> or `SUP`4`LO`,
dashes in eight kinds, symbols as HTML entities. Here all become one notation, in
which a superscript is ^{4} and every character knows its original position.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    _Replacement = str | Callable[[re.Match[str]], str]

_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_SIZES = {
    "two": 2, "four": 4, "six": 6, "eight": 8, "ten": 10, "twelve": 12, "sixteen": 16,
    "deux": 2, "quatre": 4, "huit": 8, "dix": 10, "douze": 12, "seize": 16,
    "zwei": 2, "vier": 4, "sechs": 6, "acht": 8, "zehn": 10, "zwölf": 12,
}  # fmt: skip
_IN_SIZE = rf"(?:\d{{1,2}}'?s?|(?:{'|'.join(_SIZES)})(?:e?s)?)"
# A signature in words around it: one letter, or a letter repeated.
_SIGN_IN_WORDS = r"(?<![^\W\d_])(\d?([a-z])\2{0,2})"
_LOWERED = str.maketrans(_RAISED + "⁄∕ᐟ", "0123456789///")
# Signs that exports show as two or three Latin characters.
_OFTEN_MANGLED = "πχ†‡§¶±–—−⁴⁵⁶⁷⁸⁹"
_SUBSCRIPTS = "₀₁₂₃₄₅₆₇₈₉"
_LIFTED = str.maketrans(_SUBSCRIPTS, "0123456789")


def _character(entity: re.Match[str]) -> str:
    character = html.unescape(entity[0])
    return character if len(character) == 1 else entity[0]


def _in_words(sizes: re.Match[str]) -> str:
    """Sizes in words: "in eights", or "in 8s and 4s" if they alternate."""
    words = re.findall(rf"\d{{1,2}}|{'|'.join(_SIZES)}", sizes[0].lower())
    return "^{" + "/".join(str(_SIZES.get(word, word)) for word in words) + "}"


def _leaves_in_words(size: re.Match[str]) -> str:
    """A signature with its size in words: "D eights", "D of 8 leaves"."""
    return f"{size[1]}^{{{_SIZES.get(size[3].lower(), size[3])}}}"


def _alternating(sizes: re.Match[str]) -> str:
    """A doubtful size, 8?, or two that alternate with a hyphen or comma, 8-4."""
    return "^{" + "/".join(filter(None, sizes.groups())) + "}"


def _with_leaves(size: re.Match[str]) -> str:
    """A gathering with leaves more or fewer, ⁴⁺¹ or ¹⁰⁻¹: they stand at its end, or stood there."""
    leaves, sign, number = int(size[1]), size[2] or size[3], int(size[4])
    fewer = ",".join(map(str, range(leaves - number + 1, leaves + 1)))
    return f"^{{{leaves}}}({f'+{number}' if sign in '⁺+' else f'-{fewer}'})"


def _without_last(size: re.Match[str]) -> str:
    """A gathering without its last leaves, D8-1; where the figures count up they are leaves."""
    leaves, fewer = int(size[1]), int(size[2])
    if leaves <= fewer:
        return size[0]
    return f"{leaves}(-{','.join(map(str, range(leaves - fewer + 1, leaves + 1)))})"


def _lower(raised: re.Match[str]) -> str:
    return "^{" + raised[0].translate(_LOWERED) + "}"


def _unmangled(mangled: re.Match[str]) -> str:
    """A sign that was written in UTF-8 and read as Windows-1252: Ï€ is π, but ã¹² is itself."""
    octets = b"".join(
        character.encode("cp1252", errors="ignore") or character.encode("latin-1", errors="ignore")
        for character in mangled[0]
    )
    meant = octets.decode("utf-8", errors="ignore")
    return meant if meant and meant in _OFTEN_MANGLED else mangled[0]


def _lower_alteration(raised: re.Match[str]) -> str:
    """A raised alteration, ⁽⁵⁺¹⁾, as (5+1)."""
    return "(" + raised[1].translate(_LOWERED).replace("⁺", "+").replace("⁻", "-") + ")"


def _lift(subscript: re.Match[str]) -> str:
    """A leaf written as a subscript, A₄; after a numbered gathering, 31₄, with a stroke: 31/4."""
    leaf = subscript[2] or subscript[3].translate(_LIFTED)
    return f"{subscript[1]}/{leaf}" if subscript[1] else leaf


def _numbered(numbers: re.Match[str]) -> str:
    """Numbered gatherings, framed so that their size does not continue the number: [1-10]."""
    return f"[{numbers[1]}-{numbers[2]}]" if numbers[2] else f"[{numbers[1]}]"


_SPELLINGS = tuple(
    (re.compile(pattern, re.IGNORECASE), replacement)
    for pattern, replacement in (
        (r"[\u200b-\u200d\u2060\ufeff]|\u00ad(?=[-–])|(?<=[-–])\u00ad", r""),  # invisible
        (r"\u00ad", r"-"),
        (r"&amp;(?=[a-z#])", r"&"),
        (rf"([\d\]])?(?:<sub>\s*(\d{{1,2}})\s*</sub>|([{_SUBSCRIPTS}]{{1,2}}))", _lift),
        (r"&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,10});", _character),
        # The degree sign of a format, including the ways catalogue exports garble it.
        (
            r"(?:(?<=\d)\.)?Â?[°º˚]|Ãª|(?<=\d)\.o(?=:)|(?<=\d):o\b|(?<=\d)(?:\^\{?[o0]\}?\^?|⁰|`SUP`[o0]`LO`|<sup>[o0]</sup>)(?!\d)",
            r"°",
        ),
        (r"â€ (?=[\dA-Za-z`^<(])", r"†"),  # its third octet became a space
        (r"[\u00c2-\u00ef][\u0080-\u00bf€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]{1,2}", _unmangled),
        (r"(?<=\d)\^\{?(to|vo|mo)\b\}?", r"\1"),
        (r"\[sup(?:er[a-z]*|\.)? (pi|chi|[πχ]|\d{1,2})\]", r"^{\1}"),
        (r"`SUP`\s*([^`]{1,12}?)\s*`LO`", r"^{\1}"),
        (r"\$\^\{?(\d{1,2}(?:/\d{1,2})*)\}?\$", r"^{\1}"),  # LaTeX
        (r"<sup>\s*([^<]{1,12}?)\s*</sup>", r"^{\1}"),
        (r"\^[{(]\s*([^{}()]{1,12}?)\s*[)}]\^?", r"^{\1}"),
        (r"\^(\d+(?:/\d+)*|[πχ])\^?", r"^{\1}"),
        (r"(?<=[A-Za-z*†\]])(?:_?\{(\d{1,2})\}|<(\d{1,2})>|_(\d{1,2}))", _alternating),
        (r"(?<=-[a-z]\^\{)(\d)\},(\d)(?=[;(]|$| \d?[a-z]{1,3}[\^-])", r"\1/\2}"),
        (rf"⁽([{_RAISED}⁺⁻]{{1,5}})⁾", _lower_alteration),  # 22⁶⁽⁵⁺¹⁾
        (rf"[{_RAISED}]+(?:[/⁄∕ᐟ][{_RAISED}]+)*", _lower),
        (r"\^\{(\d{1,2})(?:\?|[-,] ?(?=\d))((?:\d{1,2})?)\}", _alternating),
        (r"\^\{(\d{1,2})(?:\}([⁺⁻])\^\{|(\+|-(?=1\})))([1-3])\}", _with_leaves),
        (r"(?<=[A-Za-z*†¶§])(\d{1,2})[-–]([1-3])(?=[\s,;.]|$)", _without_last),
        # 8/4 with each number raised separately: ⁸/⁴ ⁸,⁴ ⁸·⁴; but ², before a sign is its series.
        (r"\}(?:\s*/\s*|[,.·‧•∙⁻-])\^\{(?=\d{1,2}\})(?![23]\}[^\W\d_])", r"/"),
        (
            r"(?<=[A-Za-z\]])([-–]\[?\d{0,2}[A-Za-z]{1,4}\]?)(\d{1,2})[.,](\d{1,2})(?=[\s;:()]|$)",
            r"\1^{\2/\3}",
        ),
        # Numbered gatherings in quotation marks, '1'-'10'8: without them, 1-108.
        (r"(?<!\w)['‘](\d{1,3})['’](?:-['‘](\d{1,3})['’])?(?=\d)", _numbered),
        (r"([A-Za-z\]]\d{1,2})'?s\b", r"\1"),  # A-D8s
        # The series of a sign in brackets, ²[s], as one in them.
        (r"(?<!\S)(\^\{(?:\d|[πχ])\})\[(?=\d{0,2}([a-z])\2{0,2}\])", r"[\1"),
        (r"`[A-Z]{1,4}`|</?(?:i|em|b|strong|sub|span)>|['\"‘’“”„]|\\(?=\W)", r""),
        (r"--+|[‐‑‒–—―−⁻]", r"-"),
        (r"\+\s*/\s*-|\+-", r"±"),
        # Unsigned leaves that are only counted: 4 unsigned leaves, A-K8.
        (
            r"(?<![\w-])\[?(\d{1,2})\]? "
            r"(?:unsigned (?:leaves|leaf|ll|ff)|(?:leaves|leaf|ll|ff)\.? unsigned)\b",
            r"π^{\1}",
        ),
        # Brackets around a range or a sign with its size: (a-b)⁴ and (a⁴) are (a)-(b)⁴ and (a)⁴.
        (r"\((\d?[a-z]{1,2})-(\d?[a-z]{1,2})\)(?=\^\{|\d)", r"(\1)-(\2)"),
        (r"(?<![^\s,;])\((\d?[a-z]{1,2})(\^\{\d{1,2}\})\)", r"(\1)\2"),
        # A series in brackets: [pi]A⁴.
        (r"(?:\^\{)?\[(pi|chi|[πχ])\]\}?(?=\d?[a-z]{1,3}[\^\d-])", r"^{\1}"),
        # A symbol after its letter, A*-F*⁴, as before it.
        (
            r"(?<![\w*†‡§¶+])(\d?[a-z]{1,3})([*†‡§¶])-(\d?[a-z]{1,3})\2(?=\d|\^)",
            r"\2\1-\2\3",
        ),
        (r"(?<![\w*†‡§¶+])(\d?[a-z]{1,3})([*†‡§¶])(?=\^\{)", r"\2\1"),
        # Without brackets: a leaf removed from the gathering before, or leaves added after it.
        (
            r"(?<![^\W\d_])(\d?[a-z]{1,3}|[*†¶])(\^\{\d{1,2}\}),? -\1(\d{1,2})(?=[\s,;.]|$)",
            r"\1\2(-\1\3)",
        ),
        (
            r"(?<=[})]) ?\+ ?\[?(\d{1,2})\]? (?:(?:unsigned|unnumbered|blank|final) )?"
            r"(?:leaf|leaves)\b(?! (?:of )?(?:plates?|engrav|adv|adds))",
            r" χ^{\1}",
        ),
        # In words: A to K in eights. After a format, "in eights" refers to all gatherings.
        (
            r"(?<=[A-Za-z*†])(?: (?:to|through|bis|t/m|tot|à(?! \d)) |\s?(?:\.\.\.?|…)\s?)"
            r"(?=[A-Za-z*†\d])",
            r"-",
        ),
        (
            r"(?<=[^\W\d_]|[*†‡§¶)\]])(?<![tvmi\d]o),? \(?"
            r"(?:(?:all|each|alle|tous) )?(?:in|par|per|por|zu|alternately|alternating)"
            r"(?: in| alternate| je| cahiers de)?"
            rf" {_IN_SIZE}(?:(?: and |/|, ){_IN_SIZE})*\b\)?(?: (?:leaves|ll|ff|bll?)\b\.?)?"
            r"(?! (?!and\b|und\b|with\b)[a-z]{3})",  # not: text in two columns
            _in_words,
        ),
        (
            rf"{_SIGN_IN_WORDS} ({'|'.join(_SIZES)})(?:e?s\b|(?=[,;.]|$))(?! leaves)",
            _leaves_in_words,
        ),
        (
            rf"{_SIGN_IN_WORDS} (?:(?:each|all) )?(?:(?:of|de|di|von|à) )?"
            rf"(\d{{1,2}}|{'|'.join(_SIZES)}) "
            r"(?:leaves|leaf|feuillets|blätter|carte|(?:ll|ff?|bll?|cc)\.)"
            r"(?: (?:each|chacun|je)\b)?",
            _leaves_in_words,
        ),
        (r"\\([a-z]{3,12})!", r"[\1]"),  # \ast!4, as the Heritage of the Printed Book has it
        (r"\s+", r" "),
    )
)


# A symbol that stands before letters in a range, †A-†8E or †8F-†13G.
_PREFIXED_RANGE = re.compile(
    r"([*†‡§¶])\d{0,2}[A-Za-z]{1,3}(?:\^\{\d{1,2}\})?\]?-\[?\1(?=\d{1,2}[A-Za-z])"
)


def _repeat_letter(sign: re.Match[str]) -> str:
    """The sign †8E with its letter repeated: a figure after a symbol is otherwise a size."""
    return sign[1] + sign[3] * int(sign[2])


@dataclass(frozen=True, slots=True)
class Plain:
    """A formula in plain notation; `origins[i]` is the original position of character i."""

    text: str
    origins: tuple[int, ...]

    def origin(self, position: int) -> int:
        """The position in the original formula of a position in the plain text."""
        if position < len(self.origins):
            return self.origins[position]
        return self.origins[-1] + 1 if self.origins else 0


def plain(formula: str) -> Plain:
    """Bring a formula to plain notation.

    >>> plain("A–C`SUP`4`LO` D² &pi;<sup>2</sup>").text
    'A-C^{4} D^{2} π^{2}'
    """
    source = Plain(formula, tuple(range(len(formula))))
    for pattern, replacement in _SPELLINGS:
        source = _respell(source, pattern, replacement)
    if symbols := {found[1] for found in _PREFIXED_RANGE.finditer(source.text)}:
        signs = re.compile(rf"([{''.join(symbols)}])(\d{{1,2}})([A-Za-z])(?![A-Za-z])")
        source = _respell(source, signs, _repeat_letter)
    return source


def _respell(source: Plain, pattern: re.Pattern[str], replacement: _Replacement) -> Plain:
    """Replace a pattern throughout; new characters have the origin of the first they replace."""
    pieces: list[str] = []
    places: list[int] = []
    done = 0
    for match in pattern.finditer(source.text):
        new = replacement(match) if callable(replacement) else match.expand(replacement)
        pieces += source.text[done : match.start()], new
        places += source.origins[done : match.start()]
        places += [source.origins[match.start()]] * len(new)
        done = match.end()
    if not done:
        return source
    return Plain("".join(pieces) + source.text[done:], (*places, *source.origins[done:]))
