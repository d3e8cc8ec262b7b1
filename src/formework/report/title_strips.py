"""The running titles of a book as they are shown: aligned strips, and the evidence on pairs.

Everything comes from the stored evidence of the kernel that ran. Only kernels
that locate letters can say which gap differs; the others give one number per
pair.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import cv2
import numpy as np

from formework.kernels.spacing.line import EM
from formework.kernels.spacing.text_reading import Looks
from formework.kernels.spacing.type_ink import type_ink

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.text_reading import Gap, Reading, Reason
    from formework.kernels.title_evidence import TitleEvidence

_MARGIN_EM = 0.3  # em: white at each end of a strip
_STRIP_ROWS = int(1.45 * EM)  # pixels: the height of strips with placed letters
_MAX_GAPS_NAMED = 6  # in one sentence
# Beyond these limits a probability is shown as > or <: the evidence is not calibrated further.
_NEARLY_CERTAIN, _NEARLY_IMPOSSIBLE = 0.99, 0.01


@dataclass(frozen=True, slots=True)
class GapMark:
    """A significant difference: its position as a share of the strip's width, its size in em."""

    left: float
    difference: float
    uncertainty: float

    @property
    def text(self) -> str:
        """The size as a label: +0.06 em."""
        return f"{self.difference:+.2f} em"


@dataclass(frozen=True, slots=True)
class PairEvidence:
    """The kernel's evidence on two titles; `reason` is `None` if it locates no letters."""

    kernel: str
    value: float
    is_log_odds: bool
    reason: Reason | None

    @property
    def probability(self) -> float:
        """The probability of one setting with prior 50:50; NaN if the kernel gives none."""
        return log_odds_to_probability(self.value) if self.is_log_odds else math.nan


def log_odds_to_probability(log_odds: float) -> float:
    """The logistic function, in a form that never overflows."""
    return 0.5 * (1 + math.tanh(log_odds / 2))


class PlacedText:
    """The titles of one text with located letters: strips of one size, by signature."""

    def __init__(self, signatures: Sequence[str], reading: Reading) -> None:
        self._reading = reading
        self._reasons: dict[tuple[str, str], Reason] = {}
        self._place = {signature: number for number, signature in enumerate(signatures)}
        places = np.array([reading.placed(number) for number in range(len(signatures))])
        usual = np.median(places - places.mean(axis=1, keepdims=True), axis=0)
        # The offset of each strip that aligns its letters with those of the others.
        starts = np.median(usual - places, axis=1)
        inked = [_inked_columns(reading.level(number)) for number in range(len(signatures))]
        margin = _MARGIN_EM * EM
        # As wide as all titles together: no strip cuts ink off.
        first = min(start + span[0] for start, span in zip(starts, inked, strict=True))
        last = max(start + span[1] for start, span in zip(starts, inked, strict=True))
        self._starts = np.rint(starts - first + margin).astype(int)
        self._width = int(np.ceil(last - first + 2 * margin))
        names = [letter.name for letter in reading.letters]
        self._names = names if all(names) else []
        self.size = self._width, int(reading.level(0).shape[0])  # of every strip, in pixels

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1, aligned with the others."""
        number = self._place[signature]
        ink = self._reading.level(number)
        start = int(self._starts[number])
        sheet = np.zeros((ink.shape[0], self._width), np.float32)
        left, right = max(start, 0), min(start + ink.shape[1], self._width)
        if right > left:
            sheet[:, left:right] = ink[:, left - start : right - start]
        return sheet

    def reason(self, one: str, other: str) -> Reason:
        """The evidence on a pair; differences are gaps of the first minus gaps of the second."""
        if (one, other) not in self._reasons:  # asked for by montage, strips and pairs
            found = self._reading.compare(self._place[other], self._place[one])
            self._reasons[one, other] = found
        return self._reasons[one, other]

    def gap_place(self, signature: str, after: int) -> float:
        """The middle of the gap after a letter, from 0, as a share of the strip's width."""
        number = self._place[signature]
        places = self._reading.placed(number)
        end = places[after] + self._reading.letters[after].width
        middle = (end + places[min(after + 1, len(places) - 1)]) / 2
        return float(middle + self._starts[number]) / self._width

    def letter_places(self, signature: str) -> list[tuple[str, float, float]]:
        """Each letter of a title: its name, empty if unknown; left edge and width as shares."""
        number = self._place[signature]
        places = self._reading.placed(number) + self._starts[number]
        names = self._names or [""] * len(places)
        return [
            (name, float(place) / self._width, float(letter.width) / self._width)
            for name, place, letter in zip(names, places, self._reading.letters, strict=True)
        ]

    def gap_name(self, gap: Gap) -> str:
        """A gap by its letters if they are known, such as "between O and f"; else by number."""
        if self._names:
            return f"between {self._names[gap.after]} and {self._names[gap.before]}"
        return f"after letter {gap.after + 1}"

    def letter_name(self, letter: int) -> str:
        """A letter, from 0, with its number if it is known: "f (letter 5)"."""
        number = f"letter {letter + 1}"
        return f"{self._names[letter]} ({number})" if self._names else number


def _inked_columns(ink: NDArray[np.float32]) -> tuple[int, int]:
    """The first column with ink and the one after the last; all columns if there is no ink."""
    columns = np.flatnonzero(ink.any(axis=0))
    return (int(columns[0]), int(columns[-1]) + 1) if len(columns) else (0, ink.shape[1])


class CropText:
    """The titles of one text as they were cut out, for kernels that locate no letters."""

    def __init__(self, crops: Mapping[str, NDArray[np.uint8]]) -> None:
        self._strips = {signature: _plain_strip(crop) for signature, crop in crops.items()}
        self._width = max(strip.shape[1] for strip in self._strips.values())
        self.size = self._width, _STRIP_ROWS  # of every strip, in pixels

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1, aligned at the left edge."""
        strip = self._strips[signature]
        return np.pad(strip, ((0, 0), (0, self._width - strip.shape[1])))


def _plain_strip(crop: NDArray[np.uint8]) -> NDArray[np.float32]:
    ink = type_ink(crop)
    width = max(1, round(ink.shape[1] * _STRIP_ROWS / ink.shape[0]))
    return np.asarray(cv2.resize(ink, (width, _STRIP_ROWS), interpolation=cv2.INTER_AREA))


class ShownTitles:
    """The titles of a book, by signature; titles of the same text can be compared."""

    def __init__(self, evidence: TitleEvidence, crops: Mapping[str, NDArray[np.uint8]]) -> None:
        self.evidence = evidence
        self._texts: dict[str, PlacedText | CropText] = {}
        for text, reading in enumerate(evidence.readings):
            signatures = [evidence.signatures[place] for place in evidence.members(text)]
            if reading is not None and reading.letters:
                shown: PlacedText | CropText = PlacedText(signatures, reading)
            else:
                shown = CropText({signature: crops[signature] for signature in signatures})
            self._texts |= dict.fromkeys(signatures, shown)

    def strip(self, signature: str) -> NDArray[np.float32]:
        """A title as ink, 0 to 1; titles of the same text have the same size."""
        return self._texts[signature].strip(signature)

    def has(self, signature: str) -> bool:
        """Whether there is evidence on the title of a page."""
        return signature in self._texts

    def size(self, signature: str) -> tuple[int, int]:
        """Width and height of the strips of a title's text, in pixels."""
        return self._texts[signature].size

    def are_one_text(self, one: str, other: str) -> bool:
        """Whether two titles have the same text and can be compared."""
        return one in self._texts and self._texts[one] is self._texts.get(other)

    def pair(self, one: str, other: str) -> PairEvidence:
        """The kernel's evidence on two titles of the same text."""
        index = self.evidence.index
        text = self._texts[one]
        return PairEvidence(
            str(self.evidence.kernel),
            float(self.evidence.values[index[one], index[other]]),
            self.evidence.is_log_odds,
            text.reason(one, other) if isinstance(text, PlacedText) else None,
        )

    def placed(self, signature: str) -> PlacedText | None:
        """The located letters of a title's text; `None` if the kernel locates none."""
        text = self._texts[signature]
        return text if isinstance(text, PlacedText) else None

    def marks(self, one: str, other: str) -> tuple[GapMark, ...]:
        """Where one title differs significantly from another, largest difference first."""
        text = self.placed(one)
        if text is None or not self.are_one_text(one, other):
            return ()
        differing = [gap for gap in text.reason(one, other).gaps if gap.significant]
        differing.sort(key=lambda gap: -abs(gap.difference))
        return tuple(
            GapMark(text.gap_place(one, gap.after), gap.difference, gap.uncertainty)
            for gap in differing
        )

    def verdict(self, one: str, other: str) -> str:
        """The evidence on two titles in words; empty if they cannot be compared."""
        if not self.are_one_text(one, other):
            return ""
        pair = self.pair(one, other)
        text = self.placed(one)
        if math.isnan(pair.value):
            return "Not compared: one of the two could not be read, or they never share a slot."
        if not pair.is_log_odds:
            return f"Distance {pair.value:.3g} (kernel {pair.kernel}; 0 = same)."
        words = f"Same setting: {describe_probability(pair.probability)} (prior 50:50)."
        if text is not None and pair.reason is not None:
            words += describe_reason(text, pair.reason, one, other)
        return words


def describe_probability(probability: float) -> str:
    """A probability that never claims certainty.

    >>> describe_probability(0.999), describe_probability(0.4), describe_probability(0.001)
    ('> 0.99', '0.40', '< 0.01')
    """
    if probability > _NEARLY_CERTAIN:
        return f"> {_NEARLY_CERTAIN}"
    if probability < _NEARLY_IMPOSSIBLE:
        return f"< {_NEARLY_IMPOSSIBLE}"
    return f"{probability:.2f}"


def describe_reason(text: PlacedText, reason: Reason, one: str, other: str) -> str:
    """What speaks for or against one setting of two pages, in a few sentences.

    Figures say how much wider or higher it is in the first page than in the second.
    """
    gaps = sorted((g for g in reason.gaps if g.significant), key=lambda gap: -abs(gap.difference))
    figures = [
        f"{text.gap_name(gap)} {gap.difference:+.3f} ± {gap.uncertainty:.3f} em"
        for gap in gaps[:_MAX_GAPS_NAMED]
    ]
    by_looks = {
        looks: [text.letter_name(sort.letter) for sort in reason.sorts if sort.looks is looks]
        for looks in Looks
    }
    heights = [
        f"{text.letter_name(sort.letter)} {sort.rise:+.3f} em"
        for sort in reason.sorts
        if sort.height_differs
    ]
    lacking = [
        f"{text.letter_name(letter)} in {page}"
        for page, letters in zip((other, one), reason.omitted, strict=True)
        for letter in sorted(letters)
    ]
    parts = (
        ("Letters left out", lacking, ", "),
        ("Gaps that differ", figures, "; "),
        ("Sorts with the same peculiar shape", by_looks[Looks.ALIKE], ", "),
        ("Sorts that look different", by_looks[Looks.UNLIKE], ", "),
        ("Sorts that stand higher or lower", heights, "; "),
    )
    return "".join(f" {name}: {mark.join(items)}." for name, items, mark in parts if items)
