"""Simulated books for training, kept on disk.

Each book has other texts, composed at random, in founts of the development
universe. Training never uses the words or the type of the test
universes.
"""

from __future__ import annotations

import io
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.model import Format
from formework.book.plain_files import write_whole
from formework.simulate.difficulty import HARD, NORMAL, STRESS
from formework.simulate.disturbance import QUIET, draw_photographed
from formework.simulate.scan import View
from formework.simulate.seeds import generator
from formework.simulate.setting import NUMERAL, TitleStyle
from formework.simulate.shapes import SectionShape, Shape
from formework.simulate.simulated_book import simulate_book
from formework.simulate.type import Family, Fount, Style
from formework.simulate.universes import Dress, Texts, Universe
from formework.simulate.words import WORDS, with_long_s
from formework.training.title_groups import TitleGroup

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from formework.simulate.disturbance import Disturbance
    from formework.simulate.simulated_book import SimulatedBook

FAMILIES = (Family.ENGLISH, Family.DOUBLE_PICA, Family.FRENCH_CANON)
FOUNTS = (
    *(Fount(family, style) for family in FAMILIES for style in (Style.ROMAN, Style.ITALIC)),
    Fount(Family.ENGLISH, Style.SMALL_CAPITALS),
)
LETTERSPACES = (0.0, 0.0, 0.0, 0.1, 0.2, 0.25)  # em, drawn evenly: half the books have none
BODIES = (13.0, 18.0)  # points, least and most
LETTERS = (5, 22)  # letters in a text, least and most
# Many skeletons are renewed piecemeal, because titles that were only respaced are the hardest to
# distinguish. The name "lesson" seeds the random draws: another one would print other books.
SHAPE = Shape(
    "lesson", "A book for training", Format.QUARTO, 4, "A-F^4",
    (SectionShape(gatherings=6, skeletons=4, largest=4),), piecemeal=0.4, divisions=6,
)  # fmt: skip
_DIFFICULTIES, _SHARES = (NORMAL, HARD, STRESS), (0.6, 0.25, 0.15)
_MICROFILM = 0.2  # share of the books seen as microfilm
# Books with a wide range of noise: real pages are mostly photographs.
_VIEWS, _VIEW_SHARES = (View.SCAN, View.MICROFILM, View.PHOTOGRAPH), (0.35, 0.15, 0.5)
_QUIET = 0.4  # share of the scans and microfilms without noise beyond their difficulty
_RULED = 0.3  # share of the books with a rule under the headline
_NUMERAL = 0.1  # share of the texts that end in a changing figure
_ONE_CASE = 0.5  # share of the texts whose words all have the same case


def print_groups(seed: int, *, wide: bool = False) -> Iterator[TitleGroup]:
    """The two groups of titles of one simulated book: its versos and its rectos."""
    book = print_book(seed, wide=wide)
    for face in "vr":
        titles = [title for title in book.titles if title.signature[-1] == face]
        images = tuple(book.cut_out(title.signature) for title in titles)
        yield TitleGroup(images, np.array([int(title.title) for title in titles]))


def print_book(seed: int, *, wide: bool = False) -> SimulatedBook:
    """Simulate a short quarto with a random text and style.

    It is a scan or a microfilm with the noise of its difficulty; with `wide` it
    may be a photograph, and most books have noise drawn from a wide range.
    """
    draw = generator(seed, "lesson")
    style = TitleStyle(
        FOUNTS[draw.integers(len(FOUNTS))],
        float(draw.uniform(*BODIES)),
        LETTERSPACES[draw.integers(len(LETTERSPACES))],
    )
    dress = Dress(
        (Texts(compose_text(draw), compose_text(draw)),), style, rule=draw.random() < _RULED
    )
    universe = Universe("lesson", Family.ENGLISH, {SHAPE.name: dress})
    difficulty = _DIFFICULTIES[draw.choice(len(_DIFFICULTIES), p=_SHARES)]
    view, disturbance = _draw_view(draw, seed, universe, wide=wide)
    return simulate_book(
        SHAPE, difficulty=replace(difficulty, openings=0.0), view=view, seed=seed,
        universe=universe, disturbance=disturbance,
    )  # fmt: skip


def _draw_view(
    draw: np.random.Generator, seed: int, universe: Universe, *, wide: bool
) -> tuple[View, Disturbance]:
    """How a book was photographed, and the noise beyond its difficulty."""
    if not wide:
        return (View.MICROFILM if draw.random() < _MICROFILM else View.SCAN), QUIET
    view = _VIEWS[draw.choice(len(_VIEWS), p=_VIEW_SHARES)]
    if view is not View.PHOTOGRAPH and draw.random() < _QUIET:
        return view, QUIET
    return view, draw_photographed(seed, universe.recipe, abrupt=universe.abrupt_fold)


def compose_text(draw: np.random.Generator) -> str:
    """Compose a running title of one to four words in the mixed case of the period."""
    words = [with_long_s(word) for word in draw.choice(WORDS, draw.integers(1, 5))]
    while sum(map(len, words)) < LETTERS[0]:
        words.append(with_long_s(str(draw.choice(WORDS))))
    while sum(map(len, words)) > LETTERS[1]:
        words.pop()
    cases = (str.title, str.capitalize, lambda word: word.replace("ſ", "s").upper())
    if draw.random() < _ONE_CASE:
        case = cases[draw.integers(3)]
        words = [case(word) for word in words]
    else:
        words = [cases[draw.integers(3)](word) for word in words]
    if draw.random() < _NUMERAL:
        words = [words[0], NUMERAL]
    return " ".join(words) + str(draw.choice(("", ".", ".", ",")))


def print_into_folder(folder: Path, seeds: range, *, wide: bool = False) -> Iterator[Path]:
    """Print books into a folder, two groups each, and yield the files; skip those that exist."""
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds:
        for number in range(2):
            path = folder / f"{seed:06}-{number}.npz"
            if not path.exists():
                _write_groups(folder, seed, wide=wide)
            yield path


def _write_groups(folder: Path, seed: int, *, wide: bool) -> None:
    for number, group in enumerate(print_groups(seed, wide=wide)):
        data = io.BytesIO()
        np.savez_compressed(data, group.settings, *group.images)
        write_whole(folder / f"{seed:06}-{number}.npz", data.getvalue())


def read_group(path: Path) -> TitleGroup:
    """Read a group of titles from its file."""
    with np.load(path) as kept:
        settings, *images = (kept[name] for name in kept.files)
        return TitleGroup(tuple(images), settings)
