"""One impression: the forme locked up, inked and pulled on a damp sheet.

Random values of a sheet are drawn once for both its sides, those of a leaf or
page separately for each.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

import formework.simulate.constants as constants
from formework.simulate.disturbance import QUIET, Disturbance
from formework.simulate.printed_page import (
    MM_PER_POINT,
    Copy,
    Layout,
    Mark,
    headline_marks,
    rule_ends,
    text_marks,
)
from formework.simulate.seeds import generator

if TYPE_CHECKING:
    from formework.book.model import Face
    from formework.simulate.setting import TitleSetting

_MAX_GAPS = 64  # drift is drawn for this many gaps, so that a changed figure alters no other draw


@dataclass(frozen=True, slots=True)
class Pull:
    """How one page came off the press.

    `scale` is the size on paper relative to the type, `shift` (mm) and `skew`
    (degrees) the position on the leaf; `inking` is in grey levels, `slur` is the
    blur along x (mm).
    """

    scale: float
    shift: tuple[float, float]
    skew: float
    inking: float
    slur: float


@dataclass(frozen=True)
class PrintedPage:
    """A printed page: its copy, the sorts of its title as locked up, and the pull."""

    copy: Copy
    layout: Layout
    title: tuple[Mark, ...]
    pull: Pull

    def marks(self, top: float, bottom: float) -> list[Mark]:
        """All sorts printed between two heights of the page (mm)."""
        head = self.layout.head
        near = top - 8.0 < head < bottom + 8.0
        marks = headline_marks(self.copy, self.layout) + list(self.title) if near else []
        return self.on_paper(marks + text_marks(self.copy, self.layout, top - 2, bottom + 2))

    @cached_property
    def title_marks(self) -> list[Mark]:
        """The sorts of the running title, at their positions on the paper."""
        return self.on_paper(list(self.title))

    def on_paper(self, marks: list[Mark]) -> list[Mark]:
        """Move sorts from the forme to the paper, by the scale, shift and skew of the pull."""
        skew = self.pull.skew
        placed = []
        for mark in marks:
            x, y = self._point(mark.x, mark.y)
            placed.append(mark._replace(x=x, y=y, tilt=mark.tilt + skew))
        return placed

    @property
    def rule(self) -> tuple[tuple[float, float], tuple[float, float]] | None:
        """The ends of the rule under the headline, on the paper (mm), or `None`."""
        ends = rule_ends(self.copy, self.layout)
        return ends and (self._point(*ends[0]), self._point(*ends[1]))

    def _point(self, x: float, y: float) -> tuple[float, float]:
        pull, layout = self.pull, self.layout
        x, y = (x - layout.width / 2) * pull.scale, (y - layout.height / 2) * pull.scale
        turn = math.radians(pull.skew)
        return (
            layout.width / 2 + pull.shift[0] + x - y * turn,
            layout.height / 2 + pull.shift[1] + y + x * turn,
        )


def pull_page(seed: int, sheet: str, forme: str, signature: str, roughness: float) -> Pull:
    """Draw the pull of a page from the values of its sheet, its forme and the page itself."""
    of_sheet = generator(seed, "sheet", sheet).standard_normal(2)
    of_forme = generator(seed, "forme", sheet, forme).standard_normal(3)
    draw = generator(seed, "pull", signature)
    of_page = draw.standard_normal(3)
    slurred = draw.random() < constants.SLUR_SHARE * roughness
    scale = of_sheet[0] * constants.SHEET_SCALE + of_page[0] * constants.PAGE_SCALE
    inking = of_forme[0] * constants.INKING_BY_SHEET + of_page[1] * constants.INKING_BY_PAGE
    shift = of_forme[1:] * constants.REGISTER
    return Pull(
        scale=1.0 + float(scale),
        shift=(float(shift[0]), float(shift[1])),
        skew=float(of_page[2]) * constants.FORME_SKEW,
        inking=float(inking) * roughness,
        slur=constants.SLUR * float(draw.uniform(0.5, 1.5)) if slurred else 0.0,
    )


def lock_up(
    title: TitleSetting, use: int, face: Face, layout: Layout, draw: np.random.Generator,
    *, seed: int, roughness: float, disturbance: Disturbance = QUIET,
) -> tuple[Mark, ...]:  # fmt: skip
    """Place the sorts of a title in its headline for the `use`-th time, counted from 0."""
    em = title.points * MM_PER_POINT
    gaps = len(title.sorts)
    play = draw.standard_normal(_MAX_GAPS)[:gaps] * constants.LOCK_UP_PLAY * roughness
    play *= min(disturbance.letters, 1.0)
    ageing = generator(seed, "drift", title.number).standard_normal((use + 1, _MAX_GAPS))
    drift = ageing.sum(axis=0)[:gaps] * constants.DRIFT
    places = np.asarray(title.places) + np.cumsum(play + drift) - play[0] - drift[0]
    shift, rise = draw.standard_normal(2)
    wider, higher = disturbance.loosen(title, roughness, draw)
    places += np.cumsum(wider) - wider[0]
    middle = layout.left(face) + layout.measure / 2 + shift * constants.TITLE_SHIFT
    left = middle - title.width * em / 2
    line = layout.head + rise * constants.TITLE_RISE
    return tuple(
        Mark(
            sort.fount,
            sort.character,
            title.points,
            x=float(left + place * em),
            y=float(line - (sort.rise + raised) * em),
            tilt=sort.tilt,
            gain=1.0 + sort.wear / 255,
            nick=sort.nick_after(use),
        )
        for sort, place, raised in zip(title.sorts, places, higher, strict=True)
    )
