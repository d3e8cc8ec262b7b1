"""Findings of whole books: planted ones scored, and the file they are kept in."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from formework.bench.planted_scores import Tally, tally, true_pages
from formework.book.imposition import turned_slots
from formework.errors import FileError, InputError
from formework.findings.book_findings import read_findings
from formework.findings.finding import READINGS, Kind
from formework.findings.findings_file import load_findings, write_findings
from formework.simulate.planted_events import plant, planted_leviathan
from formework.simulate.simulated_book import simulate_book
from tests.findings.tables import found, table

if TYPE_CHECKING:
    from pathlib import Path

    from formework.simulate.planted_events import PlantedBook

# Planted where whole workshops are simulated: tests/findings/test_workshops.py.
ONLY_IN_WORKSHOPS = (Kind.TRANSFER, Kind.ROTATION, Kind.LENDING, Kind.FORME_ORDER)


def score(planted: PlantedBook, seed: int) -> dict[Kind, Tally]:
    """The findings in the truth about a planted book, tallied."""
    book = simulate_book(planted.shape, seed=seed, plans=planted.plans)
    told = read_findings(
        true_pages(book), book.sides, turned_slots=turned_slots(planted.shape.format)
    )
    return tally(planted.events, told, book.sides)


@pytest.mark.slow
def test_planted_events_are_found() -> None:
    """Over fifty books with their true skeletons, each kind is found, and little else."""
    total = dict.fromkeys(Kind, Tally())
    for seed in range(50):
        for kind, told in score(plant(seed), seed).items():
            total[kind] += told
    for kind, told in total.items():
        assert told.right >= 5 or kind in ONLY_IN_WORKSHOPS, kind
        assert told.precision >= 0.9, (kind, told)
        assert told.recall >= 0.9, (kind, told)


def test_the_papers_reading_of_leviathan() -> None:
    """All events the paper reads in Leviathan are found, the cancel its method missed included."""
    for kind, told in score(planted_leviathan(3), 3).items():
        assert (told.wrong, told.missed) == (0, 0), (kind, told)


def test_file_round_trip(tmp_path: Path) -> None:
    """findings.json holds all there is to know of the findings."""
    told = found("ab ba ab ab ba ac ab b'a ab ab ba ab")
    assert len(told) == 3
    write_findings(tmp_path, told)
    again = load_findings(tmp_path)
    assert [(f.kind, f.sides, f.pages, f.observation, f.chance) for f in again] == [
        (f.kind, f.sides, f.pages, f.observation, f.chance) for f in told
    ]


def test_a_file_that_is_none_of_ours(tmp_path: Path) -> None:
    """A damaged findings.json is refused with what to do."""
    (tmp_path / "findings.json").write_text('{"findings": [{"kind": "censorship"}]}')
    with pytest.raises(FileError, match="cannot be read"):
        load_findings(tmp_path)


def test_pages_clustered_one_by_one_have_no_sequence() -> None:
    """A table with two skeletons on one side is refused by name."""
    pages, sides = table("ab ba")
    pages[0] = replace(pages[0], skeleton="IX")
    with pytest.raises(InputError, match=r"A\(o\) more than one skeleton"):
        read_findings(pages, sides)


def test_nothing_is_asserted_as_a_cause() -> None:
    """Every kind says what it is consistent with and what would disprove it, and blames nobody."""
    assert set(READINGS) == set(Kind)
    for reading, disproof in READINGS.values():
        assert reading
        assert disproof
        assert "censor" not in reading
