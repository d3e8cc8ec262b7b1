"""The picture of one pair of titles: both strips, their overlay, and the gaps that differ.

Drawn with Pillow: matplotlib alone takes longer to load than the comparison takes.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image, ImageDraw

from formework.report.pictures import grey, label_font, lay_over, png

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.kernels.spacing.text_reading import Gap, Reason
    from formework.report.title_strips import PlacedText, ShownTitles

# Pixels: width of the picture, its left margin for the scale, and the white around everything.
_WIDTH, _SCALE_MARGIN, _WHITE = 1400, 90, 14
_LABEL, _PLOT = 26, 260  # pixels: height of a label, height of the plot of gaps
_DOT, _CAP = 5, 4  # pixels: radius of a dot, half the width of the end of its bar
_GREY, _DIFFERENT, _LINE = (107, 107, 107), (213, 94, 0), (221, 221, 221)
_BARS = 2.0  # standard deviations: half the length of a bar
_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # em between the lines of the scale
_MAX_STEPS = 4  # lines of the scale on each side of 0


def draw_pair(titles: ShownTitles, pages: Sequence[str], reason: Reason | None) -> bytes:
    """Draw the two strips, their overlay, and the differences of their gaps, as PNG."""
    one, other = (titles.strip(page) for page in pages)
    text = titles.placed(pages[0])
    names = (pages[0], pages[1], f"{pages[0]} red, {pages[1]} cyan")
    strips = [Image.fromarray(grey(one)), Image.fromarray(grey(other))]
    strips.append(Image.fromarray(lay_over(one, other)))
    room = _WIDTH - _SCALE_MARGIN - _WHITE
    high = max(1, round(room * one.shape[0] / one.shape[1]))
    has_plot = text is not None and reason is not None and bool(reason.gaps)
    height = 3 * (_LABEL + high) + (_LABEL + _PLOT if has_plot else 0) + 2 * _WHITE
    picture = Image.new("RGB", (_WIDTH, height), "white")
    draw = ImageDraw.Draw(picture)
    top = _WHITE
    for name, strip in zip(names, strips, strict=True):
        draw.text((_SCALE_MARGIN, top), name, "black", label_font(18))
        shown = strip.convert("RGB").resize((room, high), Image.Resampling.LANCZOS)
        picture.paste(shown, (_SCALE_MARGIN, top + _LABEL))
        top += _LABEL + high
    if has_plot and text is not None and reason is not None:
        draw.text((_WHITE, top), "difference of gaps (em)", _GREY, label_font(16))
        _GapPlot(draw, top + _LABEL, reason.gaps).draw(text, pages[0])
    return png(np.asarray(picture))


class _GapPlot:
    """The gaps of a pair below their strips: difference and uncertainty, in em."""

    def __init__(self, draw: ImageDraw.ImageDraw, top: int, gaps: Sequence[Gap]) -> None:
        self._draw = draw
        self._top = top
        self._gaps = gaps
        reach = max(abs(gap.difference) + _BARS * gap.uncertainty for gap in gaps)
        self._reach = max(reach, _STEPS[0]) * 1.1

    def draw(self, text: PlacedText, page: str) -> None:
        """Draw the scale, then a dot and a bar for each gap; significant ones are labelled."""
        self._draw_scale()
        for gap in self._gaps:
            share = text.gap_place(page, gap.after)
            x = _SCALE_MARGIN + share * (_WIDTH - _SCALE_MARGIN - _WHITE)
            y, bar = self._row(gap.difference), _BARS * gap.uncertainty
            colour = _DIFFERENT if gap.significant else _GREY
            low, high = self._row(gap.difference - bar), self._row(gap.difference + bar)
            self._draw.line([(x, low), (x, high)], colour, 2)
            for end in (low, high):
                self._draw.line([(x - _CAP, end), (x + _CAP, end)], colour, 2)
            self._draw.ellipse([(x - _DOT, y - _DOT), (x + _DOT, y + _DOT)], fill=colour)
            if gap.significant:
                label = f"{gap.difference:+.2f} em"
                self._draw.text((x + _DOT + 3, y - 20), label, colour, label_font(16))

    def _draw_scale(self) -> None:
        step = next((one for one in _STEPS if self._reach / one < _MAX_STEPS), _STEPS[-1])
        count = math.floor(self._reach / step)
        for number in range(-count, count + 1):
            y = self._row(number * step)
            self._draw.line([(_SCALE_MARGIN, y), (_WIDTH - _WHITE, y)], _LINE if number else _GREY)
            self._draw.text(
                (_WHITE, y - 9), f"{number * step:+.2f}" if number else "0", _GREY, label_font(15)
            )

    def _row(self, difference: float) -> float:
        return self._top + _PLOT / 2 * (1 - difference / self._reach)
