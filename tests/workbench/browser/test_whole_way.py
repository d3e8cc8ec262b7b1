"""From a folder of scans to the report, as a bibliographer would work, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workbench.browser.conftest import FORMULA
from tests.workbench.browser.open_book import (
    LONG,
    NARROW,
    WIDE,
    Window,
    opened,
    sides_overflowing,
    wait_until,
    wait_until_done,
)

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
NOTE = "The old titles come back on D."


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_from_scans_to_report(scans: Path, browser: Browser, size: tuple[int, int]) -> None:
    """With mouse or finger: declare, run, correct, decide, move, reject, undo, report."""
    with opened(scans) as address:
        window = Window(browser, size)
        page = window.page
        page.goto(address)
        declare(page)
        wait_until_done(page)
        correct_box(page)
        declare_same(page)
        move_side(page)
        reject_finding(page)
        undo_and_see(page)
        wait_until_done(page)
        read_report(page, window)
        assert window.complaints == []
        window.close()


def declare(page: Page) -> None:
    """Fill in format and collation; a wrong formula is explained while one types."""
    page.get_by_label("Format").select_option("quarto")
    page.get_by_label("Collation").fill("A-D^")
    page.locator(".formula-answer .wrong").wait_for()
    assert page.get_by_role("button", name="Read the book").is_disabled()
    page.get_by_label("Collation").fill(FORMULA)
    page.get_by_text("16 leaves, 32 pages").wait_for()
    assert page.locator("svg.sheet-side").count() == 8
    assert sides_overflowing(page) <= 0
    page.get_by_role("button", name="Read the book").click()
    page.locator("#progress progress").wait_for()
    page.locator(".card").first.wait_for(timeout=LONG)


def correct_box(page: Page) -> None:
    """Drag the right edge of a box, and save it."""
    page.get_by_role("link", name="Pages").click()
    page.get_by_role("button", name="B2r").click()
    width = page.get_by_label("Width")
    before = int(width.input_value())
    handle = page.locator('[data-handle="1,0.5"]').bounding_box()
    assert handle
    x, y = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 12, y, steps=4)
    page.mouse.up()
    page.get_by_text("Not saved yet").wait_for()
    assert int(width.input_value()) > before
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved: box of B2r").wait_for()
    page.get_by_text("Corrected by you.").wait_for()


def declare_same(page: Page) -> None:
    """Choose two titles, look at them in every way, and say that they are the same."""
    page.get_by_role("link", name="Pair").click()
    page.wait_for_url("**/pair/*/*", timeout=LONG)
    page.get_by_label("First title").fill("A2v")
    page.get_by_label("Second title").fill("B2v")
    page.get_by_label("Second title").press("Tab")
    page.wait_for_url("**/pair/A2v/B2v")
    for mode in ("Overlay", "Cross-fade", "Onion skin", "Blink", "Stacked"):
        page.get_by_role("button", name=mode).click()
        page.locator(f".layers.{mode.lower().replace('cross-', '').split()[0]}").wait_for()
    page.get_by_label("Reason").fill("same gap after the T")
    page.get_by_role("button", name="Same", exact=True).click()
    page.get_by_text("You decided: same (same gap after the T)").wait_for()


def move_side(page: Page) -> None:
    """Move a sheet side to the first skeleton: the one of A(o)."""
    page.goto(page.url.split("/pair")[0] + "/montage?side=C(o)")
    page.get_by_role("button", name="Move side").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Reason").fill("the same damaged R")
    assert skeleton_of(page, "C(o)") != skeleton_of(page, "A(o)")
    dialog.locator("button[value]").first.click()
    page.get_by_text("Saved: C(o) moved to skeleton").wait_for()
    wait_until_done(page)
    page.locator("tr[data-key='C(o)'] .decided").wait_for()
    assert skeleton_of(page, "C(o)") == skeleton_of(page, "A(o)")


def skeleton_of(page: Page, side: str) -> str:
    """The label of the skeleton of a sheet side."""
    label = page.evaluate(
        """async (name) => (await (await fetch("/api/book")).json())
          .sides.find((side) => side.name === name).label""",
        side,
    )
    return str(label)


def reject_finding(page: Page) -> None:
    """Reject the first finding, with a note."""
    page.get_by_role("link", name="Findings").click()
    finding = page.locator("article.finding").first
    finding.get_by_label("Note").fill(NOTE)
    finding.get_by_role("button", name="Reject").click()
    page.locator("article.finding.reject").first.wait_for()


def undo_and_see(page: Page) -> None:
    """Undo the rejection, see it gone, and reject once more."""
    page.get_by_role("button", name="Undo").click()
    page.locator("article.finding.reject").wait_for(state="detached")
    page.get_by_role("link", name="Decisions", exact=True).click()
    assert page.locator("tr.undone").count() == 1
    reject_finding(page)


def read_report(page: Page, window: Window) -> None:
    """The report shows the corrected box, the decisions, and the note."""
    page.locator("#take-away summary").click()
    assert page.get_by_role("link", name="Open the report").get_attribute("target") == "_blank"
    report = window.tab()
    report.goto(page.url.split("/findings")[0] + "/report")
    text = report.locator("body").inner_text()
    for shown in ("B2r", "A2v and B2v", "C(o)", NOTE):
        assert shown in text
    report.close()


def test_by_keyboard_alone(scans: Path, browser: Browser) -> None:
    """The same way without mouse or finger: every step by keys that the screen shows."""
    with opened(scans) as address:
        window = Window(browser, WIDE)
        page = window.page
        page.goto(address)
        type_declaration(page)
        wait_until_done(page)
        correct_box_by_keys(page)
        declare_same_by_keys(page)
        move_side_by_keys(page)
        reject_finding_by_keys(page)
        page.keyboard.press("u")
        page.locator("article.finding.reject").wait_for(state="detached")
        assert window.complaints == []
        window.close()


def correct_box_by_keys(page: Page) -> None:
    """Tab to the pages, arrows to one of them, then widen its box."""
    press = page.keyboard.press
    while page.evaluate("document.activeElement.dataset.at") is None:
        press("Tab")
    press("ArrowRight")
    wait_until(page, "document.activeElement.dataset.at === 'A1v'")
    press("Enter")
    page.wait_for_url("**/pages/A1v")
    press("b")
    wait_until(page, "document.activeElement.id === 'box'")
    before = int(page.get_by_label("Width").input_value())
    for _ in range(3):
        press("Shift+ArrowRight")
    wait_until(page, f"Number(document.getElementById('box-2').value) === {before + 6}")
    press("Enter")
    page.get_by_text("Saved: box of A1v").wait_for()


def declare_same_by_keys(page: Page) -> None:
    """Overlay the most doubtful pair, blink, and say same with a reason."""
    press = page.keyboard.press
    press("3")
    page.wait_for_url("**/pair/*/*")
    page.locator(".stage").wait_for()
    press("v")
    page.locator(".layers.overlay").wait_for()
    page.keyboard.down(" ")
    page.locator(".layers.blink[data-front='1']").wait_for()
    page.keyboard.up(" ")
    page.locator(".layers.blink[data-front='0']").wait_for()
    press("r")
    page.keyboard.type("looked at both")
    press("Escape")
    press("s")
    page.get_by_text("You decided: same (looked at both)").wait_for()


def move_side_by_keys(page: Page) -> None:
    """Arrows to a title of another side, and its side to the first other skeleton."""
    press = page.keyboard.press
    press("2")
    page.locator(".title-cell").first.wait_for()
    while page.evaluate("document.activeElement.dataset.act") != "at":
        press("Tab")
    press("ArrowDown")
    press("m")
    page.get_by_role("dialog").wait_for()
    press("1")
    page.get_by_text("moved to skeleton").first.wait_for()
    wait_until_done(page)


def reject_finding_by_keys(page: Page) -> None:
    """A note to the first finding, saved, and the finding rejected."""
    press = page.keyboard.press
    press("6")
    page.locator("article.finding").first.wait_for()
    press("n")
    page.keyboard.type(NOTE)
    press("Control+Enter")
    page.get_by_text("Saved: finding 1").wait_for()
    press("Escape")
    press("r")
    page.locator("article.finding.reject").wait_for()


def type_declaration(page: Page) -> None:
    """Reach every field with Tab, choose the format with its first letter, type the formula."""
    page.get_by_label("Format").wait_for()
    while page.evaluate("document.activeElement.id") != "format":
        page.keyboard.press("Tab")
    page.keyboard.type("q")
    page.keyboard.press("Tab")
    page.keyboard.type(FORMULA)
    page.get_by_text("16 leaves, 32 pages").wait_for()
    page.keyboard.press("Control+Enter")
    page.locator(".card").first.wait_for(timeout=LONG)
