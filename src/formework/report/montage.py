"""The montage: every title, by skeleton, sheet side and slot, significant differences in red."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

from formework.report.pictures import grey, label_font

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.findings.uses import Use
    from formework.report.title_strips import GapMark, ShownTitles

_SCALE = 0.55  # of the size of a strip
# Pixels: height of a row and of a heading, width of the names, space between columns.
_ROW, _HEADING, _NAMES, _GAP = 54, 34, 110, 24
_HALF_LABEL = 24  # pixels: half the width of a label such as "+0.06 em"
_MARK_COLOUR = (192, 41, 11)
MAX_MARKS = 3  # per strip; more would hide the letters


@dataclass(frozen=True, slots=True)
class Group:
    """The uses of one skeleton in one state, in book order."""

    section: str
    label: str
    uses: tuple[Use, ...]


def group_uses(sections: Mapping[str, Sequence[Use]]) -> list[Group]:
    """Group the uses of a book by section, skeleton and state."""
    groups: dict[tuple[str, str], list[Use]] = {}
    for section, uses in sections.items():
        for use in uses:
            groups.setdefault((section, use.label), []).append(use)
    return [Group(section, label, tuple(uses)) for (section, label), uses in groups.items()]


def rivals(groups: Sequence[Group]) -> dict[str, str]:
    """For each page, the page its title is compared with: same slot, another skeleton.

    That is the previous skeleton of the section; for the first, the next one.
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
    """Draw the montage as one image."""
    against = rivals(groups)
    columns = _columns(groups, titles)
    height = sum(_HEADING + _ROW * len(group.uses) for group in groups) + _HEADING
    picture = Image.new("RGB", (max(columns.values(), default=0), height), "white")
    draw = ImageDraw.Draw(picture)
    for slot, left in list(columns.items())[:-1]:
        draw.text((left, 8), f"slot {slot}", "#5a5a5a", label_font(15))
    top = _HEADING
    for group in groups:
        draw.text((6, top + 8), f"Skeleton {group.label}", "black", label_font(15))
        top += _HEADING
        for use in group.uses:
            draw.text((6, top + 8), use.side, "black", label_font(15))
            for title in use.titles:
                strip = _scaled(titles, title.signature)
                picture.paste(strip, (columns[title.slot], top))
                other = against.get(title.signature)
                marks = titles.marks(title.signature, other)[:MAX_MARKS] if other else ()
                box = (columns[title.slot], top, strip.width, strip.height)
                _draw_marks(draw, box, marks)
            top += _ROW
    return picture


def _columns(groups: Sequence[Group], titles: ShownTitles) -> dict[int, int]:
    """The left edge of the column of each slot; under key 0, the right edge of the image."""
    widths: dict[int, int] = {}
    for group in groups:
        for use in group.uses:
            for title in use.titles:
                width = round(titles.strip(title.signature).shape[1] * _SCALE)
                widths[title.slot] = max(widths.get(title.slot, 0), width)
    starts, left = {}, _NAMES
    for slot in sorted(widths):
        starts[slot] = left
        left += widths[slot] + _GAP
    return {**starts, 0: left}


def _scaled(titles: ShownTitles, signature: str) -> Image.Image:
    strip = Image.fromarray(grey(titles.strip(signature)))
    size = (max(1, round(strip.width * _SCALE)), max(1, round(strip.height * _SCALE)))
    return strip.resize(size, Image.Resampling.LANCZOS)


def _draw_marks(
    draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], marks: Sequence[GapMark]
) -> None:
    """Draw a line at each gap that differs, labelled with the difference if there is room."""
    left, top, width, height = box
    free = 0.0
    for mark in sorted(marks, key=lambda mark: mark.left):
        x = left + mark.left * width
        draw.line([(x, top), (x, top + height)], fill=_MARK_COLOUR, width=2)
        if x - _HALF_LABEL >= free:
            draw.text((x - _HALF_LABEL, top + height - 1), mark.text, _MARK_COLOUR, label_font(11))
            free = x + _HALF_LABEL
