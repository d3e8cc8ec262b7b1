"""Words before and after the gatherings: headings, remarks, what could not be read.

A remark that had to be guessed never holds anything that looks like gatherings.
"""

from __future__ import annotations

import re

CATALOGUE = r"(?:E?STC|Wing|USTC|VD ?1[678]|GW|ISTC|EDIT ?16|Greg|Evans|Goff|BMC|IGI)\b"
_HEADING_WORD = (
    r"(?:bogen|lagen)?signatur(?:es?|a|en|formel)?|signatuur|signed|segnatur[ae]|"
    r"lagen(?:formel)?|quires|gatherings|cahiers|fascicol\w*|registro|[ck]ollation(?:al formula)?|"
    r"collatie|collazione|collat(?:es|ing)|sigs|sheets|assinaturas?"
)
_SHORT_HEADING = r"segn|coll|reg|sig|(?:bogen)?sign|assin|formula"
_OF_A_PART = r"(?:,? (?:part|pars|vol|volume|in|of|di|de|von|van)\b[^:;^\d]{0,80}(?=:))?"
HEADING = re.compile(
    rf"\s*(?:{CATALOGUE} [A-Z]{{0,2}}[ -]?\d[\w.:/]*[;,]? *(?:- )?"
    r"|(?:\d{3} {1,3}(?:[\d#_]{1,2} )?)?"  # the number of a MARC field
    rf"(?:(?P<word>{_HEADING_WORD})|{_SHORT_HEADING}){_OF_A_PART}"
    r"(?:\s*[.:]\s*:?\s*|(?(word)\s+|(?!))))",
    re.IGNORECASE,
)
# A heading that gatherings follow: the formula begins here, whatever the record says before.
_FORMULA_HEADING = re.compile(
    rf"(?<![\w-])(?:{_HEADING_WORD}|{_SHORT_HEADING}){_OF_A_PART}"
    r"\s?[:.]+(?=\s*[^\s\w]{0,6}[^\W\d_]{0,3}[^\s\w]{0,6}[\d^-])",
    re.IGNORECASE,
)
_FLAT_RANGE = r"\b\d?[A-Za-z]{1,3}-\d{0,2}[A-Za-z]{1,3}\d"
_GATHERINGS = rf"\^\{{\d|{_FLAT_RANGE}"
# Words up to a semicolon, or up to what looks like gatherings.
# After the full stop of a sentence, not of an abbreviation: the first blank. c8 d6
_FLAT_AFTER_STOP = (
    r"(?<=[a-z]{5}\.)\s(?:\d?[A-Za-z]{1,3}\d{1,2}(?=[\s,;.(])|(?:part|vol|tom)\w*\.? [\divx]+[:.])"
)
BEFORE_GATHERINGS = rf"\s\S{{0,9}}\^\{{\d|{_FLAT_RANGE}|{_FLAT_AFTER_STOP}"
CLAUSE = rf"(?:(?!{BEFORE_GATHERINGS}|{_GATHERINGS})[^;])*"
# A word of four letters or more that is not a letter repeated, as in AAAA.
_LONG_WORD = r"(?![A-Z]?(?P<letter>[a-z])(?P=letter)+\b)[^\W\d_]{4,}"
# Words before the gatherings are a heading if a colon ends them.
_UNKNOWN_HEADING = re.compile(
    rf"{_LONG_WORD}(?:(?![A-Za-z*†]\d)[^:;^]){{0,120}}:(?=\s)", re.IGNORECASE
)
_CLAUSE_BEFORE = re.compile(rf"{_LONG_WORD}[^\d^:;,.]{{0,100}}[;,.](?=\s)", re.IGNORECASE)
_BEFORE_HEADING = re.compile(
    rf"(?![\s;.,])(?:(?!{_GATHERINGS})[^^]){{1,200}}?(?=(?:(?<=[;.,-])|\s){HEADING.pattern})",
    re.IGNORECASE,
)
# Anything else that begins with a word, after at most a few short ones, is a remark up to the
# next semicolon.
_REMARK = re.compile(
    rf"(?:- )?(?:\d{{1,4}} )?(?:[^\W\d_]{{1,3}}[.']? ){{0,5}}{_LONG_WORD}"
    # but not the gatherings after a stop: Index: A-C^8
    r"(?:(?![:,.]\s?(?:\S{1,9}\^\{\d|[A-Za-z]{1,3}-\d?[A-Za-z]{1,3}\d"
    r"|\d{1,4} leaves\b|pp\. ?[\d\[])|\[\$)[^;])*"
    r"|[^\W\d_]{2,3}\.(?=\s|$)",
    re.IGNORECASE,
)
_UNREAD = re.compile(
    r"(?![\s,;:.\]\[+=/?)|‖·-]|(?:and|und|et|en|plus|with|etc)\b)"
    rf"(?:(?=[^;]{{0,200}}?\b{_LONG_WORD})(?:(?!{_GATHERINGS})[^;]){{1,400}}"
    r"|(?=[^\W\d_]{2})(?!(?P<one>[^\W\d_])(?P=one)+\b)[^;\d^]{2,80})(?:;|$)",
    re.IGNORECASE,
)


def prose_before(text: str, position: int) -> str:
    """Words before the gatherings: a heading, what precedes a heading, a clause without figures."""
    kinds = (_UNKNOWN_HEADING, _BEFORE_HEADING, _CLAUSE_BEFORE)
    return next((found[0] for kind in kinds if (found := kind.match(text, position))), "")


def formula_heading(text: str) -> int:
    """Where the heading begins that the formula follows; 0 if the text has none, or begins so.

    >>> formula_heading("[8], 160 leaves. Collation: a-b4 A-Rr4")
    17
    """
    found = _FORMULA_HEADING.search(text)
    return found.start() if found and not holds_gatherings(text[: found.start()]) else 0


def prose_after(text: str, position: int) -> str:
    """Words after gatherings, up to a semicolon; "" if there are none."""
    found = _REMARK.match(text, position) or _UNREAD.match(text, position)
    return found[0] if found else ""


def holds_gatherings(text: str) -> bool:
    """Whether a text holds something that looks like gatherings: A^{4}, or A-K8."""
    return bool(re.search(_GATHERINGS, text))


def is_prose(text: str) -> bool:
    """Whether a text holds words, or initials such as B.L., and no gatherings."""
    words = re.search(r"[^\W\d_]{4}|(?:\b[A-Z]\.){2}", text)
    return bool(words) and not holds_gatherings(text)
