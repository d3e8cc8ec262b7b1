"""The account of the printing: in order, in careful words, with a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.file_names import ACCOUNT_MD
from formework.book.imposition import turned_slots
from formework.book.model import Format
from formework.findings.account import Account, give_account
from formework.findings.account_file import read_account, write_account
from formework.findings.book_findings import read_findings
from formework.findings.finding import GROUPS
from formework.findings.recurrence_words import Nearest
from tests.findings.tables import table

if TYPE_CHECKING:
    from pathlib import Path


def account(order: str, confidence: float = 1.0, nearest: tuple[Nearest, ...] = ()) -> Account:
    """The account of an order of work."""
    pages, sides = table(order, confidence=confidence)
    told = read_findings(pages, sides, turned_slots=turned_slots(Format.QUARTO))
    return give_account(pages, sides, told, nearest=nearest)


def test_routine_first_then_changes_then_what_is_open() -> None:
    """The second skeleton joins after the routine; the table has a row for each state."""
    told = account("aa aa aa aa aa aa aa bb aa bb a2a2 bb a2a2 bb")
    basis, routine, changes, *_, last = told.paragraphs
    assert "28 sheet sides" in basis
    assert "two skeletons, in three states" in basis
    assert routine.startswith("From A to O both formes of each sheet")
    assert "joins the work at H(o)" in changes
    assert "evidence, not proof" in last
    assert told.rows == (
        ("I", "1", "A–G, I", "A–G, I"),
        ("I", "2", "L, N", "L, N"),
        ("II", "1", "H, K, M, O", "H, K, M, O"),
    )


def test_what_is_less_sure_is_called_so() -> None:
    """Findings of less sure sides are hedged, and the sides are named as open."""
    told = account("ab ab ab", confidence=0.6)
    assert "The skeleton is uncertain on A(o), A(i)" in told.text
    assert "(a weak indication)" in account("ab ab ab ab ab ab ab", confidence=0.6).text


def test_where_nothing_comes_back_it_says_what_would_help() -> None:
    """The nearest pairs are named; too few sides are not called nothing, but not tested."""
    told = account("ab cd", nearest=(Nearest("A(o)", "B(i)", -2.0), Nearest("A(o)", "Z(i)", 1.0)))
    assert "no two sheet sides have the same titles" in told.text
    assert "A(o) and B(i) (log-odds -2)" in told.text
    assert "Z(i)" not in told.text
    assert "too few sheet sides to test" in told.text


def test_which_forme_first_only_where_titles_show_it() -> None:
    """Two titles replaced between the formes of a sheet show it; where none are, nothing does."""
    assert "was printed first" not in account("aa aa aa aa a2a2 a2a2 a2a2").text


def test_skeletons_in_a_fixed_order_are_said_with_their_sheets() -> None:
    """Four that follow each other over most sheets: who prints what, and where it ends."""
    told = account("ab cd ab cd ab cd ab cd ca db ac bd")
    (routine,) = [text for text in told.paragraphs if "take turns" in text]
    assert "from A(o) to H(i), always in the same order" in routine
    assert "I and II print A, C, E, G; III and IV print B, D, F, H" in routine
    assert "From I(o) to M(i) this order is not kept" in routine
    assert "skeletons I and III print I and L; skeletons II and IV print K and M" in routine


def test_a_state_or_two_do_not_hide_the_order() -> None:
    """Skeletons are counted apart from their states: the alternation is said, not a rotation."""
    told = account("ab cd ab2 cd ab2 cd ab2 c2d c2a db2 ab2 c2d2")
    assert "I and II print A, C, E, G" in told.text
    assert "single titles return after" not in told.text


def test_several_sections_say_common_caveats_once() -> None:
    """A section of a few sides gets one sentence; what holds of all is said at the end."""
    pages, sides = table("ab ab ab ab ab ab ab ab")
    late = {side.name for side in sides[-4:]}
    pages = [replace(p, section="2") if p.sheet_side in late else p for p in pages]
    told = give_account(pages, sides, read_findings(pages, sides))
    assert told.text.count("evidence, not proof") == 1
    assert told.paragraphs[-2] == (
        "Section 2 has 16 pages with a running title (G(o) to H(i)), too few to read an order of "
        "skeletons. Titles recur on G(o) and H(o); on G(i) and H(i)."
    )
    assert told.header[0] == "section"


def test_findings_come_routine_first_then_changes_then_exceptions() -> None:
    """Each group is in book order, whatever came first in the book."""
    pages, sides = table("b'a ab ab ab ab ab ab cb cb cb cb cb c'b cb")
    told = read_findings(pages, sides, turned_slots=turned_slots(Format.QUARTO))
    groups = [
        next(n for n, kinds in enumerate(GROUPS) if finding.kind in kinds) for finding in told
    ]
    assert groups == sorted(groups)
    assert set(groups) == {0, 1, 2}


def test_the_file(tmp_path: Path) -> None:
    """account.md has the prose and the table."""
    told = account("ab ab ab ab ab ab ab")
    write_account(tmp_path, told)
    written = (tmp_path / ACCOUNT_MD).read_text(encoding="utf-8")
    assert written.startswith("# An account of the printing")
    assert "| I | 1 | A–G |  |" in written
    assert read_account(tmp_path) == told
    (tmp_path / ACCOUNT_MD).write_text("# Mine\n\nSo I think.\n", encoding="utf-8")
    assert read_account(tmp_path) == Account(("So I think.",), (), ())


def test_sets_that_cannot_be_established_are_not_counted_as_skeletons() -> None:
    """Many skeletons and states in no order: which titles return, which sides share most."""
    told = account("ab cd a2e b2f gc2 hi a3k d2l e2m f2n")
    assert "do not recur in sets that can be established" in told.text
    assert "no count of the printer's skeletons" in told.text
    assert "They belong to" not in told.text
    assert "Most titles are shared by A(o) and C(o) (3)" in told.text
    assert "No regular order was found among those tested" in told.text


def test_many_uncertain_sides_are_counted_not_named() -> None:
    """A long list of sheet sides says less than their number."""
    told = account("ab ab ab ab ab ab ab", confidence=0.6)
    assert "The skeleton is uncertain on 14 of 14 sheet sides." in told.text


def test_sections_are_known_by_their_words() -> None:
    """The words of a section's titles stand with its number, without what would break the table."""
    pages, sides = table("ab ab ab ab ab ab ab ab")
    late = {side.name for side in sides[-4:]}
    pages = [replace(p, section="2") if p.sheet_side in late else p for p in pages]
    texts = {page.signature: "KING | LEAR" for page in pages}
    told = give_account(pages, sides, read_findings(pages, sides), texts=texts)
    assert told.paragraphs[0].startswith("Section 1 (KING LEAR): the running titles of")


def test_a_book_without_titles_has_an_account() -> None:
    """Nothing to compare is no error."""
    told = give_account([], [], ())
    assert told.rows == ()
    assert "too few sheet sides" in told.text


def test_no_order_is_read_where_skeletons_cannot_be_counted() -> None:
    """The findings do not contradict an account that counts no skeletons."""
    pages, sides = table("ab aa cb db ba ef a2b2 gh ab2 ik lm no")
    assert read_findings(pages, sides, turned_slots=turned_slots(Format.QUARTO)) == ()
