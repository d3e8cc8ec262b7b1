"""How difficult a simulated book is, in terms of how the shop printed it."""

from __future__ import annotations

from dataclasses import dataclass

import formework.simulate.constants as constants


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes settings similar and impressions of one setting different.

    Shares are probabilities.

    `letter_off`, `word_off`: share of the gaps between letters or words that
    differ from the norm. `scraps`, `spaces`: the material used there (em;
    `spaces` only between words). `looseness`: spread of the letterspacing of
    whole lines, as a share of it. `odd_sorts`: share of sorts that are damaged,
    bent, raised or of another fount. `piecemeal`: share of skeletons renewed in
    part rather than completely. `roughness`: factor on the play of the forme
    and the unevenness of inking, paper and leaf. `turned`, `swapped`: shares of
    uses with a turned chase or two exchanged titles. `openings`: share of pages
    that open a chapter and have no running title. `margin`: margin of a
    cut-out title on each edge (em, least and most).
    """

    name: str
    letter_off: float
    word_off: float
    scraps: tuple[float, ...]
    spaces: tuple[float, ...]
    looseness: float
    odd_sorts: float
    piecemeal: float
    roughness: float
    turned: float
    swapped: float
    openings: float
    margin: tuple[float, float]


NORMAL = Difficulty(
    name="normal",
    letter_off=0.30,
    word_off=0.75,
    scraps=constants.SCRAPS,
    spaces=(0.2, 0.25, 0.333, 0.416, 0.5),
    looseness=0.06,
    odd_sorts=0.05,
    piecemeal=0.0,
    roughness=1.0,
    turned=0.02,
    swapped=0.01,
    openings=0.0,
    margin=(0.08, 0.22),
)
HARD = Difficulty(
    name="hard",
    letter_off=0.22,
    word_off=0.6,
    scraps=constants.SCRAPS[:4],
    spaces=(0.25, 0.333, 0.416),
    looseness=0.04,
    odd_sorts=0.035,
    piecemeal=0.4,
    roughness=1.4,
    turned=0.08,
    swapped=0.03,
    openings=0.02,
    margin=(0.08, 0.35),
)
STRESS = Difficulty(
    name="stress",
    letter_off=0.15,
    word_off=0.45,
    scraps=constants.SCRAPS[:3],
    spaces=(0.333,),
    looseness=0.02,
    odd_sorts=0.02,
    piecemeal=0.8,
    roughness=1.6,
    turned=0.10,
    swapped=0.04,
    openings=0.04,
    margin=(0.08, 0.45),
)
DIFFICULTIES = {difficulty.name: difficulty for difficulty in (NORMAL, HARD, STRESS)}
