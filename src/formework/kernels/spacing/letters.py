"""The letters of a text, cut from one of its titles.

Where the text is known, the title is cut into just its characters. Where it is
not, it is cut at the thin places of its ink, so that a *letter* is usually one
sort, sometimes two that touch or half of a wide one.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.spacing.glyphs import face_width, is_stop
from formework.kernels.spacing.line import EM

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.ink import Ink

_SAMPLE = 24  # titles among which the reference is sought, so that the cost stays linear
_TYPICAL = 8  # of these, the most typical ones are tried for how well their characters part
_NARROWEST = 0.18  # em: a piece of a run of ink is at least this wide
_WIDEST = 0.72  # em: wider runs of ink are likely several letters
_THIN = 0.45  # of the ink to either side: a place this thin parts two letters
_SPECK = 0.004  # square em of ink: less is dirt
_BLANK = 0.012  # em of ink in a column: less is white
_INKED = 0.3  # of full ink: rows with less are blank
SIDE = 2  # pixels of white on either side of a letter

# Costs of cutting a line into known characters, all in the same unit: a width a factor
# exp(0.3) off costs one half, as one standard deviation of a Gaussian would.
_WIDTH_SPREAD = 0.3
_CUT_COST = 8.0  # of cutting through a full stem; a thin join costs its share
_SKIP_COST = 12.0  # a square em of ink left over as dirt, at either end
_STOP_INK, _LETTER_INK = (0.008, 0.025), 0.04  # square em: bounds for a stop, least for a letter
_INK_SPREAD = 0.5
_WORST_FIT = 1.2  # cost a character above which the text is not what the title shows


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter of a text: how it looks, and the row and column of its upper left corner.

    `name` is its character, empty where the text is not known.
    """

    shape: Ink
    top: int
    left: float
    name: str = ""

    @property
    def width(self) -> int:
        """Columns of its ink."""
        return int(self.shape.shape[1]) - 2 * SIDE


def reference_letters(strips: Sequence[Ink], characters: str = "") -> tuple[Letter, ...]:
    """The letters of a text, cut from the title that serves best.

    `characters` are those the titles are known to show, or empty.
    """
    typical = _most_typical(strips)
    if characters:
        cuts = [_cut_characters(strips[title], characters) for title in typical[:_TYPICAL]]
        cost, title = min((cut[0], rank) for rank, cut in enumerate(cuts))
        if cost <= _WORST_FIT:
            return cuts[title][1]
    return cut_letters(strips[typical[0]])


def _most_typical(strips: Sequence[Ink]) -> list[int]:
    """The titles of a sample, those most like all others first."""
    sample = np.unique(np.linspace(0, len(strips) - 1, min(_SAMPLE, len(strips))).astype(int))
    length = max(strip.shape[1] for strip in strips)
    profiles = np.zeros((len(sample), 2 * length), np.float32)
    for row, index in enumerate(sample):
        profile = cv2.GaussianBlur(strips[index].sum(axis=0)[None, :], (0, 0), EM / 24).ravel()
        profiles[row, : len(profile)] = profile - profile.mean()
    waves = np.fft.rfft(profiles)
    norms = np.sqrt((profiles**2).sum(axis=1)) + 1e-6
    likeness = (
        np.array([np.fft.irfft(waves * wave.conj()).max(axis=1) / norms for wave in waves])
        / norms[:, None]
    )
    order = np.argsort(-np.median(likeness, axis=1), kind="stable")
    return [int(index) for index in sample[order]]


def cut_letters(strip: Ink) -> tuple[Letter, ...]:
    """Cut a strip into letters at the thin places of its ink."""
    profile = _column_profile(strip)
    spans = []
    for left, right in _inked_runs(profile):
        if profile[left:right].sum() > _SPECK * EM**2:
            spans += _parted(profile, left, right)
    return tuple(_cut(strip, left, right) for left, right in spans)


def _column_profile(strip: Ink) -> NDArray[np.float32]:
    """How much ink each column has."""
    return np.asarray(cv2.GaussianBlur(strip.sum(axis=0)[None, :], (0, 0), EM / 48).ravel())


def _inked_runs(profile: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Where columns of ink begin and end."""
    blank = profile < _BLANK * EM
    edges = np.flatnonzero(np.diff(np.concatenate(([True], blank, [True]))))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def _cut(strip: Ink, left: int, right: int, name: str = "") -> Letter:
    """A piece of a strip, with a little white on all sides."""
    inked = np.flatnonzero(strip[:, left:right].max(axis=1) > _INKED)
    rows = slice(max(0, inked[0] - SIDE), inked[-1] + 1 + SIDE) if len(inked) else slice(None)
    shape = np.zeros((len(strip[rows]), right - left + 2 * SIDE), np.float32)
    first, last = max(0, left - SIDE), min(strip.shape[1], right + SIDE)
    shape[:, first - left + SIDE : last - left + SIDE] = strip[rows, first:last]
    return Letter(shape, rows.start or 0, float(left - SIDE), name)


def _parted(profile: NDArray[np.float32], left: int, right: int) -> list[tuple[int, int]]:
    """Part a run of ink where it is thinnest, as long as the pieces are wide enough."""
    least = int(_NARROWEST * EM)
    if right - left < _WIDEST * EM or right - left < 2 * least:
        return [(left, right)]
    inner = profile[left + least : right - least]
    place = left + least + int(np.argmin(inner))
    beside = min(profile[left:place].max(), profile[place:right].max())
    if profile[place] > _THIN * beside:
        return [(left, right)]
    return _parted(profile, left, place) + _parted(profile, place, right)


def _cut_characters(strip: Ink, characters: str) -> tuple[float, tuple[Letter, ...]]:
    """Cut a strip into known characters: the cost a character, and the letters.

    Dynamic programming over the places where a cut is possible: the white
    between two runs of ink, and the thinnest columns within a run. A cut costs
    the ink it goes through, a character how far its width is off, and ink left
    over at the ends is dirt.
    """
    profile = _column_profile(strip)
    cuts = _possible_cuts(profile)
    if len(cuts) <= len(characters):
        return np.inf, ()
    inked = profile >= _BLANK * EM
    columns = np.arange(len(profile))
    next_ink = np.minimum.accumulate(np.where(inked, columns, len(profile))[::-1])[::-1]
    last_ink = np.maximum.accumulate(np.where(inked, columns, -1))
    firsts = np.append(next_ink, len(profile))[cuts]
    lasts = np.where(cuts > 0, last_ink[cuts - 1], -1)
    widths = (lasts[None, :] + 1 - firsts[:, None]) / EM  # from cut (row) to cut (column)
    through = _CUT_COST * profile[np.minimum(cuts, len(profile) - 1)] / (0.68 * EM)
    ink = np.concatenate(([0.0], np.cumsum(profile)))[cuts] / EM**2
    areas = np.maximum(ink[None, :] - ink[:, None], 1e-6)
    best = _SKIP_COST * ink
    came_from = []
    for character in characters:
        with np.errstate(divide="ignore", invalid="ignore"):
            off = np.log(np.maximum(widths, 0.0) / face_width(character)) / _WIDTH_SPREAD
        cost = np.where(widths > 0, 0.5 * off**2 + _ink_cost(areas, character), np.inf)
        ways = best[:, None] + cost
        choice = np.argmin(ways, axis=0)
        came_from.append(choice)
        best = ways[choice, np.arange(len(cuts))] + through
    ends = best + _SKIP_COST * (ink[-1] - ink)
    place = int(np.argmin(ends))
    mean_cost = float(ends[place]) / len(characters)
    if not np.isfinite(mean_cost):
        return np.inf, ()
    letters = []
    for character, before in zip(characters[::-1], came_from[::-1], strict=True):
        start = int(before[place])
        letters.append(_cut(strip, int(firsts[start]), int(lasts[place]) + 1, character))
        place = start
    return mean_cost, tuple(letters[::-1])


def _ink_cost(areas: NDArray[np.float64], character: str) -> NDArray[np.float64]:
    """What it costs that a piece has too much or too little ink for a stop or a letter."""
    least, most = _STOP_INK if is_stop(character) else (_LETTER_INK, np.inf)
    off = np.log(np.maximum(areas / most, least / areas)) / _INK_SPREAD
    return np.asarray(0.5 * np.maximum(off, 0.0) ** 2)


def _possible_cuts(profile: NDArray[np.float32]) -> NDArray[np.intp]:
    """Columns at which a line may be cut, from left to right."""
    cuts = [0, len(profile)]
    runs = _inked_runs(profile)
    cuts += [(end + start) // 2 for (_, end), (start, _) in pairwise(runs)]
    middle, before, after = profile[1:-1], profile[:-2], profile[2:]
    thin = 1 + np.flatnonzero((middle <= before) & (middle < after) & (middle >= _BLANK * EM))
    return np.unique(np.concatenate((cuts, thin))).astype(np.intp)
