"""What is read from single titles: new ones, moved ones, a chase turned round."""

from __future__ import annotations

from dataclasses import replace

from formework.findings.book_findings import read_findings
from formework.findings.finding import Kind
from tests.findings.tables import of_kind, table


def test_partial_reset() -> None:
    """A later state tells which title is new, and how many were kept."""
    (finding,) = of_kind("ab ba ab ab a2b ba2 a2b a2b", Kind.PARTIAL_RESET)
    assert finding.sides == ("D(o)", "E(o)")
    assert finding.pages == ("E1r",)
    assert "one new title (E1r)" in finding.observation
    assert "three earlier titles stayed" in finding.observation


def test_turned() -> None:
    """A chase turned round is told once for all sides it was turned for."""
    (finding,) = of_kind("ab ba a'b ab ba ab' a'b ab", Kind.TURNED)[:1]
    assert finding.skeletons == ("I",)
    assert finding.sides == ("C(o)", "G(o)")
    assert not of_kind("ab ba a'b ab ba ab", Kind.MOVED_TITLE)


def test_moved_title() -> None:
    """Two titles that changed places are told with both pages, slots and numerals."""
    (finding,) = of_kind("ab ba a~b ab ba ab", Kind.MOVED_TITLE)
    assert finding.sides == ("C(o)",)
    assert finding.pages == ("C1r", "C3r")
    assert (
        "two titles of skeleton I (I and III) have changed places: C1r and C3r"
        in finding.observation
    )
    assert not of_kind("ab ba a~b ab ba ab", Kind.TURNED)


def test_a_title_lent_to_another_skeleton() -> None:
    """A title of one skeleton seen in another is told as moved."""
    pages, sides = table("ab ba ab ab ba ab")
    lent = [
        replace(page, title="II") if page.sheet_side == "F(i)" and page.slot == 2 else page
        for page in pages
    ]
    told = [f for f in read_findings(lent, sides) if f.kind is Kind.MOVED_TITLE]
    assert [(f.skeletons, f.sides) for f in told] == [(("I", "II"), ("F(o)", "F(i)"))]


def test_titles_of_the_other_face() -> None:
    """A verso with the recto's words, and the reverse, are told even if no title is numbered."""
    pages, sides = table("ab ba ab ab ba ab")
    plain = [replace(page, title="") for page in pages]
    texts = {p.signature: "RITHMES" if p.signature[-1] == "v" else "DE D. P." for p in plain}
    texts["D2v"], texts["D3r"] = "DE D.P.", "RlTHMES"
    told = [f for f in read_findings(plain, sides, texts=texts) if f.kind is Kind.MOVED_TITLE]
    (finding,) = told
    assert finding.sides == ("D(o)",)
    assert set(finding.pages) == {"D2v", "D3r"}
    assert "carry each other's title" in finding.observation


def test_one_text_on_both_faces() -> None:
    """Where rectos and versos carry the same words, none can be on the wrong face."""
    pages, sides = table("ab ba ab ab ba ab")
    texts = {page.signature: "Of MAN." for page in pages}
    told = read_findings(pages, sides, texts=texts)
    assert not [finding for finding in told if finding.kind is Kind.MOVED_TITLE]


def test_many_partial_resets_are_one_finding() -> None:
    """Titles replaced one by one in several skeletons are said once, by skeleton."""
    (finding,) = of_kind("ab ab a2b a2b a2b2 a2b2 a3b2 a3b2 a3b2 a3b2", Kind.PARTIAL_RESET)
    assert finding.skeletons == ("I", "II")
    assert finding.pages == ("C1r", "G1r", "E4r")
    assert "in skeleton I from C1r, then from G1r on; in skeleton II from E4r on" in (
        finding.observation
    )
