"""The account of the printing: in order, in careful words, with a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.file_names import ACCOUNT_MD
from formework.book.imposition import turned_slots
from formework.book.model import Format
from formework.findings.account import Account, Nearest, give_account, write_account
from formework.findings.book_findings import read_findings
from tests.findings.tables import table

if TYPE_CHECKING:
    from pathlib import Path


def account(order: str, confidence: float = 1.0, nearest: tuple[Nearest, ...] = ()) -> Account:
    """The account of an order of work."""
    pages, sides = table(order, confidence=confidence)
    told = read_findings(pages, sides, turned_slots=turned_slots(Format.QUARTO))
    return give_account(pages, sides, told, nearest=nearest)


def test_routine_first_then_changes_then_what_is_open() -> None:
    """The second skeleton joins after the routine is told; the table has a row for each state."""
    told = account("aa aa aa aa aa aa aa bb aa bb a2a2 bb a2a2 bb")
    basis, routine, changes, *_, last = told.paragraphs
    assert "28 sheet sides" in basis
    assert "two skeletons, in three states" in basis
    assert routine.startswith("Both sides of each sheet")
    assert "joins the work at H(o)" in changes
    assert "evidence, not proof" in last
    assert told.rows == (
        ("I", "1", "A–G, I", "A–G, I"),
        ("I", "2", "L, N", "L, N"),
        ("II", "1", "H, K, M, O", "H, K, M, O"),
    )


def test_what_is_less_sure_is_called_so() -> None:
    """Findings of less sure sides are hedged, and the sides are named as open."""
    told = account("ab ab ab ab ab ab ab", confidence=0.6)
    assert "(a weak indication)" in told.text
    assert "The skeleton is not sure on A(o)" in told.text


def test_where_nothing_comes_back_it_says_what_would_help() -> None:
    """The nearest pairs are named; too few sides are not called nothing, but not tested."""
    told = account("ab cd", nearest=(Nearest("A(o)", "B(i)", -2.0), Nearest("A(o)", "Z(i)", 1.0)))
    assert "seen once only" in told.text
    assert "A(o) and B(i) (log-odds -2)" in told.text
    assert "Z(i)" not in told.text
    assert "was not tested" in told.text


def test_which_forme_first_only_where_titles_show_it() -> None:
    """One new title between the formes of a sheet is too little."""
    assert "went first" not in account("aa aa aa aa2 a2a2 a2a2 a2a2").text


def test_the_file(tmp_path: Path) -> None:
    """account.md has the prose and the table."""
    told = account("ab ab ab ab ab ab ab")
    write_account(tmp_path, told)
    written = (tmp_path / ACCOUNT_MD).read_text(encoding="utf-8")
    assert written.startswith("# An account of the printing")
    assert "| I | 1 | A–G |  |" in written
