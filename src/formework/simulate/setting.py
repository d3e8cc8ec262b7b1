"""Setting a running title, sort by sort, with real spacing material.

A title is set once and printed many times. Its sorts and the material between
them stay the same, which is how a title can be recognised.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

import formework.simulate.constants as constants
from formework.simulate.seeds import generator
from formework.simulate.type import Family, Fount, Nick, Style

if TYPE_CHECKING:
    import numpy as np

    from formework.simulate.difficulty import Difficulty

NUMERAL = "#"  # placeholder in a text for the changing figure: "Book #."


@dataclass(frozen=True, slots=True)
class TitleStyle:
    """How the shop sets its running titles: fount, body (points), space between letters (em)."""

    fount: Fount
    points: float
    letterspace: float = 0.0


@dataclass(frozen=True, slots=True)
class SetSort:
    """One piece of type in a title, with its irregularities.

    `width` is the body as cast (em), `rise` the height above the line (em),
    `tilt` is in degrees, `wear` in grey levels of ink, `nick` the part broken off
    and `growth` how much the radius of the nick grows with each use (em).
    """

    character: str
    fount: Fount
    width: float
    rise: float = 0.0
    tilt: float = 0.0
    wear: float = 0.0
    nick: Nick | None = None
    growth: float = 0.0

    def nick_after(self, uses: int) -> Nick | None:
        """The part broken off after a number of uses."""
        if self.nick is None or not self.growth:
            return self.nick
        return replace(self.nick, radius=self.nick.radius + self.growth * uses)


@dataclass(frozen=True)
class TitleSetting:
    """A running title in type: its sorts, and the material after each (em)."""

    number: int
    text: str
    points: float
    sorts: tuple[SetSort, ...]
    gaps: tuple[float, ...]

    @cached_property
    def places(self) -> tuple[float, ...]:
        """The left side of each sort, in ems from that of the first."""
        steps = (sort.width + gap for sort, gap in zip(self.sorts, self.gaps, strict=True))
        return tuple(accumulate(steps, initial=0.0))[:-1]

    @property
    def width(self) -> float:
        """Width of the title in ems."""
        return self.places[-1] + self.sorts[-1].width


def set_title(
    number: int, text: str, style: TitleStyle, difficulty: Difficulty, draw: np.random.Generator
) -> TitleSetting:
    """Set a text independently of any other setting."""
    sorts: list[SetSort] = []
    gaps: list[float] = []
    # Compositors space whole lines slightly tighter or looser.
    letterspace = style.letterspace * (1 + difficulty.looseness * draw.standard_normal())
    word_space = constants.WORD_SPACE + style.letterspace
    for character in text:
        if character == " ":
            gaps[-1] = _word_space(word_space, difficulty, draw)
            continue
        sorts.append(_pick_sort(character, style.fount, difficulty, draw))
        gaps.append(_letter_gap(letterspace, difficulty, draw))
    gaps[-1] = 0.0
    return TitleSetting(number, text, style.points, tuple(sorts), tuple(gaps))


def respace(
    title: TitleSetting, number: int, difficulty: Difficulty, draw: np.random.Generator
) -> TitleSetting:
    """Respace a title: the same sorts, with other material in one to three gaps."""
    gaps = list(title.gaps)
    for place in draw.permutation(len(gaps) - 1)[: draw.integers(1, 4)]:
        change = draw.choice(difficulty.scraps) * draw.choice((-1, 1))
        gaps[place] = float(max(gaps[place] + change, 0.0) or abs(change))
    return replace(title, number=number, gaps=tuple(gaps))


def with_numeral(title: TitleSetting, numeral: int, seed: int) -> TitleSetting:
    """Change the figure of a title: other sorts for the figure, the rest unchanged."""
    if NUMERAL not in title.text:
        return title
    place = next(i for i, sort in enumerate(title.sorts) if sort.character == NUMERAL)
    draw = generator(seed, "numeral", title.number, numeral)
    fount = title.sorts[place].fount
    figures = [_cast_sort(figure, fount, draw) for figure in str(numeral)]
    sorts = (*title.sorts[:place], *figures, *title.sorts[place + 1 :])
    gaps = (*title.gaps[:place], *(0.0 for _ in figures[1:]), *title.gaps[place:])
    return replace(title, text=title.text.replace(NUMERAL, str(numeral)), sorts=sorts, gaps=gaps)


def _letter_gap(letterspace: float, difficulty: Difficulty, draw: np.random.Generator) -> float:
    if draw.random() >= difficulty.letter_off:
        return letterspace
    scrap = draw.choice(difficulty.scraps)
    # Material can be removed only from a letterspaced line.
    return float(letterspace + scrap * (draw.choice((-1, 1)) if letterspace > scrap else 1))


def _word_space(norm: float, difficulty: Difficulty, draw: np.random.Generator) -> float:
    """A thick space, or another cast space, often with a scrap."""
    if draw.random() >= difficulty.word_off:
        return norm
    space = norm - constants.WORD_SPACE + draw.choice(difficulty.spaces)
    scrap = draw.choice((0.0, *difficulty.scraps))
    return float(space + scrap)


def _pick_sort(
    character: str, fount: Fount, difficulty: Difficulty, draw: np.random.Generator
) -> SetSort:
    """Take a sort from the case; a few are faulty."""
    if draw.random() >= difficulty.odd_sorts or character == NUMERAL:
        return _cast_sort(character, fount, draw)
    fault = draw.choice(("broken", "bent", "raised", "foul case"), p=(0.4, 0.15, 0.2, 0.25))
    if fault == "foul case":
        return _cast_sort(character, _wrong_fount(fount, draw), draw)
    sort = _cast_sort(character, fount, draw)
    if fault == "bent":
        return replace(sort, tilt=constants.BENT_TILT * draw.choice((-1, 1)))
    if fault == "raised":
        return replace(sort, rise=constants.RAISED_LINE * draw.choice((-1, 1)))
    return replace(sort, nick=_nick(sort, draw))


def _nick(sort: SetSort, draw: np.random.Generator) -> Nick:
    return Nick(
        x=float(draw.uniform(0.0, sort.width)),
        y=float(draw.uniform(-0.05, 0.65)),
        radius=float(constants.NICK_SIZE * draw.uniform(0.6, 1.4)),
    )


def damage(title: TitleSetting, draw: np.random.Generator) -> TitleSetting:
    """Let one sort of a title break a little more at every use."""
    sorts = list(title.sorts)
    place = int(draw.integers(len(sorts)))
    nick = _nick(sorts[place], draw)
    sorts[place] = replace(sorts[place], nick=nick, growth=constants.NICK_GROWTH)
    return replace(title, sorts=tuple(sorts))


def _cast_sort(character: str, fount: Fount, draw: np.random.Generator) -> SetSort:
    width, rise, tilt, wear = draw.standard_normal(4).tolist()
    return SetSort(
        character,
        fount,
        # The width of the figure is added when it is set.
        width=0.0
        if character == NUMERAL
        else fount.width(character) + width * constants.CASTING_WIDTH,
        rise=rise * constants.CASTING_LINE,
        tilt=tilt * constants.CASTING_TILT,
        wear=wear * constants.FACE_WEAR,
    )


def _wrong_fount(fount: Fount, draw: np.random.Generator) -> Fount:
    """Another fount: italic for roman or the reverse, or the same style of another family."""
    if draw.random() < 0.5:
        other = Style.ROMAN if fount.style is Style.ITALIC else Style.ITALIC
        return replace(fount, style=other)
    families = [family for family in Family if family is not fount.family]
    style = Style.ROMAN if fount.style is Style.SMALL_CAPITALS else fount.style
    return Fount(families[draw.integers(len(families))], style)
