"""Every title of a text, its letters found: where they stand, how high, how well they match.

The letters are first those of one title; well-matched ones from all titles are
then averaged into better shapes, the usual spacing is taken from all, and the
letters are placed again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.spacing.chain import match, place_chain
from formework.kernels.spacing.glyphs import FIGURE, blank_numbers, is_stop, plain_characters
from formework.kernels.spacing.letters import SIDE, Letter, reference_letters
from formework.kernels.spacing.line import ABOVE, EM, Line, resized
from formework.kernels.spacing.omissions import unread_letters

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.ink import Ink

_HALF = 0.5  # the chain is laid at half size, then each letter is placed at full size
_RISE = 5  # pixels a letter may stand above or below the line
_NEAR = 4  # pixels about its place in the chain where a letter is looked for again
_PLAY, _WORD_PLAY = 0.22, 0.6  # em: how far a gap may be off, between letters and between words
_WORD = 0.2  # em of white that part two words
_FOUND = 0.5  # correlation from which a letter counts as found
_GOOD = 0.75  # correlation from which it serves to better the shape
_BLANK = 0.4  # of the ink of a letter: a place with less has none
_DOUBTFUL = 0.75  # mean correlation below which a title may be of another size than most
_FEWEST = 4  # letters of a text of which one may be left out
_BETTER = 0.01  # mean correlation by which a title must fit better without a letter
_EDGE = 0.2  # em that a letter may reach over the edge of its crop
_BEYOND = 0.6  # of the length of the text that may be beyond an edge of the crop
_SIZES = np.exp(np.linspace(np.log(0.5), np.log(2.0), 47))  # about three in a hundred apart


@dataclass(frozen=True, slots=True)
class Registered:
    """The titles of one text with their letters placed; n titles, k letters.

    `places` (n, k) are left edges and `rises` (n, k) heights above the line,
    both in em; `likeness` (n, k) correlations with the usual shape. `patches`
    hold, letter by letter, an (n, height, width) array of the aligned ink.
    `omitted` (n, k) letters were left out by the compositor: they are not found,
    and stand where the next letter stands.
    """

    lines: tuple[Line, ...]
    letters: tuple[Letter, ...]
    places: NDArray[np.float64]
    rises: NDArray[np.float64]
    likeness: NDArray[np.float64]
    patches: tuple[NDArray[np.float32], ...]
    omitted: NDArray[np.bool_]

    @property
    def found(self) -> NDArray[np.bool_]:
        """Which letters are there at all, (n, k)."""
        return np.asarray(self.likeness > _FOUND)

    @property
    def within(self) -> NDArray[np.bool_]:
        """Which letters should be within their crop, (n, k), found there or not."""
        widths = np.array([letter.width / EM for letter in self.letters])
        # A strip has half an em of white on either side of the crop.
        ends = np.array([line.strip.shape[1] / EM - 0.5 for line in self.lines])
        return np.asarray(
            (self.places >= 0.5 - _EDGE) & (self.places + widths <= ends[:, None] + _EDGE)
        )

    def overhang(self, title: int, margin: float) -> tuple[int, int]:
        """How far the text reaches beyond the crop of a title, left and right, in its pixels.

        `margin` (em) of white is asked for on either side.
        """
        line, places = self.lines[title], self.places[title] * EM
        white = margin * EM
        left = places[0] + SIDE - white
        right = places[-1] + SIDE + self.letters[-1].width + white
        start, end = (
            line.to_crop @ np.array([column, ABOVE * EM, 1.0]) for column in (left, right)
        )
        width = line.crop_width
        return max(0, int(np.ceil(-start[0]))), max(0, int(np.ceil(end[0] - width)))


def register(lines: Sequence[Line], characters: str = "", texts: Sequence[str] = ()) -> Registered:
    """Place the letters of a text in all its titles.

    `characters` are those the titles are known to show, without spaces, or empty;
    `texts` is what was recognised in each title.
    """
    letters = reference_letters([line.strip for line in lines], characters)
    letters = _bettered(_settle([_lay(line, letters) for line in lines], letters))
    return place_letters(lines, letters, texts)


def place_letters(
    lines: Sequence[Line], letters: Sequence[Letter], texts: Sequence[str] = ()
) -> Registered:
    """Place known letters in titles, which may be those of another book of the same text."""
    chains = [_fitted(_lay(line, letters), letters) for line in lines]
    names = "".join(letter.name for letter in letters)
    if len(names) == len(letters):
        for title, text in enumerate(texts):
            shown = blank_numbers(text) if FIGURE in names else text
            for letter in unread_letters(names, plain_characters(shown)):
                chains[title] = _left_out(chains[title], letters, letter)
    return _settle(chains, letters)


@dataclass(frozen=True, slots=True)
class _Chain:
    """A title with the left edges of its letters, in columns.

    `likeness` is the mean correlation of all letters, those beyond the edges of
    the crop counting 0; `shown` that of the letters within them; `omitted` is a
    letter that was left out.
    """

    line: Line
    columns: NDArray[np.float64]
    likeness: float
    shown: float
    omitted: int | None = None


def _lay(line: Line, letters: Sequence[Letter]) -> _Chain:
    """Lay the chain of letters at half size; none where the text has none, all being blank.

    The chain may reach beyond the edges of the crop, which then has cut letters
    off: these are not found, and the others stand where they should.
    """
    if not letters:
        return _Chain(line, np.zeros(0), 1.0, 1.0)
    small = _halved(line.strip)
    slack = int(_RISE * _HALF)
    margin = max(letter.shape.shape[1] for letter in letters) // 2
    scores = []
    for letter in letters:
        shape = _halved(letter.shape)
        band = _window(small, int(letter.top * _HALF) - slack, -margin,
                       (len(shape) + 2 * slack, small.shape[1] + 2 * margin))  # fmt: skip
        scores.append(match(band, shape).max(axis=0)[: small.shape[1]])
    columns = min(len(score) for score in scores)
    gaps = np.diff([letter.left for letter in letters])
    beyond = int(_BEYOND * _HALF * (letters[-1].left - letters[0].left)) + margin
    plays, reaches = _plays(letters)
    padded = [np.pad(score[:columns], beyond) for score in scores]
    places = place_chain(padded, gaps * _HALF, plays * _HALF, reaches * _HALF)
    alike = np.array([score[place] for score, place in zip(padded, places, strict=True)])
    within = (places >= beyond) & (places < beyond + columns)
    shown = float(alike[within].mean()) if 2 * within.sum() >= len(letters) else 0.0
    return _Chain(line, (places - beyond - margin) / _HALF, float(alike.mean()), shown)


def _plays(letters: Sequence[Letter]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """How far each gap, (letters - 1), may be off in columns: at a growing price, and at most.

    A word space may be off by more than a gap between letters. A stop usually
    keeps its distance, but in some settings stands half an em away from its word.
    """
    white = np.diff([letter.left for letter in letters])
    white -= [letter.width for letter in letters[:-1]]
    stops = np.array([bool(letter.name) and is_stop(letter.name) for letter in letters])
    words = white > _WORD * EM
    priced = np.where(words, _WORD_PLAY, _PLAY) * EM
    return priced, np.where(words | stops[:-1] | stops[1:], _WORD_PLAY, _PLAY) * EM


def _halved(ink: Ink) -> Ink:
    small = cv2.resize(ink, None, fx=_HALF, fy=_HALF, interpolation=cv2.INTER_AREA)
    return np.asarray(small, dtype=np.float32)


def _window(ink: Ink, top: int, left: int, size: tuple[int, int]) -> Ink:
    """A piece of ink of this size, blank where it reaches beyond the edge."""
    window = np.zeros(size, np.float32)
    rows = slice(max(top, 0), max(min(top + size[0], ink.shape[0]), 0))
    columns = slice(max(left, 0), max(min(left + size[1], ink.shape[1]), 0))
    piece = ink[rows, columns]
    window[rows.start - top : rows.start - top + piece.shape[0],
           columns.start - left : columns.start - left + piece.shape[1]] = piece  # fmt: skip
    return window


def _fitted(chain: _Chain, letters: Sequence[Letter]) -> _Chain:
    """Try other sizes for a title that fits badly: its scan may be larger or smaller."""
    if chain.shown >= _DOUBTFUL:
        return chain
    tries = [_lay(resized(chain.line, factor), letters) for factor in _SIZES]
    return max([chain, *tries], key=lambda tried: tried.likeness)


def _left_out(chain: _Chain, letters: Sequence[Letter], letter: int) -> _Chain:
    """The chain without a letter, if the others fit better without it."""
    if len(letters) < _FEWEST:
        return chain
    after = min(letter + 1, len(letters) - 1)
    closed_up = letters[after].left - letters[letter].left
    others = [
        *letters[:letter],
        *(replace(later, left=later.left - closed_up) for later in letters[letter + 1 :]),
    ]
    without = _lay(chain.line, others)
    if without.likeness < chain.likeness + _BETTER:
        return chain
    columns = np.insert(without.columns, letter, without.columns[min(letter, len(others) - 1)])
    return replace(without, columns=columns, omitted=letter)


def _settle(chains: Sequence[_Chain], letters: Sequence[Letter]) -> Registered:
    """Place each letter to a fraction of a pixel, near where the chain has it."""
    places, rises, likeness = (np.zeros((len(chains), len(letters))) for _ in range(3))
    patches = [np.zeros((len(chains), *letter.shape.shape), np.float32) for letter in letters]
    omitted = np.zeros(places.shape, dtype=bool)
    for title, chain in enumerate(chains):
        strip = chain.line.strip
        for number, letter in enumerate(letters):
            if number == chain.omitted:
                omitted[title, number], places[title, number] = True, chain.columns[number]
                continue
            spot = _nearest(strip, letter, chain.columns[number])
            places[title, number], rises[title, number], likeness[title, number] = spot
            patches[number][title] = cut_patch(strip, letter, spot[0], spot[1])
    lines = tuple(chain.line for chain in chains)
    return Registered(
        lines, tuple(letters), places / EM, -rises / EM, likeness, tuple(patches), omitted
    )


def cut_patch(strip: Ink, letter: Letter, column: float, down: float) -> Ink:
    """The ink of a letter in a strip, given its left column and how far down it stands, pixels."""
    height, width = letter.shape.shape
    centre = (column + (width - 1) / 2, letter.top + down + (height - 1) / 2)
    return np.asarray(cv2.getRectSubPix(strip, (width, height), centre), dtype=np.float32)


def _nearest(strip: Ink, letter: Letter, column: float) -> tuple[float, float, float]:
    """The best place of a letter near a column: its column, how far down, and the correlation."""
    left, top = round(column) - _NEAR, letter.top - _RISE
    height, width = letter.shape.shape
    window = _window(strip, top, left, (height + 2 * _RISE, width + 2 * _NEAR))
    scores = match(window, letter.shape)
    row, place = np.unravel_index(int(np.argmax(scores)), scores.shape)
    across = _vertex(scores[row], int(place))
    down = _vertex(scores[:, place], int(row))
    return left + across, down - _RISE, float(scores[row, place])


def _vertex(scores: NDArray[np.float32], peak: int) -> float:
    """The top of the parabola through a peak and its neighbours."""
    if not 0 < peak < len(scores) - 1:
        return float(peak)
    before, at, after = scores[peak - 1 : peak + 2].astype(float)
    bend = before - 2 * at + after
    return peak + (0.5 * (before - after) / bend if bend < 0 else 0.0)


def _bettered(registered: Registered) -> tuple[Letter, ...]:
    """The letters as most titles show them, spaced as most titles space them."""
    numbers = range(len(registered.letters))
    type_only = [number for number in numbers if _is_type(registered, number)]
    places = np.median(np.diff(registered.places[:, type_only], axis=1, prepend=0.0), axis=0)
    lefts = dict(zip(type_only, np.cumsum(places) * EM, strict=True))
    letters = []
    for number in type_only:
        letter = registered.letters[number]
        good = registered.likeness[:, number] > _GOOD
        shape = letter.shape
        if good.sum() >= 2:
            shape = registered.patches[number][good].mean(axis=0)
        letters.append(replace(letter, shape=shape, left=float(lefts[number])))
    return tuple(letters)


def _is_type(registered: Registered, number: int) -> bool:
    """Whether most titles have ink where the reference has this letter: if not, it was dirt."""
    ink = registered.patches[number].mean(axis=(1, 2))
    return bool(np.median(ink) > _BLANK * registered.letters[number].shape.mean())
