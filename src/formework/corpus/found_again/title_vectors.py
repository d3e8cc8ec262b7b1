"""The titles of a book as vectors: the places of the letters of a common reference in each."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.register import place_letters
from formework.result import UNSURE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from formework.kernels.spacing.letters import Letter
    from formework.kernels.spacing.line import Line
    from formework.kernels.title_evidence import TitleEvidence
    from formework.result import PageResult

_MAX_IMPRESSIONS = 3  # of one title: more add little


@dataclass(frozen=True, slots=True)
class BookTitle:
    """One title of a book, identified by its numeral, and the pages on which it was printed.

    `lines` are some of its impressions, `signatures` and `sides` their pages and
    sheet sides; `uses` counts all impressions.
    """

    book: str
    numeral: str
    words: str
    signatures: tuple[str, ...]
    sides: tuple[str, ...]
    lines: tuple[Line, ...]
    uses: int


@dataclass(frozen=True, slots=True)
class TitleVector:
    """Places of k letters (em) in one title, and their scatter over its impressions.

    NaN where a letter was not found, or where there is only one impression.
    """

    places: NDArray[np.float64]
    scatter: NDArray[np.float64]


def book_titles(
    book: str, evidence: TitleEvidence, pages: Sequence[PageResult]
) -> Iterator[tuple[tuple[Letter, ...], list[BookTitle]]]:
    """The titles of a book text by text, each text with its letters.

    Titles whose identity is unsure, and texts without located letters, are left out.
    """
    page_of = {page.signature: page for page in pages}
    for text, reading in enumerate(evidence.readings):
        if reading is None or not reading.letters:
            continue
        groups: dict[str, list[tuple[PageResult, Line]]] = {}
        for number, place in enumerate(evidence.members(text)):
            page = page_of.get(evidence.signatures[place])
            if page and page.title not in ("", UNSURE) and reading.measured.read[number]:
                line = reading.registered.lines[number]
                groups.setdefault(page.title, []).append((page, line))
        words = evidence.words[text]
        yield reading.letters, [_title(book, words, group) for group in groups.values()]


def _title(book: str, words: str, group: Sequence[tuple[PageResult, Line]]) -> BookTitle:
    kept = group[:_MAX_IMPRESSIONS]
    return BookTitle(
        book,
        group[0][0].title,
        words,
        tuple(page.signature for page, _ in kept),
        tuple(page.sheet_side for page, _ in kept),
        tuple(line for _, line in kept),
        len(group),
    )


def measure_title(title: BookTitle, reference: Sequence[Letter]) -> TitleVector:
    """Measure a title against reference letters; its place in the strip does not matter."""
    registered = place_letters(title.lines, reference)
    places = np.where(registered.found, registered.places, np.nan)
    places -= known_median(places, axis=1)[:, None]
    middle = known_median(places, axis=0)
    scatter = known_median(np.abs(places - middle), axis=0)
    return TitleVector(middle, scatter if len(places) > 1 else np.full(len(scatter), np.nan))


def known_median(values: NDArray[np.float64], axis: int) -> NDArray[np.float64]:
    """The median of the values that are not NaN; NaN if all are."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a row or column of NaN alone
        return np.asarray(np.nanmedian(values, axis=axis), dtype=np.float64)
