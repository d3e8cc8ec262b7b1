"""Collation formulas against totals worked out by hand, and properties of any formula."""

from __future__ import annotations

import contextlib
import csv
import time
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from formework.book.formula.collation import Collation, read_collation, spell_page, write_collation
from formework.book.imposition import sheet_sides
from formework.book.model import Format
from formework.errors import FormulaError

# formulas.tsv: one row for each rule. catalogues.tsv: formulas as catalogues write them, by kind
# and in the batches in which they were collected (docs/formats.md has the figures).
BY_HAND = [
    (row["formula"], int(row["leaves"]))
    for table in ("formulas.tsv", "catalogues.tsv")
    for row in csv.DictReader(
        (Path(__file__).parent / table).read_text(encoding="utf-8").splitlines(),
        delimiter="\t",
        quoting=csv.QUOTE_NONE,
    )
]

SIZES = st.sampled_from(["1", "2", "4", "6", "8", "10", "12", "8/4", "12/8/4"])
LETTERS = "ABCDEFGHIKLMNOPQRSTVXYZ"


@st.composite
def formulas(draw: st.DrawFn) -> str:
    """Formulas as catalogues write them: preliminaries, ranges, alterations."""
    items = draw(
        st.lists(
            st.sampled_from(["π2", "π1", "*4", "*-3*4", "[A]4", "a4", "†2", ")(8"]), max_size=2
        )
    )
    place = 0
    for _ in range(draw(st.integers(1, 4))):
        first = place + draw(st.integers(0, 5))
        last = first + draw(st.integers(0, 30))
        ends = [f"{n // 23 + 1 if n >= 23 else ''}{LETTERS[n % 23]}" for n in (first, last)]
        span = ends[0] if first == last else "-".join(ends)
        size = draw(SIZES)
        item = f"{span}^{size}"
        leaves = int(size.split("/")[(last - first) % len(size.split("/"))])
        leaf = draw(st.integers(1, leaves))
        items.append(
            item
            + draw(
                st.sampled_from(
                    ["", f"(-{ends[1]}{leaf})", f"(±{ends[1]}{leaf})", f"({ends[1]}{leaf}+χ1)",
                     f"({ends[1]}{leaf}+2)", f" ({ends[1]}{leaf} blank)"]
                )
            )
        )  # fmt: skip
        place = last + 1
    return " ".join(items)


def read_or_refuse(formula: str) -> tuple[Collation | None, FormulaError | None]:
    """The book a formula describes, or the refusal."""
    try:
        return read_collation(formula), None
    except FormulaError as error:
        return None, error


def test_enough_formulas() -> None:
    """The table worked out by hand is long enough to mean something."""
    assert len(BY_HAND) >= 80


@pytest.mark.parametrize(("formula", "leaves"), BY_HAND)
def test_leaves_worked_out_by_hand(formula: str, leaves: int) -> None:
    """The number of leaves is what a bibliographer counts."""
    assert read_collation(formula).leaves == leaves


@pytest.mark.parametrize(("formula", "leaves"), BY_HAND)
def test_canonical_form_reads_as_the_same_book(formula: str, leaves: int) -> None:
    """Written back and read again, a formula is the same book, and its form no longer changes."""
    book = read_collation(formula)
    canonical = write_collation(book.gatherings, book.book_format)
    again = read_collation(canonical)
    assert again.gatherings == book.gatherings
    assert again.leaves == leaves
    assert write_collation(again.gatherings, again.book_format) == canonical


@pytest.mark.parametrize(
    ("formula", "signatures"),
    [
        ("Y-2B4", "Y Z 2A 2B"),
        ("Aa-Cc4", "2A 2B 2C"),
        ("π2 A4 χ1 B4 2χ1", "π A χ B 2χ"),
        ("pi1 [chi]1 [par.]4", "π χ ¶"),
        ("**4 ***2", "2* 3*"),
        ("²A-²B4 ²*²", "²A ²B ²*"),
        ("^πA^4 A^4", "πA A"),
        ("π2 ππ2 ^ππ2", "π 2π ππ"),
        ("^πa4 ^π**4", "πa π**"),
        ("(a)-(c)4", "(a) (b) (c)"),
        ("*/2*4", "*/2*"),
        ("9-11^4", "9 10 11"),
        ("1#A-B4 2#A4", "1#A 1#B 2#A"),
        ("A-B4 A4", "A B ²A"),
        ("A-D8(-C)", "A B D"),
        ("χ1 A4 χ1", "χ A 2χ"),
        ("*A-*C4", "*A *B *C"),
        ("*3A-*3B6 *3C8", "*AAA *BBB *CCC"),
        ("*2 A4", "* A"),
        ("[aleph]-[gimel]8", "א ב ג"),
        ("(in Greek characters): a-g2", "a b g"),
    ],
)
def test_signatures(formula: str, signatures: str) -> None:
    """Gatherings are named in one spelling, each name once."""
    assert " ".join(g.signature for g in read_collation(formula).gatherings) == signatures


@pytest.mark.parametrize(
    ("formula", "pages"),
    [
        ("A2(-A2)", "A1r A1v"),
        ("A2(A1+χ1)", "A1r A1v χ1r χ1v A2r A2v"),
        ("A2(A2+1)", "A1r A1v A2r A2v A2+1r A2+1v"),
        ("A2(±A1)", "A1r A1v A2r A2v"),
        ("*2 A2 (-*2)", "*1r *1v A1r A1v A2r A2v"),
        ("A4(-A2-A4)", "A1r A1v"),
        ("11-12^1", "11.1r 11.1v 12.1r 12.1v"),
        ("1-2^2(-1₂)", "1.1r 1.1v 2.1r 2.1v 2.2r 2.2v"),
    ],
)
def test_pages(formula: str, pages: str) -> None:
    """Pages are in reading order, insertions at their position."""
    assert " ".join(page.signature for page in read_collation(formula).pages) == pages


@pytest.mark.parametrize(
    ("formula", "warning"),
    [
        ("8°: A4 B-O8; 107 leaves", "the formula declares 107 leaves, its gatherings have 108"),
        ("A-B4; pp. [2] 1-12", "the pagination has 14 pages, the gatherings have 16"),
        ("A-B4; 1-2 3-13 14.", "the pagination has 14 pages, the gatherings have 16"),
        ("4°, A-I⁴ K², fully signed, 39 leaves unnumbered.", "the formula declares 39 leaves"),
        ("[8]-423-[9] p. Sign. A-B4", "the pagination has 440 pages, the gatherings have 16"),
        ("Û1 A8", "'Û' is not a known sign"),
        ("B8(«B3)", "'«' is read as ±"),
        ("A4(-A6)", "A has 4 leaves, there is no leaf 6"),
        ("A1(-A2)", "A has 1 leaf, there is no leaf 2"),
        ("A4(-A4-2)", "A4-2 is not a range of its leaves"),
        ("A-F^4(-F4", "'(-F4' at character 6: this bracket is never closed"),
        ("A-F^4 [G^4", "'[G^4' at character 7: this bracket is never closed"),
        ("A-F⁴)", "')' at character 5: this bracket is never opened"),
        ("F-A^4", "F-A runs backwards: read as F and A only"),
        ("*-A^4", "*-A is not a range of one alphabet"),
        ("`SUP`1`LO` A8", "1 leaf without a signature"),
        ("A-B4 A4", "repeated signatures, named apart: A as ²A"),
        ("A7", "an odd number"),
        ("A4 (lacks A4)", "its leaves are counted"),
        ("A4 (-B2)", "B is not in the formula"),
        ("`SUP`8`LO` A8", "8 leaves without a signature"),
        ("a b c8", "no number of leaves from a to b"),
        ("A-2d8", "A-2d is read as A-2D"),
        ("A8 (A3 + see note)", "changes no leaf that is known: read as a note"),
    ],
)
def test_warnings(formula: str, warning: str) -> None:
    """What contradicts itself or had to be guessed at is said."""
    assert warning in "; ".join(read_collation(formula).warnings)


@pytest.mark.parametrize(("formula", "leaves"), BY_HAND[:60])
def test_no_warning_without_reason(formula: str, leaves: int) -> None:
    """A regular formula is read in silence."""
    assert leaves
    assert "J4" in formula or not read_collation(formula).warnings


@pytest.mark.parametrize(
    ("formula", "position", "expected"),
    [
        ("A-F", 3, "the number of leaves after F"),
        ("A4 B-", 5, "the last signature of the range that begins with B"),
        ("", 0, "a gathering"),
        ("A4 {", 3, "a signature"),
        ("A–C⁴ D-", 7, "the last signature"),
        ("A`SUP`4`LO` B-", 14, "the last signature"),
        ("A0", 2, "1 leaf or more"),
        ("A-9Z999", 7, "leaves in all"),
        ("1-9999^4", 0, "at most 5000 gatherings"),
        ("no formula at all", 0, "a signature"),
        ("A4 102FF4", 3, "a signature"),
        ("4to. [1-28 36 44]. [26] leaves", 6, "a signature"),  # 1-2⁸ 3⁶ 4⁴ without superscripts
    ],
)
def test_errors_name_the_place(formula: str, position: int, expected: str) -> None:
    """A formula that cannot be read says where, and what was expected there."""
    with pytest.raises(FormulaError) as caught:
        read_collation(formula)
    assert caught.value.position == position
    assert expected in caught.value.message
    assert f"character {position + 1}" in caught.value.message


def test_format_is_read_from_the_formula() -> None:
    """Every spelling of the format before a formula is the same format."""
    prefixes = ("4°:", "4to:", "4º:", "4^o^:", "4o:", "in-4°:", "quarto:", "4⁰:", "8Â°:")
    formats = [read_collation(f"{prefix} A-B4").book_format for prefix in prefixes]
    assert formats == [Format.QUARTO] * 8 + [Format.OCTAVO]


@pytest.mark.parametrize(
    ("written", "spelled"),
    [("Aa2v", "2A2v"), ("B 2 r", "B2r"), ("**1r", "2*1r"), ("j3v", "i3v"), ("²A1r", "²A1r"),
     ("2#Bb1r", "2#2B1r"), ("nonsense", "nonsense")],
)  # fmt: skip
def test_pages_as_people_write_them(written: str, spelled: str) -> None:
    """A page's signature is found in any spelling."""
    assert spell_page(written) == spelled


@pytest.mark.parametrize(
    ("formula", "written", "found"),
    [
        ("A-C^4", "a2r", "A2r"),
        ("A-C^4", "B3V", "B3v"),
        ("A-Z^4 2A-2C^4", "aa1R", "2A1r"),
        ("a^4 A^4", "a2r", "a2r"),
        ("a^4 A^4", "A2r", "A2r"),
        ("π^2 A^4", "Π1r", "π1r"),
        ("^πA4 ^πa4", "ΠA1r", None),
        ("A-C^4", "d1r", None),
    ],
)
def test_pages_in_another_case(formula: str, written: str, found: str | None) -> None:
    """A page is found in another case, unless two gatherings differ only by case."""
    page = read_collation(formula).page(written)
    assert (page.signature if page else None) == found


@given(formulas())
def test_canonical_form_round_trips(formula: str) -> None:
    """Any formula, written back, reads as the same book."""
    book = read_collation(formula)
    assert read_collation(write_collation(book.gatherings)).gatherings == book.gatherings


@given(formulas(), st.sampled_from([f for f in Format if f.leaves <= 16]))
def test_every_page_lies_on_one_sheet_side(formula: str, book_format: Format) -> None:
    """Unfolding loses no page and prints none twice; sides have different names."""
    book = read_collation(formula)
    sides = sheet_sides(book.gatherings, book_format)
    printed = sorted(signature for side in sides for signature in side.signatures)
    assert printed == sorted(page.signature for page in book.pages)
    assert len({side.name for side in sides}) == len(sides)


@given(formulas(), st.sampled_from([f for f in Format if f.leaves <= 16]))
def test_no_slot_mixes_rectos_with_versos(formula: str, book_format: Format) -> None:
    """The same place in the chase always prints the same face."""
    faces: dict[int, set[str]] = {}
    for side in sheet_sides(read_collation(formula).gatherings, book_format):
        for slot, page in enumerate(side.pages):
            if page:
                faces.setdefault(slot, set()).add(page.face)
    assert all(len(face) == 1 for face in faces.values())


@given(
    st.text(alphabet=st.sampled_from("AaBJUWZπχ*†2489^{}()[]-–±+/.,;:#$&?=<>`° ²⁴Û"), max_size=60)
)
@example("[" * 500)
@example("A^4(" * 100)
@example(")(")
@example("AB2(<A2")
@example("π" * 50 + "4")
@example("^ππ")
@example("^χχ4")
@example("^πa4")
@example("^π2)(4")
@example("^π?^4")
@example("<a>/^π&⁴")
@example("848)(²(-848)(2)")
@settings(max_examples=400)
def test_no_input_crashes(formula: str) -> None:
    """Any string is read or refused with a place; what is read round-trips."""
    book, error = read_or_refuse(formula)
    if error:
        assert 0 <= error.position <= len(formula)
    if book:
        assert read_collation(write_collation(book.gatherings)).gatherings == book.gatherings


@given(st.text(max_size=80))
def test_no_text_crashes(formula: str) -> None:
    """The same holds of any Unicode text."""
    book, error = read_or_refuse(formula)
    assert (book and book.leaves > 0) or (error and error.hint)


@pytest.mark.parametrize(
    "formula",
    ["*†(^4)-±" * 12_500, "A1," * 6_600, "A1 " * 6_600, "[" * 19_999, "(" * 19_999, "a " * 9_999,
     "the " * 4_999, "A^4(A1+" * 2_800, "π" * 19_999, "1-" * 9_999,
     "; " * 9_999, "a & 9 " * 3_333, "[1 blank] " * 1_999],
    ids=lambda formula: f"{formula[:6]}…",
)  # fmt: skip
def test_no_input_hangs(formula: str) -> None:
    """Long nonsense, also 100 kB of it, takes time in proportion to its length."""
    whole, quarter = (_cpu_seconds(text) for text in (formula, formula[: len(formula) // 4]))
    assert whole < 8 * quarter + 1  # sixteen times, if it grew with the square


def _cpu_seconds(formula: str) -> float:
    """The CPU time of reading a formula."""
    start = time.process_time()
    with contextlib.suppress(FormulaError):
        read_collation(formula)
    return time.process_time() - start
