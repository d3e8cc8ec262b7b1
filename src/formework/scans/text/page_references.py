"""Page numbers, folios and chapter references: what changes from headline to headline.

They are recognised although OCR misreads worn figures.
"""

from __future__ import annotations

import re
import unicodedata

# Letters that OCR reads for figures in worn old-style type, and the figures they stand for.
_MISREAD_FIGURES = str.maketrans("OoQDIlrji|!SsZzBgqG+&", "0000111111155228996" + "48")
_MAX_FIGURES = 4  # a page number has no more
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,4})(xc|xl|l?x{0,4})(ix|iv|v?i{0,4})")
_REFERENCE = re.compile(
    r"(cap|caput|chap|chapitre|chapter|ch|lib|liber|livre|book|part|pars|sect|sectio|psal|psalm|"
    r"act|actus|scen|fo|fol|folio|feuil|feuillet|pag|page)\W*[ivxlcdmj\dorstz ]{0,8}"
)


def is_figure(text: str) -> bool:
    """Whether a text can be a page number, allowing for misread figures.

    >>> [is_figure(text) for text in ("115", "#15", "8s", "(12)", "II", "Cap. 3.", "")]
    [True, True, True, True, True, False, False]
    """
    plain = re.sub(r"[\W_]", "", text)
    figures = sum(sign.isdigit() for sign in plain.translate(_MISREAD_FIGURES))
    allowed_errors = 1 if len(plain) > 1 and any(sign.isdigit() for sign in plain) else 0
    return 0 < len(plain) <= _MAX_FIGURES and figures >= len(plain) - allowed_errors


def figures_at_ends(text: str) -> tuple[str, str, str]:
    """Return a text in three parts: figures before it, the text, and figures after it.

    >>> figures_at_ends("44 COMMEN. IN PRIOREM"), figures_at_ends("FRANCOISE. 5t")
    (('44', 'COMMEN. IN PRIOREM', ''), ('', 'FRANCOISE.', '5t'))
    """
    found = re.fullmatch(r"(\W*\d\w{0,3}\W+)?(.*?)(\W+\d\w{0,3}\W*)?", text, re.DOTALL)
    before, title, after = found.groups(default="") if found else ("", text, "")
    point = "." if after.startswith(".") else ""
    return before.strip(), title.strip() + point, after.lstrip(".").strip()


def is_reference(text: str) -> bool:
    """Whether a text is a page number, folio or chapter reference.

    >>> [is_reference(text) for text in ("Cap. 12.", "fol. xij", "De Homine.", "Chap. II")]
    [True, True, False, True]
    """
    plain = unicodedata.normalize("NFKD", text).casefold().strip(" .,:;-()[]*'’·")
    numeral = bool(plain) and _ROMAN.fullmatch(plain.replace("j", "i")) is not None
    return numeral or is_figure(text) or _REFERENCE.fullmatch(plain) is not None


def capital_share(text: str) -> float:
    """Return the share of letters that are capitals; 0 where there are no letters."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign.isupper() for sign in letters) / len(letters) if letters else 0.0
