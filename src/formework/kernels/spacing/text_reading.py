"""The titles of one text read together: the evidence on every pair, and its reasons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.glyphs import common_characters
from formework.kernels.spacing.kind_weights import weigh_looks
from formework.kernels.spacing.line import EM, find_lines
from formework.kernels.spacing.measured import Measured, measure
from formework.kernels.spacing.pair_evidence import Evidence, weigh
from formework.kernels.spacing.register import Registered, register

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.ink import Grey, Ink
    from formework.kernels.spacing.letters import Letter
    from formework.kernels.spacing.line import Line

_SIGNIFICANT = 3.0  # standard deviations
_SIGNIFICANT_LOOKS = 1.5  # log-odds by the looks of one letter
_SHRINKAGE = 0.025  # paper does not shrink or stretch by more
_MARGIN = 0.15  # em of white that a crop cut out again should have beyond its last letter
_PLACE_ERROR_EM = 0.05  # a letter this little beyond the edge may be misplaced rather than cut


@dataclass(frozen=True, slots=True)
class Gap:
    """How much wider a gap is in the second title (em), give or take.

    It stands after one letter and before another, usually the next: letters that
    either title lacks are passed over. `uncertainty` is one standard deviation of
    that gap within one setting, as measured on this book, more where one of the
    two was photographed badly.
    """

    after: int
    before: int
    difference: float
    uncertainty: float
    significant: bool


class Looks(StrEnum):
    """What the peculiar shape of a letter in two titles says."""

    ALIKE = "the same damage or fount in both"
    UNLIKE = "damage or another fount in only one"
    ORDINARY = "nothing peculiar"


@dataclass(frozen=True, slots=True)
class Sort:
    """A letter in two titles: how alike it looks, and how much higher it stands in the second.

    `likeness` is a correlation, `rise` in em; `weight` are the log-odds that it
    is one sort, by its peculiar looks alone; `height_differs` says whether the
    rise is more than noise.
    """

    letter: int
    likeness: float
    rise: float
    height_differs: bool
    weight: float

    @property
    def looks(self) -> Looks:
        """What its looks say, if they say anything."""
        if abs(self.weight) < _SIGNIFICANT_LOOKS:
            return Looks.ORDINARY
        return Looks.ALIKE if self.weight > 0 else Looks.UNLIKE

    @property
    def significant(self) -> bool:
        """Whether the letter is worth naming."""
        return self.height_differs or self.looks is not Looks.ORDINARY


@dataclass(frozen=True, slots=True)
class Reason:
    """Why two titles are or are not one setting: gap by gap and sort by sort.

    `omitted` are the letters that the first title lacks, and those that the
    second lacks, by a misprint. `log_odds` and `probability`, with a prior of
    50:50, are NaN where a title could not be read. Letters count from 0 and are
    those of the reading.
    """

    gaps: tuple[Gap, ...]
    sorts: tuple[Sort, ...]
    omitted: tuple[frozenset[int], frozenset[int]]
    log_odds: float
    probability: float


@dataclass(frozen=True, slots=True)
class Reading:
    """n titles of one text, their letters placed and weighed."""

    registered: Registered
    measured: Measured
    evidence: Evidence

    @property
    def log_odds(self) -> NDArray[np.float64]:
        """The evidence that two titles are one setting, (n, n), NaN where there is none."""
        return self.evidence.log_odds

    @property
    def letters(self) -> tuple[Letter, ...]:
        """The letters of the text, from left to right, k of them, with their names if known."""
        return self.registered.letters

    def level(self, title: int) -> Ink:
        """A title as a strip of ink, upright and on the common line, `EM` pixels to the em."""
        return self.registered.lines[title].strip

    def placed(self, title: int) -> NDArray[np.float64]:
        """Where the letters begin in the strip of a title, in pixels, (k)."""
        return np.asarray(self.registered.places[title] * EM)

    def shown(self, title: int) -> NDArray[np.bool_]:
        """Which letters were found in a title, (k): the others are missing or cut off."""
        return np.asarray(self.measured.found.usable[title])

    def cut_off(self, title: int) -> tuple[int, int]:
        """How many pixels wider the crop should be, left and right, to show the whole text.

        0 and 0 where no letter reaches beyond the crop, and where the crop does
        not show the text at all.
        """
        if not len(self.letters) or not self.measured.read[title]:
            return 0, 0
        if not any(self.registered.overhang(title, -_PLACE_ERROR_EM)):
            return 0, 0
        return self.registered.overhang(title, _MARGIN)

    def compare(self, one: int, other: int) -> Reason:
        """The evidence on one pair, with its reasons."""
        found = self.measured.found
        shared = np.flatnonzero(found.usable[one] & found.usable[other] & ~found.changing)
        log_odds = float(self.log_odds[one, other])
        return Reason(
            self._gaps(one, other, shared),
            self._sorts(one, other, shared),
            (self._omitted(one), self._omitted(other)),
            log_odds,
            0.5 * (1 + float(np.tanh(log_odds / 2))),  # the logistic function
        )

    def _omitted(self, title: int) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.measured.omitted[title]).tolist())

    def _gaps(self, one: int, other: int, shared: NDArray[np.intp]) -> tuple[Gap, ...]:
        if self.evidence.model is None:
            return ()
        noise, places = self.evidence.model.noise, self.measured.places
        worse = float(np.sqrt(np.mean(self.evidence.title_noise[[one, other]] ** 2)))
        wider = places[other, shared] - places[one, shared]
        wider = _without_slope(places[one, shared], wider, _SHRINKAGE)
        walked = np.cumsum(noise.gaps**2)
        changing = np.cumsum(self.measured.found.changing)
        gaps = []
        for letter, after, step in zip(shared, shared[1:], np.diff(wider), strict=False):
            if changing[letter] != changing[after]:
                continue  # a figure stands between them
            usual = worse * np.sqrt(2 * (walked[after] - walked[letter] + 2 * noise.reading**2))
            significant = bool(abs(step) > _SIGNIFICANT * usual)
            gaps.append(Gap(int(letter), int(after), float(step), float(usual), significant))
        return tuple(gaps)

    def _sorts(self, one: int, other: int, shared: NDArray[np.intp]) -> tuple[Sort, ...]:
        model = self.evidence.model
        if model is None:
            return ()
        places, rises = self.measured.places[one, shared], self.measured.rises
        higher = _without_slope(places, rises[other, shared] - rises[one, shared], np.inf)
        higher -= np.median(higher) if len(higher) else 0.0
        pair = self.measured.take(np.array([one, other]))
        sorts = []
        for letter, rise in zip(shared, higher, strict=True):
            ours, theirs = (self.registered.patches[letter][title] for title in (one, other))
            likeness = float(np.corrcoef(ours.ravel(), theirs.ravel())[0, 1])
            weight = float(weigh_looks(pair, model, int(letter))[0, 1])
            usual = np.sqrt(2) * model.noise.heights[letter]
            differs = bool(abs(rise) > 2 * _SIGNIFICANT * usual)
            sorts.append(Sort(int(letter), likeness, float(rise), differs, weight))
        return tuple(sorts)


def read_titles(
    images: Sequence[Grey],
    rivals: NDArray[np.bool_] | None = None,
    *,
    texts: Sequence[str] | None = None,
    rectos: Sequence[bool] | None = None,
) -> Reading:
    """Read cut-out titles of one text together.

    `rivals` (n, n) is true where two titles cannot be the same type: they stand
    on one sheet side. `texts` is what was recognised in each, with its slips:
    from it the letters are known. `rectos` says which stand on rectos, whose
    inner margin is at the left: next to it the fold squeezes the line.
    """
    return read_lines(find_lines(images), rivals, texts=texts, rectos=rectos)


def read_lines(
    lines: Sequence[Line],
    rivals: NDArray[np.bool_] | None = None,
    *,
    texts: Sequence[str] | None = None,
    rectos: Sequence[bool] | None = None,
) -> Reading:
    """Read titles of one text whose lines were found before, perhaps in several books."""
    if rivals is None:
        rivals = np.zeros((len(lines), len(lines)), dtype=bool)
    registered = register(lines, common_characters(texts or ()), texts or ())
    measured = measure(registered, rectos)
    return Reading(registered, measured, weigh(measured, rivals))


def _without_slope(
    places: NDArray[np.float64], values: NDArray[np.float64], most: float
) -> NDArray[np.float64]:
    """Values without what grows evenly along the line: shrinkage, or a line askew."""
    if len(places) < 3:
        return values
    first, second = np.triu_indices(len(places), 1)
    run = places[second] - places[first]
    slopes = (values[second] - values[first])[run != 0] / run[run != 0]
    slope = float(np.median(slopes)) if len(slopes) else 0.0  # Theil and Sen's
    return np.asarray(values - np.clip(slope, -most, most) * places)
