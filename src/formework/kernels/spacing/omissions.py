"""Letters that a compositor left out, as in "SPIRITVELLE." for "SPIRITVELLES.".

A letter counts as left out only where two witnesses agree: recognition did not
read it, and the other letters fit better without it (`register.py`). Faint,
masked and blotted letters keep their room. A misprint that returns is strong
evidence of one setting; a misprint in only one of two titles is evidence of two.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from rapidfuzz.distance import Indel

from formework.kernels.spacing.glyphs import FIGURE, is_stop

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_UNREAD = 2  # letters: a reading that lacks more was misread, or is of another text
_COMMON = 0.25  # share of the titles that lack a letter from which it is not a misprint
_MISJUDGED = 0.05  # share of omissions that are wrong


def unread_letters(characters: str, reading: str) -> tuple[int, ...]:
    """The places of the letters that a reading lacks; none where it differs in other ways.

    Stops are dropped by recognition too often to be counted, and numbers that
    change are shorter or longer.

    >>> unread_letters("SPIRITVELLES.", "SPIRITVELLE")
    (11,)
    >>> unread_letters("SPIRITVELLES.", "SPlRlTVELLE."), unread_letters("LIB.##.", "LIB.#.")
    ((), ())
    """
    edits = Indel.editops(characters, reading)
    if len(edits) > _MAX_UNREAD or any(edit.tag != "delete" for edit in edits):
        return ()
    lacking = [edit.src_pos for edit in edits]
    return tuple(n for n in lacking if not is_stop(characters[n]) and characters[n] != FIGURE)


def weigh_omissions(omitted: NDArray[np.bool_], found: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Log-odds of one setting against two by what was left out, (n, n), 0 where nothing was.

    `omitted` and `found` (n, k) say which letters were left out, and which are there.
    """
    weight = np.zeros((len(omitted), len(omitted)))
    for lacking, there in zip(omitted.T, found.T, strict=True):
        share = float(lacking.mean())
        if not 0 < share < _COMMON:
            continue
        both = np.log((1 - _MISJUDGED) / max(share, _MISJUDGED))
        weight += np.where(np.outer(lacking, lacking), both, 0.0)
        only_one = np.outer(lacking, there) | np.outer(there, lacking)
        weight += np.where(only_one, np.log(_MISJUDGED), 0.0)
    return weight
