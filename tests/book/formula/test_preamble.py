"""What a record says before the heading of its formula."""

import pytest

from formework.book.formula.collation import read_collation
from formework.book.formula.preamble import take_preamble
from formework.book.formula.surroundings import Surroundings


@pytest.mark.parametrize(
    ("text", "formula"),
    [
        ("4to (200x138 mm). [4], 238, [2] leaves. Collation: *4 A-Z4", "*4 A-Z4"),
        ("[8], 299, [1 blank] pp. Signatures: [π]4 A-N4", "[π]4 A-N4"),
        ("8vo: A-K8. Collation: A-L8", "A-K8. Collation: A-L8"),
        ("Vol. 1: 20 leaves. Collation: A-E4", "Vol. 1: 20 leaves. Collation: A-E4"),
    ],
)
def test_where_the_formula_begins(text: str, formula: str) -> None:
    """After the heading, unless gatherings or volumes come before it."""
    start, _ = take_preamble(text, Surroundings())
    assert text[start:].strip() == formula


def test_no_remark_before_the_heading_swallows_gatherings() -> None:
    """Plates are described up to the heading: ¶4 and ¶¶1 after it are gatherings, 4 + 1 + 28."""
    book = read_collation("Folio. Engraved title-page, 154 plates. Collation: ¶4-¶¶1 A-G4.")
    assert [gathering.signature for gathering in book.gatherings][:3] == ["¶", "2¶", "A"]
    assert book.leaves == 33


def test_what_is_not_read_is_said() -> None:
    """Words before the heading that are not understood are a warning."""
    warnings = read_collation("Printed twice. Collation: A-D8.").warnings
    assert warnings == ("'Printed twice' is read as a remark",)
