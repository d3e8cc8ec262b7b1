"""Texts of running titles, made comparable across spellings, founts and slips of OCR."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz import fuzz, process

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

# What a detector reads for a figure in worn old-style type.
_FIGURE_SLIPS = str.maketrans("OoQDIlrji|!SsZzBgqG+&", "0000111111155228996" + "48")
_ROMAN = re.compile(r"m{0,3}(cm|cd|d?c{0,4})(xc|xl|l?x{0,4})(ix|iv|v?i{0,4})")
_REFERENCE = re.compile(
    r"(cap|caput|chap|chapitre|chapter|ch|lib|liber|livre|book|part|pars|sect|sectio|psal|psalm|"
    r"act|actus|scen|fo|fol|folio|feuil|feuillet|pag|page)\W*[ivxlcdmj\dorstz ]{0,8}"
)
# Two readings of one title share at least this much (0–100, rapidfuzz's ratio).
SAME_TEXT = 78.0


def comparable(text: str) -> str:
    """Return a text as it is compared: no case, accents, points, long s, u/v or i/j.

    >>> comparable("DE LA GAVLE"), comparable("Confeſſion."), comparable("IN I. EPIST.")
    ('delagavle', 'confession', 'iniepist')
    """
    plain = unicodedata.normalize("NFKD", text.replace("ſ", "s")).casefold()
    letters = "".join(sign for sign in plain if sign.isalnum())
    return letters.replace("u", "v").replace("j", "i")


def likeness(texts: Sequence[str]) -> NDArray[np.float32]:
    """Return how much each comparable text shares with each other, 0 to 100.

    Long s is read as f as often as not, and c for e: such slips count half.

    >>> likeness(["confession", "confeffion", "delagavle"])[0] > SAME_TEXT
    array([ True,  True, False])
    """
    folded = [_fold(text) for text in texts]
    plain = process.cdist(texts, texts, scorer=fuzz.ratio)
    return np.asarray((plain + process.cdist(folded, folded, scorer=fuzz.ratio)) / 2)


def _fold(text: str) -> str:
    return text.translate(str.maketrans("fecoil1", "sccciii")).replace("rn", "m")


def is_figure(text: str) -> bool:
    """Whether a text can be a page number: figures, as worn type may have them read.

    >>> [is_figure(text) for text in ("115", "#15", "8s", "(12)", "II", "Cap. 3.", "")]
    [True, True, True, True, True, False, False]
    """
    plain = re.sub(r"[\W_]", "", text)
    figures = sum(sign.isdigit() for sign in plain.translate(_FIGURE_SLIPS))
    slips = 1 if len(plain) > 1 and any(sign.isdigit() for sign in plain) else 0
    return 0 < len(plain) <= 4 and figures >= len(plain) - slips


def figures_at_ends(text: str) -> tuple[str, str, str]:
    """Return a text as figures before it, the text, and figures after it.

    >>> figures_at_ends("44 COMMEN. IN PRIOREM"), figures_at_ends("FRANCOISE. 5t")
    (('44', 'COMMEN. IN PRIOREM', ''), ('', 'FRANCOISE.', '5t'))
    """
    found = re.fullmatch(r"(\W*\d\w{0,3}\W+)?(.*?)(\W+\d\w{0,3}\W*)?", text, re.DOTALL)
    before, title, after = found.groups(default="") if found else ("", text, "")
    point = "." if after.startswith(".") else ""
    return before.strip(), title.strip() + point, after.lstrip(".").strip()


def is_reference(text: str) -> bool:
    """Whether a text is a page number, folio or chapter: what changes along the book.

    >>> [is_reference(text) for text in ("Cap. 12.", "fol. xij", "De Homine.", "Chap. II")]
    [True, True, False, True]
    """
    plain = unicodedata.normalize("NFKD", text).casefold().strip(" .,:;-()[]*'’·")
    numeral = bool(plain) and _ROMAN.fullmatch(plain.replace("j", "i")) is not None
    return numeral or is_figure(text) or _REFERENCE.fullmatch(plain) is not None


def capital_share(text: str) -> float:
    """Return the share of letters that are capitals."""
    letters = [sign for sign in text if sign.isalpha()]
    return sum(sign.isupper() for sign in letters) / len(letters) if letters else 0.0


def group(texts: Sequence[str]) -> tuple[int, ...]:
    """Return for each text the number of its group: texts that are one title, read with slips.

    Groups are led by the readings most often made. An empty text has group -1.

    >>> group(["FRANCOISE.", "DE LA GAVLE", "FRANCOlSE", "", "DE LA GAVLE"])
    (1, 0, 1, -1, 0)
    """
    plain = [comparable(text) for text in texts]
    frequent = [text for text, _ in Counter(text for text in plain if text).most_common()]
    if not frequent:
        return (-1,) * len(texts)
    near = likeness(frequent) >= SAME_TEXT
    leader: dict[str, int] = {}
    leaders: list[int] = []
    for index, text in enumerate(frequent):
        joined = next((rank for rank, first in enumerate(leaders) if near[index, first]), None)
        if joined is None:
            leaders.append(index)
        leader[text] = len(leaders) - 1 if joined is None else joined
    return tuple(leader.get(text, -1) for text in plain)
