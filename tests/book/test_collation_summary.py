"""A collation in lines and records."""

from __future__ import annotations

from formework.book.collation_summary import describe_collation, summarise_collation, summarise_line
from formework.book.formula.collation import read_collation
from formework.book.model import Format


def test_one_of_each() -> None:
    """One leaf, one gathering: singular."""
    lines = describe_collation(read_collation("A^1"), None).splitlines()
    assert lines[1] == "1 leaf, 2 pages, 1 gathering"
    assert lines[3] == "A    1 leaf"
    half_sheet = describe_collation(read_collation("A^2"), Format.QUARTO).splitlines()
    assert half_sheet[1] == "2 leaves, 4 pages, 1 gathering, 1 sheet side"


def test_alterations_are_recorded() -> None:
    """Missing, cancelled and inserted leaves are in the record of their gathering."""
    record = summarise_collation(read_collation("A^4(-A4)(±A2)(A1+χ1)"), None)
    assert record["gatherings"] == [
        {
            "signature": "A",
            "leaves": 4,
            "missing": [4],
            "cancelled": [2],
            "inserted": [{"after": 1, "signature": "χ", "leaves": 1}],
        }
    ]
    assert "sheet_sides" not in record


def test_a_formula_that_cannot_be_read_is_a_record() -> None:
    """With its error and position."""
    record = summarise_line("A-", None)
    assert record["position"] == 2
    assert "expected the last signature" in str(record["error"])


def test_a_format_without_a_table_is_a_warning() -> None:
    """The counts are given all the same."""
    record = summarise_collation(read_collation("A^18"), Format.OCTODECIMO)
    assert record["leaves"] == 18
    assert "no imposition table" in str(record["warnings"])
