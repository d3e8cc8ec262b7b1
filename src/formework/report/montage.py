"""The montage: sheet sides by slots, grouped by skeleton, the telling differences in red."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from formework.report.pictures import grey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.findings.uses import Use
    from formework.report.title_strips import Mark, ShownTitles

_SCALE = 0.55  # of the strips' own size
_ROW, _LEFT, _HEAD, _GAP = 54, 110, 34, 24  # pixels
_HALF_NAME = 24  # pixels half the size of a difference takes
_MARK = (192, 41, 11)
MOST_MARKS = 3  # on one strip: more would hide the letters


@dataclass(frozen=True, slots=True)
class Group:
    """The uses of one skeleton, states apart, in book order."""

    section: str
    label: str
    uses: tuple[Use, ...]


def group_uses(sections: Mapping[str, Sequence[Use]]) -> list[Group]:
    """The uses of a book by section and skeleton."""
    groups: dict[tuple[str, str], list[Use]] = {}
    for section, uses in sections.items():
        for use in uses:
            groups.setdefault((section, use.label), []).append(use)
    return [Group(section, label, tuple(uses)) for (section, label), uses in groups.items()]


def rivals(groups: Sequence[Group]) -> dict[str, str]:
    """For each page the one its title is compared with: the same slot of another skeleton.

    The skeleton before it in its section; for the first, the one after it.
    """
    against: dict[str, str] = {}
    for place, group in enumerate(groups):
        near = [*reversed(groups[:place]), *groups[place + 1 :]]
        others = [other for other in near if other.section == group.section]
        first: dict[int, str] = {}
        for other in others:
            for use in other.uses:
                for title in use.titles:
                    first.setdefault(title.slot, title.signature)
        for use in group.uses:
            for title in use.titles:
                if title.slot in first:
                    against[title.signature] = first[title.slot]
    return against


def draw_montage(groups: Sequence[Group], titles: ShownTitles) -> Image.Image:
    """The montage as one picture."""
    against = rivals(groups)
    columns = _columns(groups, titles)
    height = sum(_HEAD + _ROW * len(group.uses) for group in groups) + _HEAD
    picture = Image.new("RGB", (max(columns.values(), default=0), height), "white")
    draw = ImageDraw.Draw(picture)
    for slot, left in list(columns.items())[:-1]:
        draw.text((left, 8), f"slot {slot}", "#5a5a5a", _font(15))
    top = _HEAD
    for group in groups:
        draw.text((6, top + 8), f"Skeleton {group.label}", "black", _font(15))
        top += _HEAD
        for use in group.uses:
            draw.text((6, top + 8), use.side, "black", _font(15))
            for title in use.titles:
                strip = _scaled(titles, title.signature)
                picture.paste(strip, (columns[title.slot], top))
                other = against.get(title.signature)
                marks = titles.marks(title.signature, other)[:MOST_MARKS] if other else ()
                box = (columns[title.slot], top, strip.width, strip.height)
                _draw_marks(draw, box, marks)
            top += _ROW
    return picture


def _columns(groups: Sequence[Group], titles: ShownTitles) -> dict[int, int]:
    """Where the column of each slot begins; last, under 0, where the picture ends."""
    widths: dict[int, int] = {}
    for group in groups:
        for use in group.uses:
            for title in use.titles:
                width = round(titles.strip(title.signature).shape[1] * _SCALE)
                widths[title.slot] = max(widths.get(title.slot, 0), width)
    starts, left = {}, _LEFT
    for slot in sorted(widths):
        starts[slot] = left
        left += widths[slot] + _GAP
    return {**starts, 0: left}


def _scaled(titles: ShownTitles, signature: str) -> Image.Image:
    strip = Image.fromarray(grey(titles.strip(signature)))
    size = (max(1, round(strip.width * _SCALE)), max(1, round(strip.height * _SCALE)))
    return strip.resize(size, Image.Resampling.LANCZOS)


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _draw_marks(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], marks: Sequence[Mark]
) -> None:
    """Lines where gaps differ, with their size below where there is room for it."""
    left, top, width, height = box
    free = 0.0
    for mark in sorted(marks, key=lambda mark: mark.left):
        x = left + mark.left * width
        draw.line([(x, top), (x, top + height)], fill=_MARK, width=2)
        if x - _HALF_NAME >= free:
            draw.text((x - _HALF_NAME, top + height - 1), mark.text, _MARK, _font(11))
            free = x + _HALF_NAME
