"""What surrounds a formula: format, volumes, signing, leaf count, pagination, notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.book.formula.prose import CATALOGUE, CLAUSE, HEADING, prose_after, prose_before
from formework.book.formula.signatures import SIGN, read_sign
from formework.book.model import Format
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Container

_REFERENCE = re.compile(rf"{CATALOGUE}{CLAUSE}")
_FORMAT = re.compile(
    r"\s*(?:(?:obl(?:ong)?|small|sm|large|petit|pet|grand|gr|klein|kl|gross|royal|crown)\.?\s*)?"
    r"(?P<format>(?:in[- ])?\d{1,2}\s?(?:°|to\b|vo\b|mo\b|o(?=[:.\s]))"
    r"|in[- ]\d{1,2}\b|(?:in-)?f°|\b(?:in-)?(?:folio|quarto|octavo|duodecimo|sextodecimo|fol?)\b)"
    r"(?:\s*(?:obl(?:ong)?\.?|\(?in (?:\d{1,2}s?|[a-z-]+s)\b(?:(?: and |/)\d{1,2}s?\b)?\)?"
    r"|\((?![^()]*[A-Za-z*]\d)[^()]{1,20}\)))*\s*[.:;,]*",
    re.IGNORECASE,
)
VOLUME = re.compile(
    r"(?:(?P<sign>\d{1,3})\s?#(?!\^\{\d{1,2}\}(?:[\s(,;.]|$))"
    r"|\[?(?:vol(?:ume)?|tom[eus]*|deel|dl|bd|band|pt|part|pars|teil|[vt](?=\.))\.?\s?"
    r"(?P<word>\d{1,3}|[ivx]{1,6}|[^\W\d_]{4,12}(?=:))\s?[\]:.,#)]{1,2}"  # Tome premier:
    r"|(?P<nth>\d{1,2})(?:er|e|è?me|st|nd|rd|th|[ao°]|\.) ?"
    r"(?:vol(?:ume)?|tom[eo]|parti?e?|pt|th?eil|deel|band)\b\.?\s?[:.,]?"
    r"|(?:^|(?<=\s))(?P<bare>\d{1,3}|[IVX]{1,6})[:)](?=\s)"
    r"|(?:^|(?<=[:;]\s))(?P<roman>[IVX]{1,6})\.(?=\s))\s?",
    re.IGNORECASE,
)
_LEAF = re.compile(r"\d{1,2}(?!\d)")
_LEAF_REMARK = re.compile(  # H2 errata, H3-4 and H8 advertisements
    r"\d{1,2}(?!\d)(?:[-.,]\d{1,2}(?!\d))*[rv]?\.?(?: (?:and|et|und|&) \S{1,6}\d[rv]?)?"
    rf"(?: [^\W\d_]{{1,3}}){{0,3}} (?!with\b)[^\W\d_]{{4,}}{CLAUSE}"
)
_PAGE = re.compile(rf"\d?[A-Za-z*†π]{{1,3}}\d{{1,2}}[rv](?=[\s:.]){CLAUSE}")  # A1r title
_SIGNING = re.compile(r"\[\$[^\]]*\]?|\$\d[^;\]]{0,60}?signed(?:\s?\([^()]*\))?")
_LEAVES = re.compile(
    r"=?\s?(?:\d{1,4} (?:of|von|di|de|van) )?"
    r"(?P<leaves>(?:\[?\d{1,5}(?:-\d{1,5})?\]?[\s,]{0,2}){1,8}+)(?:unnumbered\s|unn\.\s)?"
    r"(?:leaves|leaf\b|ll\b\.?|ff\b\.?|fols?\b\.?|folios|feuillets|hojas|folhas|carte\b|cc\b\.?|"
    r"[lhfc]\.|bll?\b\.?|bladen|blätter)(?![\^\d-])(?:\s?(?:n\.?\s?)?(?:ch|num|n)\.)?",
    re.IGNORECASE,
)
_FOLIATED = r"(?:ff|fols?|foll|folios|leaves|bll|cc)\b\.?(?: num\.)?\s?:?\s?"
_FOLIATION = re.compile(rf"{_FOLIATED}(?P<leaves>(?=\[?\d)[^;$]*)", re.IGNORECASE)
_PAGINATION = re.compile(
    r"(?:pp\b\.?|p\.|pages\b|paginated\b)\s?:?\s?(?P<before>(?=[\[\d_ivxlc(])[^;$]*)"
    r"|(?P<after>(?:\[?[\divxlc]{1,8}\]?(?:-\[?[\divxlc]{1,8}\]?)?[\s,]{1,2}){1,40}+)(?:pp?\.|pages\b|s\.|seiten\b)",
    re.IGNORECASE,
)
_PLATE_KIND = (
    r"engr(?:aved|\.)?|fold(?:ing|ed|\.)?|double|copper\w*|unsigned|unn(?:umbered|\.)|inserted|extra|"
    r"full-page|hand-colou?red|gegraveerde|gest(?:ochene|\.)|"
    r"(?:leaves|ll\.?|ff?\.?|bl\.?|cc?\.|h\.) (?:of|di|de)"
)
_PLATE = (
    r"plates?|pls?(?=\.|\s|$)|maps?|portraits?|ports?|frontispieces?|front|ill|tables?|diagrams?|"
    r"engravings?|woodcuts?|planches?|gravures?|cartes?|prenten|platen|kaarten|ta[fv](?:eln?|ole?)?|l[aá]m(?:inas?)?|kupfer\w*|"
    r"grab(?:ados?)?|estampas?|ritratt[io]|antiport[ae]|frontesp\w*|"
    r"(?:(?<=engraved )|(?<=engr. ))(?:folia|folios?|leaf|leaves|ll|title\w*|t\.?p)"
)
_PLATES = re.compile(
    r"(?:(?:\+|and|plus|with|en|met|und|mit|et|avec)\s)?\+?\s?(?:\[?\d{1,3}\]?\s)?"
    rf"(?:(?:{_PLATE_KIND})\s)*(?:{_PLATE})\b(?!\^){CLAUSE}",
    re.IGNORECASE,
)
# Before the gatherings, a pagination ends where the first signature stands.
_NUMBERS_BEFORE = (
    r"(?:[\s,.=_\[\]-]|\d{1,5}(?![\w^])"
    r"|[ivxlcdm]{1,8}(?:-[ivxlcdm]{1,8})?(?![\w^-])|\^\{\d{1,2}\}|\([^()]*\)){1,200}+"
)
_PAGINATION_BEFORE = re.compile(
    rf"(?:pp\b\.?|p\.|pages\b)\s?:?\s?(?P<before>{_NUMBERS_BEFORE})", re.IGNORECASE
)
_FOLIATION_BEFORE = re.compile(
    rf"{_FOLIATED}(?P<leaves>(?=\[?(?:\d|[ivxlc]{{1,8}}\b)){_NUMBERS_BEFORE})(?:n\. ?n\.)?",
    re.IGNORECASE,
)
_VOLUMES = re.compile(
    r"(?:\d{1,2}|two|three|four|five|six|zwei|drei|deux|trois|due|tre|dos|tres|twee|drie) "
    r"(?:vols?|volumes?|parts?|pts?|tom[eois]{1,2}|bde?|teile|delen|v)\b\.?(?: in \w+)?",
    re.IGNORECASE,
)
_SIZED_FORMAT = re.compile(r"\d{1,2}\s?(?:°|to\b|vo\b|mo\b)|in-\d{1,2}\b")
_HEIGHT = re.compile(r"\d{1,3}(?:[.,]\d)? ?[cm]m\b[^;(]*")  # 16 cm
_ONE_COPY = r"lack|want|missing|fehl|manca|falta|ontbre"
_NOTE_WORD = (
    rf"{_ONE_COPY}|blank|cancel|excised|unsigned|missigned|signed|conjugate|"
    r"conjoint|errata|disjunct|inserted|folded|unnumbered|"
    r"misprint|misnumber|misnumer|bianc|blanc|weiss|leer|vacat|bl(?=\.)"
)
_NOTE = re.compile(
    r"=\s?\d{0,3}[A-Za-z*†πχ]{1,4}\d{1,2}\??(?=[\s,;.)]|$)"  # π1 = E4
    r"|(?![,.])(?:(?:the|first|last|final|leaf|probably|presumably|perhaps|possibly|apparently|(?:a|as|being)\b|leaves|recto|verso|lacks|wants|and|is|are|&|,|\.|"
    r"\[?\d{1,3}\]?(?:/\d{1,2}(?:-\d{1,2})?)?(?![\w^])|"
    r"\d{0,3}[A-Za-z*†πχ]{1,4}\d{1,2}[rv]?(?:[,.\-]\d{1,2}){0,12}+)\s?){0,12}+"
    rf"(?:{_NOTE_WORD})\w*\??[^;,(]*",
    re.IGNORECASE,
)
_IS_NOTE = re.compile(rf"[^()\[\]=]{{0,8}}=|[^()\[\]]*(?:{_NOTE_WORD})", re.IGNORECASE)
_ROMAN = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}


@dataclass(slots=True)
class Surroundings:
    """What the formula states besides its gatherings."""

    book_format: Format | None = None
    leaves: int | None = None
    pages: int | None = None
    signing: str = ""
    notes: list[str] = field(default_factory=list)

    def take(self, text: str, position: int, names: Container[str]) -> int:
        """Read a statement at this position; return where it ends, or the same position.

        `names` are the signatures read so far: "E4 blank" is a note only if E is one of them.
        """
        if plates := _PLATES.match(text, position) or _HEIGHT.match(text, position):
            self.notes.append(plates[0].strip())
            return plates.end()
        if names and (reference := _REFERENCE.match(text, position) or _PAGE.match(text, position)):
            self.notes.append(reference[0].strip())
            return reference.end()
        if signing := _SIGNING.match(text, position):
            self.signing = signing[0].strip("[]")
            return signing.end()
        if leaves := _LEAVES.match(text, position):
            self.leaves = (self.leaves or 0) + (count_pages(leaves["leaves"]) or 0)
            return leaves.end()
        if not names and (
            heading := HEADING.match(text, position) or _VOLUMES.match(text, position)
        ):
            return heading.end()
        if foliation := (_FOLIATION if names else _FOLIATION_BEFORE).match(text, position):
            leaves_counted = count_pages(foliation["leaves"])
            self.leaves = leaves_counted if leaves_counted is not None else self.leaves
            return foliation.end()
        if _SIZED_FORMAT.match(text, position) or (not names and _FORMAT.match(text, position)):
            return self.take_format(text, position)
        before = None if names else _PAGINATION_BEFORE.match(text, position)
        if pagination := before or _PAGINATION.match(text, position):
            counted = count_pages(pagination["before"] or pagination.groupdict().get("after") or "")
            if counted is not None:
                self.pages = (self.pages or 0) + counted
            return pagination.end()
        note = _NOTE.match(text, position)
        named = SIGN.match(text, position)
        known = named and (named[0] in names or _is_respelled(named, names))
        if note and (known or not (named and _LEAF.match(text, named.end()))):
            self.notes.append(note[0].strip())
            return note.end()
        if end := _leaf_remark(text, position, names):
            self.notes.append(text[position:end].strip())
            return end
        return position

    def take_note(self, content: str, names: Container[str]) -> str:
        """Keep what stands in brackets and is not an alteration; return a warning, or ""."""
        if content.startswith("$"):
            self.signing = content
            return ""
        if self.take(content, 0, names):
            return ""  # (108 leaves)
        self.notes.append(content.strip())
        if not re.search(rf"\b(?:{_ONE_COPY})", content, re.IGNORECASE):
            return ""
        return f"({content}) is read as a note on one copy: its leaves are counted"

    def take_remark(self, text: str, position: int, names: Container[str]) -> str:
        """A remark in words at this position, up to a semicolon; "" if there is none.

        Before the gatherings, only words up to a colon or a known heading are one.
        """
        remark = prose_after(text, position) if names else prose_before(text, position)
        self.notes += [remark.strip()] if remark else []
        return remark

    def take_heading(self, text: str) -> int:
        """Read the heading and the format at the start of a formula; return where they end."""
        heading = HEADING.match(text)
        return self.take_format(text, heading.end() if heading else 0)

    def take_format(self, text: str, position: int) -> int:
        """Read a format at the start of a formula or volume; return where it ends."""
        found = _FORMAT.match(text, position)
        if not found:
            return position
        try:
            self.book_format = Format.read(found["format"])
        except InputError:
            self.notes.append(found[0].strip())
        return found.end()


def is_note(content: str, names: Container[str]) -> bool:
    """Whether what stands in square brackets is a note, not a gathering."""
    prose = re.fullmatch(r"[^\W\d_]{2,}(?: [^\s\d^]+){2,}", content)
    return bool(_IS_NOTE.match(content) or prose or _leaf_remark(content, 0, names))


def _leaf_remark(text: str, position: int, names: Container[str]) -> int:
    """Where a remark on a leaf of one of these gatherings ends, H2 errata; 0 if there is none."""
    named = SIGN.match(text, position)
    known = named and (named[0] in names or _is_respelled(named, names))
    remark = _LEAF_REMARK.match(text, named.end()) if named and known else None
    return remark.end() if remark else 0


def _is_respelled(named: re.Match[str], names: Container[str]) -> bool:
    """Whether a sign is a name in another spelling: Aa for 2A, pi for π; aA is a new one."""
    usual = named[0].istitle() or named[0].islower() or named[0].isupper()
    return usual and str(read_sign(named)) in names


def count_pages(pagination: str) -> int | None:
    """Count the pages of a pagination statement; `None` if it cannot be counted.

    >>> count_pages("[8] 1-205 [3]"), count_pages("xvi, 205, [3]")
    (216, 224)
    """
    plain = re.sub(r"\([^()]*\)", " ", pagination).replace("_", "")  # misnumberings, italics
    total = 0
    for token in re.findall(r"[^\s,;.]+", plain):
        ends = [
            read_number(end)
            for end in token.strip("[]").replace("]", "").replace("[", "").split("-")
        ]
        if None in ends or len(ends) > 2:
            return None
        first, last = (ends[0], ends[-1])
        total += (last or 0) - (first or 0) + 1 if len(ends) == 2 else (last or 0)
    return total or None


def read_number(figure: str) -> int | None:
    """The value of an arabic or roman numeral."""
    if figure.isdecimal():
        return int(figure)
    values = [_ROMAN.get(letter) for letter in figure.lower()]
    if not values or None in values:
        return None
    known = [value for value in values if value]
    return sum(-value if value < max(known[place:]) else value for place, value in enumerate(known))
