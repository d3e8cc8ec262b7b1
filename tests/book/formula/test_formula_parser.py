"""The parser: what it collects besides gatherings, and what it refuses."""

import pytest

from formework.book.formula.formula_parser import MAX_CHARACTERS, read_formula
from formework.errors import FormulaError


def test_volumes_and_alternating_sizes() -> None:
    """Every gathering keeps its volume and its own size."""
    drafts = read_formula("1#A-C^8/4 2#A^4").drafts
    assert [(draft.volume, str(draft.signature), draft.leaves) for draft in drafts] == [
        (1, "A", 8),
        (1, "B", 4),
        (1, "C", 8),
        (2, "A", 4),
    ]


def test_signing_and_notes_are_kept_apart() -> None:
    """Statements on signing and remarks do not become gatherings."""
    parser = read_formula("A^4 [$3 signed] (A4 blank)")
    assert len(parser.drafts) == 1
    assert parser.around.signing == "$3 signed"
    assert parser.around.notes == ["A4 blank"]


def test_a_range_of_numbers_cannot_run_backwards() -> None:
    """Numbered gatherings that count downwards are refused with their position."""
    with pytest.raises(FormulaError, match="counts upwards") as caught:
        read_formula("A^4 7-3^4")
    assert caught.value.position == 4


def test_a_text_too_long_to_be_a_formula() -> None:
    """The limit is named."""
    with pytest.raises(FormulaError, match=f"at most {MAX_CHARACTERS} are read"):
        read_formula("A" * (MAX_CHARACTERS + 1))
