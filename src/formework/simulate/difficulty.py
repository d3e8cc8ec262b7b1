"""How hard a simulated book is to read, in the terms of the shop that printed it."""

from __future__ import annotations

from dataclasses import dataclass

import formework.simulate.constants as constants


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes settings alike and impressions unlike.

    Shares are probabilities. `letter_off` and `word_off` say how often a gap
    between letters or words departs from the norm, `scraps` and (between
    words) `spaces` by what (em), `looseness` how much the letterspacing of
    whole lines varies (share);
    `odd_sorts` how often a sort is damaged, bent, raised or of another fount;
    `piecemeal` how often a skeleton is renewed in part rather than whole;
    `roughness` multiplies the play of the forme and the unevenness of inking,
    paper and leaf; `turned` and `swapped` are shares of uses; `openings` is the
    share of pages that open a chapter and have no running title; `margin` is
    how loosely titles are cut out (em, least and most on each edge).
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
