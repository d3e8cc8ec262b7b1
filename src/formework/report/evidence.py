"""The running titles of a book as evidence: aligned letter by letter, and compared in pairs."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.errors import InputError
from formework.kernels.spacing.line import EM
from formework.kernels.spacing.text_reading import read_titles
from formework.scans.crop import cut_out
from formework.scans.image import read_grey
from formework.scans.one_text import find_texts

if TYPE_CHECKING:
    from collections.abc import Hashable, Mapping, Sequence

    from numpy.typing import NDArray

    from formework.book.folder import Book
    from formework.book.model import RunningTitle
    from formework.kernels.spacing.text_reading import Reading, Reason
    from formework.scans.report import Report

_MARGIN = 0.3  # em of white at either end of a strip


@dataclass(frozen=True, slots=True)
class Mark:
    """A telling difference: its place as a share of the strip's width, and its size in em."""

    left: float
    difference: float
    uncertainty: float

    @property
    def text(self) -> str:
        """Its size: +0.06 em."""
        return f"{self.difference:+.2f} em"


class Text:
    """The titles of one text, aligned: n strips of one size, by signature."""

    def __init__(self, signatures: Sequence[str], reading: Reading, words: str) -> None:
        self._reading = reading
        self._place = {signature: number for number, signature in enumerate(signatures)}
        places = np.array([reading.placed(number) for number in range(len(signatures))])
        usual = np.median(places - places.mean(axis=1, keepdims=True), axis=0)
        # Where each strip begins on the common sheet, so that letters stand below one another.
        margin = _MARGIN * EM
        self._starts = np.median(usual - usual.min() + margin - places, axis=1)
        self._width = int(np.ptp(usual) + 2 * margin + reading.letters[-1].width)
        letters = [character for character in words if not character.isspace()]
        known = [letter.name for letter in reading.letters]
        self._names = known if all(known) else letters if len(letters) == len(usual) else []

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1, shifted to stand below the others."""
        number = self._place[signature]
        ink = self._reading.level(number)
        start = round(float(self._starts[number]))
        sheet = np.zeros((ink.shape[0], self._width), np.float32)
        left, right = max(start, 0), min(start + ink.shape[1], self._width)
        if right > left:
            sheet[:, left:right] = ink[:, left - start : right - start]
        return sheet

    def reason(self, one: str, other: str) -> Reason:
        """The evidence on a pair: how much wider the gaps of the first are than the other's."""
        return self._reading.compare(self._place[other], self._place[one])

    def gap_place(self, signature: str, after: int) -> float:
        """The middle of the gap after a letter, as a share of the strip's width."""
        number = self._place[signature]
        places = self._reading.placed(number)
        end = places[after] + self._reading.letters[after].width
        middle = (end + places[min(after + 1, len(places) - 1)]) / 2
        return float(middle + self._starts[number]) / self._width

    def gap_name(self, after: int) -> str:
        """A gap by its letters where they are known, else by number: between O and f."""
        if self._names:
            return f"between {self._names[after]} and {self._names[after + 1]}"
        return f"after letter {after + 1}"


class Evidence:
    """The titles of a book, by signature; those of one text can be compared."""

    def __init__(self, texts: Mapping[str, Text]) -> None:
        self._texts = texts

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1; those of one text are aligned and of one size."""
        return self._texts[signature].strip(signature)

    def text(self, one: str, other: str) -> Text | None:
        """The text two titles share, or `None`: then they cannot be compared."""
        text = self._texts.get(one)
        return text if text is not None and text is self._texts.get(other) else None

    def marks(self, one: str, other: str) -> tuple[Mark, ...]:
        """Where one title differs tellingly from another, the widest difference first."""
        text = self.text(one, other)
        if text is None:
            return ()
        telling = [gap for gap in text.reason(one, other).gaps if gap.telling]
        telling.sort(key=lambda gap: -abs(gap.difference))
        return tuple(
            Mark(text.gap_place(one, gap.after), gap.difference, gap.uncertainty) for gap in telling
        )

    def verdict(self, one: str, other: str) -> str:
        """What a comparison says, in words and figures."""
        text = self.text(one, other)
        return "" if text is None else describe_reason(text, text.reason(one, other))


def describe_reason(text: Text, reason: Reason) -> str:
    """The evidence on a pair in a sentence or two."""
    if math.isnan(reason.probability):
        return "One of the two could not be read: nothing can be said."
    told = f"Probability that they are one setting, at even odds: {reason.probability:.2f}."
    gaps = sorted((g for g in reason.gaps if g.telling), key=lambda gap: -abs(gap.difference))
    if gaps:
        figures = [
            f"{text.gap_name(gap.after)} {gap.difference:+.3f} ± {gap.uncertainty:.3f} em"
            for gap in gaps[:6]
        ]
        told += f" Gaps that differ: {'; '.join(figures)}."
    sorts = [str(sort.letter + 1) for sort in reason.sorts if sort.telling]
    if sorts:
        told += f" Sorts that look different: letter {', '.join(sorts)}."
    return told


def gather_evidence(book: Book, titles: Sequence[RunningTitle], report: Report) -> Evidence:
    """Read all titles, text by text."""
    shown = [title for title in titles if title.box and title.signature]
    if not shown:
        raise InputError(
            f"{book.root.name} has no running title to show", hint="formework titles makes them"
        )
    side = {page: side.name for side in book.sheet_sides() for page in side.signatures}
    groups: dict[Hashable, list[RunningTitle]] = {}
    for title, text in zip(shown, find_texts(shown), strict=True):
        groups.setdefault(text, []).append(title)
    texts: dict[str, Text] = {}
    done = 0
    for own in groups.values():
        images = []
        for title in own:
            if title.box:
                images.append(cut_out(read_grey(book.image_path(title.image)), title.box))
            done += 1
            report("titles compared", done, len(shown))
        sides = np.array([side.get(title.signature, title.signature) for title in own])
        rivals = (sides[:, None] == sides) & ~np.eye(len(sides), dtype=bool)
        signatures = [title.signature for title in own]
        words = Counter(title.text for title in own).most_common(1)[0][0]
        reading = read_titles(
            images, rivals, texts=[title.text for title in own],
            rectos=[signature.endswith("r") for signature in signatures],
        )  # fmt: skip
        texts |= dict.fromkeys(signatures, Text(signatures, reading, words))
    return Evidence(texts)
