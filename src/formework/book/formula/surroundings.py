"""What surrounds a formula: format, volumes, signing, leaf count, pagination, notes."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.book.formula.extent import (
    foliation,
    leaf_count,
    pagination,
    sequences_before,
)
from formework.book.formula.prose import (
    BEFORE_GATHERINGS,
    CATALOGUE,
    CLAUSE,
    HEADING,
    prose_after,
    prose_before,
)
from formework.book.formula.signatures import SIGN, read_sign
from formework.book.model import Format
from formework.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Container

    from formework.book.formula.extent import Extent

_REFERENCE = re.compile(rf"(?:{CATALOGUE}|(?i:copies)(?: \w+)?:){CLAUSE}")
_FORMAT = re.compile(
    r"\s*(?:(?:obl(?:ong)?|small|sm|large|petit|pet|grand|gr|klein|kl|gross|royal|crown)\.?\s*)?"
    r"(?P<format>(?:in[- ])?\d{1,2}\s?(?:°|to\b|vo\b|mo\b|o(?=[:.,\s]))"
    r"|in[- ]\d{1,2}\b|(?:in-)?f°|\b(?:in-)?(?:folio|quarto|octavo|duodecimo|sextodecimo|fol?)\b)"
    r"(?:\s*(?:obl(?:ong)?\.?|[,:]?\s?\(?in (?:\d{1,2}s?|[a-z-]+s)\b(?:(?: and |/)\d{1,2}s?\b)?\)?"
    r"|\((?![^()]*[A-Za-z*]\d)[^()]{1,20}\)))*\s*[.:;,]*",
    re.IGNORECASE,
)
VOLUME = re.compile(
    r"(?:(?P<sign>\d{1,3})\s?#(?!\^\{\d{1,2}\}(?:[\s(,;.]|$))"
    r"|[\[(]?(?:vol(?:ume)?|tom[eus]*|deel|dl|bd|band|pt|part|pars|teil|[vt](?=\.))\.?\s?"
    r"(?P<word>\d{1,3}|[ivx]{1,6}|[^\W\d_]{4,12}(?=:))\s?[\]:.,#)]{1,2}"  # Tome premier:
    r"|(?P<nth>\d{1,2})(?:er|e|è?me|st|nd|rd|th|[ao°]|\.) ?"
    r"(?:vol(?:ume)?|tom[eo]|parti?e?|pt|th?eil|tl|deel|band)\b\.?\s?[:.,]?"
    r"|(?:^|(?<=\s))(?P<bare>\d{1,3}|[IVX]{1,6})[:)](?=\s)"
    r"|(?:^|(?<=[:;]\s)|(?<=[.}]\s)(?=[IVX]{2}))(?P<roman>[IVX]{1,6})\.(?=\s))\s?",
    re.IGNORECASE,
)
_LEAF = re.compile(r"\d{1,2}(?!\d)")
_LEAF_REMARK = re.compile(  # H2 errata, H3-4 and H8 advertisements
    r"\d{1,2}(?!\d)(?:[-.,]\d{1,2}(?!\d))*[rv]?\.?(?: (?:and|et|und|&) \S{1,6}\d[rv]?)?"
    rf"(?: [^\W\d_]{{1,3}}){{0,3}} (?!with\b)[^\W\d_]{{4,}}{CLAUSE}"
)
_PAGE = re.compile(rf"\d?[A-Za-z*†π]{{1,3}}\d{{1,2}}[rv](?=[\s:.]){CLAUSE}")  # A1r title
_SIGNING = re.compile(r"\[\$[^\]]*\]?|\$\d[^;\]]{0,60}?signed(?:\s?\([^()]*\))?")
_BARE_SIGNING = re.compile(r"\$\d{1,2}\s?(?:\([^()]*\))?\s*(?=[;.\]]|$)")  # A-G^6 $3 (-A3)
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
_VOLUMES = re.compile(
    r"(?:\d{1,2}|two|three|four|five|six|zwei|drei|deux|trois|due|tre|dos|tres|twee|drie) "
    r"(?:vols?|volumes?|parts?|pts?|tom[eois]{1,2}|bde?|teile|delen|v)\b\.?"
    r"(?: in (?:one|1|ein\w*|een|un\w*) (?:vol(?:ume)?|band|bd|deel|tomo)\b\.?| in \w+)?",
    re.IGNORECASE,
)
_SIZED_FORMAT = re.compile(r"\d{1,2}\s?(?:°|to\b|vo\b|mo\b)|in-\d{1,2}\b")
_HEIGHT = re.compile(r"\d{1,3}(?:[.,]\d)? ?[cm]m\b[^;(]*")  # 16 cm
_ONE_COPY = r"cop(?:y|ies)\b|lack|want|missing|fehl|manca|falta|ontbre"
_NOTE_WORD = (
    rf"{_ONE_COPY}|blank|cancel|excised|unsigned|missigned|signed|conjugate|"
    r"conjoint|errata|disjunct|inserted|folded|unnumbered|"
    r"misprint|misnumber|misnumer|bianc|blanc|weiss|leer|vacat|bl(?=\.)"
)
_LEAF_NAMED = r"\[?\d{0,3}[A-Za-z*†πχ]{1,4}\]?\d{1,2}[rv]?"
_NEXT_LEAF = re.compile(
    rf"\s*(?:\([^()]{{0,30}}\),?\s*)?(?:[,&]|and\b|et\b|und\b)\s*(?={_LEAF_NAMED}(?:[\s.;,()]|$))"
)
_NOTE = re.compile(
    r"=\s?\d{0,3}[A-Za-z*†πχ]{1,4}\d{1,2}\??(?=[\s,;.)]|$)"  # π1 = E4
    r"|(?![,.])(?:(?:the|first|last|final|leaf|probably|presumably|perhaps|possibly|apparently|(?:a|as|being)\b|leaves|recto|verso|lacks|wants|and|is|are|&|,|\.|"
    r"\[?\d{1,3}\]?(?:/\d{1,2}(?:-\d{1,2})?)?(?![\w^])|"
    rf"{_LEAF_NAMED}(?:[,.\-]\d{{1,2}}){{0,12}}+)\s?){{0,12}}+"
    rf"(?:{_NOTE_WORD})\w*\??(?:(?!{BEFORE_GATHERINGS})[^;,(])*",
    re.IGNORECASE,
)
_IS_NOTE = re.compile(rf"[^()\[\]=]{{0,8}}=|[^()\[\]]*(?:{_NOTE_WORD})", re.IGNORECASE)


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
        if not names and (extent := sequences_before(text, position)):
            return self._count(extent)
        if signing := _SIGNING.match(text, position) or (
            names and _BARE_SIGNING.match(text, position)
        ):
            self.signing = signing[0].strip("[] ")
            return signing.end()
        if leaves := leaf_count(text, position):
            return self._count(leaves)
        if not names and (
            heading := HEADING.match(text, position) or _VOLUMES.match(text, position)
        ):
            return heading.end()
        if leaves := foliation(text, position, before=not names):
            self.leaves = leaves.leaves or self.leaves
            return leaves.end
        if _SIZED_FORMAT.match(text, position) or (not names and _FORMAT.match(text, position)):
            return self.take_format(text, position)
        if pages := pagination(text, position, before=not names):
            return self._count(pages)
        note = _NOTE.match(text, position)
        named = SIGN.match(text, position + (text[position : position + 1] == "["))
        if note and (not _leaf_end(text, named) or _is_known(named, names)):
            end = note.end()
            if re.search(_ONE_COPY, note[0], re.IGNORECASE):
                end = _more_leaves(text, end, names)
            self.notes.append(text[position:end].strip())
            return end
        if end := _leaf_remark(text, position, names):
            self.notes.append(text[position:end].strip())
            return end
        return position

    def _count(self, extent: Extent) -> int:
        """Add an extent to those declared before; return where it ends."""
        if extent.leaves:
            self.leaves = (self.leaves or 0) + extent.leaves
        if extent.pages:
            self.pages = (self.pages or 0) + extent.pages
        return extent.end

    def take_note(self, content: str, names: Container[str]) -> str:
        """Keep what stands in brackets and is not an alteration; return a warning, or ""."""
        if content.startswith("$"):
            self.signing = content
            return ""
        if not self.take(content, 0, names):  # (108 leaves)
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

    def take_heading(self, text: str, start: int) -> int:
        """Read the heading and the format at the start of a formula; return where they end."""
        heading = HEADING.match(text, start)
        return self.take_format(text, heading.end() if heading else start)

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
    remark = _LEAF_REMARK.match(text, named.end()) if named and _is_known(named, names) else None
    return remark.end() if remark else 0


def _leaf_end(text: str, named: re.Match[str] | None) -> int:
    """Where the number of a leaf ends that follows a sign, A1 or [A]1; 0 if none does."""
    if not named:
        return 0
    leaf = _LEAF.match(text, named.end() + (text[named.end() : named.end() + 1] == "]"))
    return leaf.end() if leaf else 0


def _more_leaves(text: str, position: int, names: Container[str]) -> int:
    """Where a list of leaves that one copy lacks ends: lacking A1 (blank?) and N4."""
    while following := _NEXT_LEAF.match(text, position):
        named = SIGN.match(text, following.end())
        end = _leaf_end(text, named) if _is_known(named, names) else 0
        if not end:
            break
        position = end
    return position


def _is_known(named: re.Match[str] | None, names: Container[str]) -> bool:
    """Whether a sign is a name, perhaps spelled otherwise: Aa for 2A, pi for π; aA is a new one."""
    if not named:
        return False
    usual = named[0].istitle() or named[0].islower() or named[0].isupper()
    return named[0] in names or (usual and str(read_sign(named)) in names)
