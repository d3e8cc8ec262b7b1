"""The paper's own figures, and ours with them."""

from __future__ import annotations

from formework.bench.suite import Figures, SuitePlan
from formework.bench.table import describe_suite, read_paper


def test_the_paper_s_figures() -> None:
    """Cells of the paper's Table 2, checked against the printed page."""
    paper = read_paper()
    assert len(paper) == 72
    lear = paper["lev", "sheet-sides", "king-lear"]
    assert (lear.v, lear.one_to_one, lear.many_to_one) == (100, 100, 100)
    lost = paper["vit", "recto", "paradise-lost"]
    assert (lost.v, lost.one_to_one, lost.many_to_one) == (16, 22, 28)
    leviathan = paper["lev", "pages", "leviathan"]
    assert (leviathan.v, leviathan.one_to_one, leviathan.many_to_one) == (69, 47, 64)
    mayor = paper["shuffled labels", "sheet-sides", "mayor"]
    assert (mayor.v, mayor.one_to_one, mayor.many_to_one) == (44, 47, 61)


def test_the_papers_transformer_is_shown_below_ours() -> None:
    """The figures of the paper are shown below both of our networks."""
    for kernel in ("vit", "vit-paper"):
        plan = SuitePlan(kernel=kernel, books=("institution",))
        table = describe_suite(plan, [Figures(kernel, "sheet-sides", "institution", 50, 60, 70)])
        assert f"| {kernel} | sheet-sides | 50 / 60 / 70 | 50 |\n| *paper: vit* |" in table
