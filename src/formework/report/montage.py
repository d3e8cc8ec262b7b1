"""The montage: sheet sides by slots, grouped by skeleton, the telling differences in red."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont

from formework.report.pictures import grey

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.findings.uses import Use
    from formework.report.evidence import Evidence, Mark

_COLUMN, _ROW, _LEFT, _HEAD = 330, 44, 96, 34  # pixels
_GAP = 14  # pixels between columns
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


def draw_montage(groups: Sequence[Group], evidence: Evidence) -> Image.Image:
    """The montage as one picture."""
    against = rivals(groups)
    slots = sorted({t.slot for group in groups for use in group.uses for t in use.titles})
    height = sum(_HEAD + _ROW * len(group.uses) for group in groups) + _HEAD
    size = (_LEFT + (_COLUMN + _GAP) * len(slots), height)
    picture = Image.new("RGB", size, "white")
    draw = ImageDraw.Draw(picture)
    font, small = ImageFont.load_default(15), ImageFont.load_default(11)
    for column, slot in enumerate(slots):
        draw.text((_LEFT + column * (_COLUMN + _GAP), 8), f"slot {slot}", "#5a5a5a", font)
    top = _HEAD
    for group in groups:
        draw.text((6, top + 8), f"Skeleton {group.label}", "black", font)
        top += _HEAD
        for use in group.uses:
            draw.text((6, top + 8), use.side, "black", font)
            for title in use.titles:
                left = _LEFT + slots.index(title.slot) * (_COLUMN + _GAP)
                strip = _scaled(evidence, title.signature)
                picture.paste(strip, (left, top))
                other = against.get(title.signature)
                marks = evidence.marks(title.signature, other)[:MOST_MARKS] if other else ()
                _draw_marks(draw, (left, top, strip.width, strip.height), marks, small)
            top += _ROW
    return picture


def _scaled(evidence: Evidence, signature: str) -> Image.Image:
    strip = Image.fromarray(grey(evidence.strip(signature)))
    scale = min(_COLUMN / strip.width, (_ROW - 12) / strip.height)
    size = (max(1, round(strip.width * scale)), max(1, round(strip.height * scale)))
    return strip.resize(size, Image.Resampling.LANCZOS)


def _draw_marks(
    draw: ImageDraw.ImageDraw,
    box: tuple[int, int, int, int],
    marks: Sequence[Mark],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
) -> None:
    left, top, width, height = box
    for mark in marks:
        x = left + mark.left * width
        draw.line([(x, top), (x, top + height)], fill=_MARK, width=2)
        draw.text((x - 16, top + height - 2), mark.text, _MARK, font)
