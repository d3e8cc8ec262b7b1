"""The paper's system from arrangement to numerals."""

from __future__ import annotations

import numpy as np

from formework.book.imposition import sheet_sides
from formework.book.model import Format, Gathering
from formework.sides.arrangement import Unit, arrange
from formework.sides.paper_norm import NO_TITLE
from formework.skeletons.paper_system import PaperSettings, find_skeletons
from tests.skeletons.test_spectral import BLOCKS

SIDES = sheet_sides([Gathering("A", 4), Gathering("B", 4)], Format.QUARTO)


def test_titles_stand_in_their_slots() -> None:
    """A side's row holds its titles by slot, and nothing where a page has none."""
    arrangement = arrange(SIDES, ["A1r", "A2v", "A4v", "A4r", "B1v"])
    assert arrangement.names == ("A(o)", "A(i)", "B(i)")
    assert arrangement.places.tolist() == [
        [0, 1, NO_TITLE, 2],
        [3, NO_TITLE, NO_TITLE, NO_TITLE],
        [NO_TITLE, NO_TITLE, NO_TITLE, 4],
    ]


def test_rectos_and_pages_stand_alone() -> None:
    """The other units are single pages, in the order of the titles."""
    signatures = ["A1r", "A1v", "A2r"]
    rectos, pages = (arrange(SIDES, signatures, unit) for unit in (Unit.RECTO, Unit.PAGES))
    assert rectos.names == ("A1r", "A2r")
    assert rectos.places.tolist() == [[0], [2]]
    assert pages.names == ("A1r", "A1v", "A2r")


def test_skeletons_are_numbered_by_appearance() -> None:
    """Numerals follow the book; units always put together are sure."""
    names = [f"{letter}(o)" for letter in "ABCDEFG"]
    order = [3, 0, 4, 1, 5, 2, 6]
    found = find_skeletons(
        names, BLOCKS[np.ix_(order, order)], skeletons=2, seed=0,
        settings=PaperSettings(neighbours=3),
    )  # fmt: skip
    assert found.numerals == ("I", "II", "I", "II", "I", "II", "I")
    assert found.confidence == (1.0,) * 7
    assert found.names == tuple(names)
