"""Books to learn from: printed by the full press model, and kept on disk.

Texts are made up for each book and founts are those of the development
universe: nothing of the test universes is ever seen in training, neither
their words nor their type.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Format
from formework.book.plain_files import write_whole
from formework.simulate.difficulty import HARD, NORMAL, STRESS
from formework.simulate.scan import View
from formework.simulate.seeds import generator
from formework.simulate.setting import NUMERAL, TitleStyle
from formework.simulate.shapes import SectionShape, Shape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.type import Family, Fount, Style
from formework.simulate.universes import Dress, Texts, Universe
from formework.simulate.words import WORDS, with_long_s
from formework.training.lessons import Lesson

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.simulate.simulated_book import SimulatedBook

FAMILIES = (Family.ENGLISH, Family.DOUBLE_PICA, Family.FRENCH_CANON)
FOUNTS = (
    *(Fount(family, style) for family in FAMILIES for style in (Style.ROMAN, Style.ITALIC)),
    Fount(Family.ENGLISH, Style.SMALL_CAPITALS),
)
LETTERSPACES = (0.0, 0.0, 0.0, 0.1, 0.2, 0.25)  # em
BODIES = (13.0, 18.0)  # points
LETTERS = (5, 22)  # fewest and most in a text
# Many skeletons renewed piecemeal: titles only spaced anew are the hardest to tell apart.
SHAPE = Shape(
    "lesson", "A Book to learn from", Format.QUARTO, 4, "A-F^4",
    (SectionShape(gatherings=6, skeletons=4, largest=4),), piecemeal=0.4, divisions=6,
)  # fmt: skip
_DIFFICULTIES, _SHARES = (NORMAL, HARD, STRESS), (0.6, 0.25, 0.15)
_MICROFILM = 0.2  # of the books
_NUMERAL = 0.1  # of the texts end in a figure that changes


def print_lessons(seed: int) -> Iterator[Lesson]:
    """The two lessons of one simulated book: its versos and its rectos."""
    book = print_book(seed)
    for face in "vr":
        titles = [title for title in book.titles if title.signature[-1] == face]
        images = tuple(book.cut_out(title.signature) for title in titles)
        yield Lesson(images, np.array([int(title.title) for title in titles]))


def print_book(seed: int) -> SimulatedBook:
    """A short quarto in a text and style of its own."""
    draw = generator(seed, "lesson")
    style = TitleStyle(
        FOUNTS[draw.integers(len(FOUNTS))],
        float(draw.uniform(*BODIES)),
        LETTERSPACES[draw.integers(len(LETTERSPACES))],
    )
    dress = Dress((Texts(compose_text(draw), compose_text(draw)),), style, rule=draw.random() < 0.3)
    universe = Universe("lesson", Family.ENGLISH, {SHAPE.name: dress})
    difficulty = _DIFFICULTIES[draw.choice(len(_DIFFICULTIES), p=_SHARES)]
    view = View.MICROFILM if draw.random() < _MICROFILM else View.SCAN
    return simulate_book(
        SHAPE, difficulty=replace(difficulty, openings=0.0), view=view, seed=seed, universe=universe
    )


def compose_text(draw: np.random.Generator) -> str:
    """A running title of one to four words, in capitals and lower case as the age mixed them."""
    words = [with_long_s(word) for word in draw.choice(WORDS, draw.integers(1, 5))]
    while sum(map(len, words)) < LETTERS[0]:
        words.append(with_long_s(str(draw.choice(WORDS))))
    while sum(map(len, words)) > LETTERS[1]:
        words.pop()
    dressings = (str.title, str.capitalize, lambda word: word.replace("ſ", "s").upper())
    if draw.random() < 0.5:
        dressing = dressings[draw.integers(3)]
        words = [dressing(word) for word in words]
    else:
        words = [dressings[draw.integers(3)](word) for word in words]
    if draw.random() < _NUMERAL:
        words = [words[0], NUMERAL]
    return " ".join(words) + str(draw.choice(("", ".", ".", ",")))


def keep_lessons(folder: Path, seeds: range) -> Iterator[Path]:
    """Print books and keep their lessons on disk; those already there are not printed again."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        for number in range(2):
            path = folder / f"{seed:06}-{number}.npz"
            if not path.exists():
                _print_into(folder, seed)
            yield path


def _print_into(folder: Path, seed: int) -> None:
    for number, lesson in enumerate(print_lessons(seed)):
        data = io.BytesIO()
        np.savez_compressed(data, lesson.settings, *lesson.images)
        write_whole(folder / f"{seed:06}-{number}.npz", data.getvalue())


def read_lesson(path: Path) -> Lesson:
    """A lesson kept on disk."""
    with np.load(path) as kept:
        settings, *images = (kept[name] for name in kept.files)
        return Lesson(tuple(images), settings)
