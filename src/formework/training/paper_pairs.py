"""Pairs as in the paper (Vogler et al. 2024, §3.1): rendered type, distorted.

A match is the anchor with another shift, skew, inking and noise. A negative has
other spaces between the characters, or a few letters in italic or swash of the
same family, or (rarely) a similar-looking character.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.simulate.seeds import generator
from formework.simulate.type import Fount, Style, cast
from formework.training.title_groups import TitleGroup
from formework.training.training_books import FOUNTS, compose_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Values not marked as the paper's are ours.
EM = 44.0  # pixels: a body of 10.5 points at 300 dpi
MAX_SHIFT = 0.15  # share of the width, as in the paper
MAX_SKEW = 1.0  # degrees
MAX_SPACE = 0.12  # em added between two characters
SPACED = 0.3  # share of the gaps that change in a respaced title
MAX_SWAPPED = 0.1  # share of the letters, as in the paper
LOOKALIKE = 0.1  # share of the negatives with changed letters; the paper says "rarely"
LOOKALIKES = str.maketrans(".,:;ceſfIlOQ", ",.;:ecfſlIQO")
WORD_SPACE = 0.3  # em


@dataclass(frozen=True, slots=True)
class RenderedTitle:
    """A title to be rendered: its characters, the fount of each, and the space after each (em)."""

    characters: str
    founts: tuple[Fount, ...]
    gaps: tuple[float, ...]


def draw_group(seed: int, number: int, negatives: int, distortion: float = 1.0) -> TitleGroup:
    """Draw an anchor, its match, and negatives: similar titles that do not match.

    `distortion` scales the paper's shift and skew, from 0 (none) to 1 (full).

    Departure: negatives are shifted, skewed and inked like the match. Otherwise
    the shift alone would identify a match.
    """
    draw = generator(seed, "paper", number)
    fount = FOUNTS[draw.integers(len(FOUNTS))]
    anchor = _set_line(compose_text(draw).replace("#", "1"), fount)
    lines = [anchor, anchor, *(_alter(anchor, draw) for _ in range(negatives))]
    images = tuple(_distort(_render(line), distortion, draw) for line in lines)
    return TitleGroup(images, np.array([0, *range(negatives + 1)]))


def _set_line(text: str, fount: Fount) -> RenderedTitle:
    return RenderedTitle(text, (fount,) * len(text), (0.0,) * len(text))


def _alter(line: RenderedTitle, draw: np.random.Generator) -> RenderedTitle:
    """Another setting of the same text: respaced, some letters swapped, or both."""
    way = draw.choice(("spaces", "letters", "both"))
    if way != "letters":
        spaced = draw.random(len(line.gaps)) < SPACED
        spaced[draw.integers(len(spaced) - 1)] = True
        line = replace(line, gaps=tuple(spaced * draw.uniform(0.01, MAX_SPACE, len(spaced))))
    if way == "spaces":
        return line
    if draw.random() < LOOKALIKE:
        return replace(line, characters=line.characters.translate(LOOKALIKES))
    return replace(line, founts=_swap(line, draw))


def _swap(line: RenderedTitle, draw: np.random.Generator) -> tuple[Fount, ...]:
    """Take a few letters, at least one, from the italic of the family (or its roman)."""
    letters = [place for place, character in enumerate(line.characters) if character.isalpha()]
    most = max(1, int(MAX_SWAPPED * len(letters)))
    founts = list(line.founts)
    for place in draw.permutation(letters)[: draw.integers(1, most + 1)]:
        old = founts[place]
        style = Style.ROMAN if old.style is Style.ITALIC else Style.ITALIC
        founts[place] = Fount(old.family, style)
    return tuple(founts)


def _render(line: RenderedTitle) -> NDArray[np.uint8]:
    """Render a title, ink 255 on 0, with room for the shift on both sides."""
    steps = [
        (WORD_SPACE if character == " " else fount.width(character)) + gap
        for character, fount, gap in zip(line.characters, line.founts, line.gaps, strict=True)
    ]
    width = sum(steps) * EM
    x = room = (MAX_SHIFT + 0.02) * width + 8
    canvas = np.zeros((round(1.5 * EM), round(width + 2 * room)), np.uint8)
    for character, fount, step in zip(line.characters, line.founts, steps, strict=True):
        if character != " ":
            _stamp(canvas, fount, character, x)
        x += step * EM
    return canvas


def _stamp(canvas: NDArray[np.uint8], fount: Fount, character: str, x: float) -> None:
    face = cast(fount, character, EM)
    height, width = face.mask.shape
    left, top = int(x) - face.x, round(1.05 * EM) - face.y
    moved = cv2.warpAffine(face.mask, np.array([[1, 0, x % 1], [0, 1, 0.0]]), (width + 1, height))
    above = max(0, -top)
    into = canvas[top + above : top + height, left : left + width + 1]
    np.maximum(into, moved[above : above + len(into)], out=into)


def _distort(
    ink: NDArray[np.uint8], distortion: float, draw: np.random.Generator
) -> NDArray[np.uint8]:
    """Change what does not depend on the setting: shift, skew, inking and noise."""
    height, width = ink.shape
    text = width / (1 + 2 * (MAX_SHIFT + 0.02))
    slope = np.tan(distortion * np.deg2rad(draw.uniform(-MAX_SKEW, MAX_SKEW)))
    shift = distortion * draw.uniform(-MAX_SHIFT, MAX_SHIFT) * text
    matrix = np.array([[1, 0, shift], [slope, 1, -slope * width / 2]])
    moved = cv2.warpAffine(ink, matrix, (width, height)).astype(np.float32) / 255
    blurred = cv2.GaussianBlur(moved, (0, 0), draw.uniform(0.5, 1.5))
    rough = cv2.GaussianBlur(draw.standard_normal(ink.shape).astype(np.float32), (0, 0), 1.5)
    bite = draw.uniform(0.3, 0.7) + draw.uniform(0.2, 1.0) * rough
    inked = np.clip((blurred - bite) * 6 + 0.5, 0, 1)
    tone = 235 - 185 * inked + draw.uniform(2, 12) * draw.standard_normal(ink.shape)
    return np.clip(tone, 0, 255).astype(np.uint8)
