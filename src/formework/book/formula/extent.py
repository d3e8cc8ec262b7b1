"""The extent of a book as catalogues state it: 8 leaves, [8], 332 carte, pp. [8] 1-205 [3].

It is checked against the gatherings.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
_LEAF_WORD = (
    r"(?:leaves|leaf\b|ll\b\.?|ff\b\.?|fols?\b\.?|folios|feuillets|hojas|folhas|carte\b|cc\b\.?|"
    r"[lhfc]\.|bll?\b\.?|bladen|blätter)(?![\^\d-])(?:\s?(?:n\.?\s?)?(?:ch|num|n)\.)?"
)
# Numbers in one bracket without commas are gatherings that lost their superscripts: [1-28 36 44].
_NOT_FLATTENED = r"(?<!\[)(?!\[[\d-]+ \d[\d -]*\])"
_LEAVES = re.compile(
    rf"{_NOT_FLATTENED}=?\s?(?:\d{{1,4}} (?:of|von|di|de|van) )?"
    r"(?P<leaves>(?:\[?\d{1,5}(?:-\d{1,5})?\]?[\s,]{0,2}){1,8}+)(?:unnumbered\s|unn\.\s)?"
    rf"{_LEAF_WORD}",
    re.IGNORECASE,
)
_EQUALS = re.compile(r"=\s?(?P<leaves>\d{1,5})(?=\s*(?:[;.)]|$))")  # A-K^4=40
_FOLIATED = r"(?:ff|fols?|foll|folios|leaves|bll|cc)\b\.?(?: num\.)?\s?:?\s?"
_FOLIATION = re.compile(rf"{_FOLIATED}(?P<leaves>(?=\[?\d)[^;$]*)", re.IGNORECASE)
_PAGINATION = re.compile(
    r"(?:pp\b\.?|p\.|pages\b|paginated\b)\s?:?\s?(?P<before>(?=[\[\d_ivxlc(])[^;$]*)"
    r"|(?P<after>(?:\[?[\divxlc]{1,8}\]?(?:-\[?[\divxlc]{1,8}\]?)?[\s,]{1,2}){1,40}+)"
    r"(?:pp?\.|pages\b|s\.|seiten\b)",
    re.IGNORECASE,
)
# After the gatherings, bibliographies may leave out "pp.": A-E^4; [1-5] 6-38 [39-40].
_NUMBERED = r"\[?[\divxlc]{1,8}(?:-[\divxlc]{1,8})?\]?"
_UNMARKED = re.compile(
    rf"(?<=[;:.]\s)(?=[^;.]*\d-\d)(?P<after>{_NUMBERED}(?: {_NUMBERED}){{1,40}}+)(?=\s*(?:[.;]|$))",
    re.IGNORECASE,
)
# Before the gatherings, a pagination ends where the first signature stands.
_NUMBERS_BEFORE = (
    r"(?:[\s,.=_\[\]-]|\d{1,5}(?![\w^])"
    r"|[ivxlcdm]{1,8}(?:-[ivxlcdm]{1,8})?(?![\w^-])|\^\{\d{1,2}\}|\([^()]*\)){1,200}+"
)
_PAGINATION_BEFORE = re.compile(
    rf"(?:pp\b\.?|p\.|pages\b)(?!-)\s?:?\s?(?P<before>{_NUMBERS_BEFORE})",  # not PP-ZZ8
    re.IGNORECASE,
)
_FOLIATION_BEFORE = re.compile(
    rf"{_FOLIATED}(?P<leaves>(?=\[?(?:\d|[ivxlc]{{1,8}}\b)){_NUMBERS_BEFORE})(?:n\. ?n\.)?",
    re.IGNORECASE,
)
# Before the gatherings, single sequences may be described and corrected:
# [2: errata], CXX [recte CXXI], [1 blank] leaves.
_NUMERAL = r"(?:\d{1,5}|[ivxlcdm]{1,12})(?![\w^])"
_SEQUENCE = re.compile(
    rf"\[(?:i\. ?e\.|recte|sc\.|of|di|de|von)[:,]? ?(?P<corrected>{_NUMERAL})\]?"
    rf"|\[\d{{1,4}} (?:of|di|de|von) (?P<complete>{_NUMERAL})\]"
    rf"|[\[(](?P<described>{_NUMERAL})"
    r"[:,]? [^\[\]()\d^]{2,60}[\])]"
    rf"|[\[(]?(?P<first>{_NUMERAL})(?:-\[?(?P<last>{_NUMERAL}))?[\])]?",
    re.IGNORECASE,
)
_KINDS = ("corrected", "complete", "described", "last", "first")
_BARE_SEQUENCE = re.sub(r"\?P<\w+>", "?:", _SEQUENCE.pattern)
_SEQUENCES = re.compile(
    rf"{_NOT_FLATTENED}(?P<sequences>(?:(?:{_BARE_SEQUENCE})(?:[\s,;+]|\.(?=\s)|(?<=\])-){{0,3}}){{1,40}}+)"
    rf"(?:(?P<leaves>(?:unnumbered |unn\. )?{_LEAF_WORD})|(?:pp?\.|pages\b|s\.(?=\s|$)|seiten\b))",
    re.IGNORECASE,
)
# Sequences that do not say what they count, [4], 59, [1], up to a stop.
_UNNAMED = re.compile(r"(?=[^.]{0,40}[\[\]])\[?\d{1,4}\]?(?:, \[?\d{1,4}\]?){1,12}[.;:](?=\s)")


@dataclass(frozen=True, slots=True)
class Extent:
    """Leaves or pages that a record counts, and where the statement ends; 0 if not counted."""

    end: int
    leaves: int = 0
    pages: int = 0


def leaf_count(text: str, position: int) -> Extent | None:
    """A number of leaves at this position, 108 leaves; `None` if there is none."""
    found = _LEAVES.match(text, position) or _EQUALS.match(text, position)
    return Extent(found.end(), leaves=count_pages(found["leaves"]) or 0) if found else None


def sequences_before(text: str, position: int) -> Extent | None:
    """Sequences of leaves or pages before the gatherings, with what describes or corrects them.

    >>> sequences_before("[8], 82 [i.e. 80], [1 blank] pp. Collation", 0)
    Extent(end=32, leaves=0, pages=89)
    """
    found = _SEQUENCES.match(text, position)
    if not found:
        unnamed = _UNNAMED.match(text, position)
        return Extent(unnamed.end()) if unnamed else None
    counts: list[int] = []
    for each in _SEQUENCE.finditer(found["sequences"]):
        number = read_number(next(each[kind] for kind in _KINDS if each[kind]))
        if each["corrected"]:
            counts = counts[:-1]
        first = (read_number(each["first"]) if each["last"] else 1) or 1
        number = number or 0
        counts.append(number - first + 1 if first <= number else number + first)  # 423-[9]
    leaves = bool(found["leaves"])
    return Extent(found.end(), leaves=sum(counts) * leaves, pages=sum(counts) * (not leaves))


def foliation(text: str, position: int, *, before: bool) -> Extent | None:
    """A foliation, ff. [4], 1-32; `before` the gatherings it ends at the first signature."""
    found = (_FOLIATION_BEFORE if before else _FOLIATION).match(text, position)
    return Extent(found.end(), leaves=count_pages(found["leaves"]) or 0) if found else None


def pagination(text: str, position: int, *, before: bool) -> Extent | None:
    """A pagination, pp. [8] 1-205 [3] or 205 S.; `before` as in `foliation`."""
    found = (_PAGINATION_BEFORE if before else _UNMARKED).match(text, position)
    found = found or _PAGINATION.match(text, position)
    if not found:
        return None
    given = found.groupdict()
    numbers = given.get("before") or given.get("after") or ""
    return Extent(found.end(), pages=count_pages(numbers) or 0)


def count_pages(pagination: str) -> int | None:
    """Count the pages of a pagination statement; `None` if it cannot be counted.

    >>> [count_pages(text) for text in ("[8] 1-205 [3]", "xvi, 205, [3]", "[i-vi] 1-89 [90]")]
    [216, 224, 96]
    """
    plain = re.sub(r"\([^()]*\)", " ", pagination).replace("_", "")  # misnumberings, italics
    total = 0
    page = 0  # the last of a range of pages
    for token in re.findall(r"[^\s,;.]+", plain):
        numbers = [read_number(end) for end in token.replace("[", "").replace("]", "").split("-")]
        known = [number for number in numbers if number is not None]
        if len(known) < len(numbers):
            return None
        if len(known) == 2 and _is_range(token, *known):
            total += known[1] - known[0] + 1
            page = known[1]
        else:
            total += 1 if known == [page + 1] else sum(known)  # 1-89 [90]: one page
            page = 0
    return total or None


def _is_range(token: str, first: int, last: int) -> bool:
    """Whether numbers joined by a hyphen are the first and last page, not two sequences.

    French catalogues write [8]-423-[9]. A range starts on a recto, whose number is odd.
    """
    return first <= last and ("]-" not in token or first % 2 == 1)


def read_number(figure: str) -> int | None:
    """The value of an arabic or roman numeral."""
    if figure.isdecimal():
        return int(figure)
    values = [_ROMAN.get(letter) for letter in figure.lower()]
    if not values or None in values:
        return None
    known = [value for value in values if value]
    return sum(-value if value < max(known[place:]) else value for place, value in enumerate(known))
