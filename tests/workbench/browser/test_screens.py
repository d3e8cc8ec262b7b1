"""Each screen in a real browser: accessible, complete, calm, and safe with foreign text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workbench.browser.open_book import (
    NARROW,
    WIDE,
    Window,
    sides_overflowing,
    wait_until,
    wait_until_done,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow
SCREENS = (
    "/pages", "/pages/B2r", "/montage", "/pair/A2v/B2v", "/sheets/B", "/staircase?side=C(o)",
    "/findings", "/decisions",
)  # fmt: skip


def base(address: str) -> str:
    """The address without its token."""
    return address.split("/?")[0]


@pytest.mark.parametrize("size", [WIDE, NARROW], ids=["wide", "narrow"])
def test_accessible(address: str, browser: Browser, axe: str, size: tuple[int, int]) -> None:
    """Axe finds no serious fault on any screen, nothing is wider than the window, no complaints."""
    window = Window(browser, size)
    window.page.goto(address)
    window.page.goto(base(address) + "/pages/B2r")
    window.page.locator("#box").wait_for()
    window.page.keyboard.press("n")  # a decision, so that its screen is not empty
    window.page.get_by_text("Saved:").wait_for()
    wait_until_done(window.page)
    faults: dict[str, object] = {}
    for screen in SCREENS:
        window.page.goto(base(address) + screen)
        window.page.locator("main > :not(.waiting):not(h2)").first.wait_for()
        window.page.wait_for_load_state("load")
        assert sides_overflowing(window.page) <= 0, screen
        if found := serious_faults(window.page, axe):
            faults[screen] = found
        window.page.locator("[data-act=help]").click()
        if found := serious_faults(window.page, axe):
            faults[f"help of {screen}"] = found
        window.page.keyboard.press("Escape")
    assert faults == {}
    assert window.complaints == []
    window.close()


def serious_faults(page: Page, axe: str) -> list[tuple[str, str]]:
    """What axe calls serious or critical: the rule and the first element at fault."""
    page.evaluate(axe)
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        (fault["id"], fault["nodes"][0]["html"][:200])
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def test_keys_are_shown_and_explained(address: str, browser: Browser) -> None:
    """Every screen shows its keys at the foot, and help lists each of them."""
    window = Window(browser, WIDE)
    window.page.goto(address)
    for screen in SCREENS:
        window.page.goto(base(address) + screen)
        keys = window.page.locator("#keys kbd")
        keys.first.wait_for()
        window.page.keyboard.press("?")
        listed = window.page.locator("dialog kbd").all_inner_texts()
        assert {*keys.all_inner_texts()} <= {*listed}
        window.page.keyboard.press("Escape")
    assert window.complaints == []
    window.close()


_CLOSE_AND_PRESS_2_AT_ONCE = """() => {
  document.querySelector("dialog button[value=close]").click();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
}"""


def test_single_keys_can_be_switched_off(address: str, browser: Browser) -> None:
    """Who uses speech input can switch off single letters as keys; it works at once."""
    window = Window(browser, WIDE)
    page = window.page
    page.goto(address)
    page.locator(".card").first.wait_for()
    page.keyboard.press("?")
    page.get_by_label("Single letters").uncheck()
    page.evaluate(_CLOSE_AND_PRESS_2_AT_ONCE)
    assert page.url.split("?")[0].endswith("/pages")
    window.close()


def test_introduction_is_shown_once(address: str, browser: Browser) -> None:
    """Three sentences greet a new reader, and do not come back."""
    window = Window(browser, WIDE, introduced=False)
    page = window.page
    page.goto(address)
    page.locator("#tour").wait_for()
    assert page.locator("#tour li").count() == 3
    page.get_by_role("button", name="Begin").click()
    page.goto(base(address) + "/montage")
    page.locator(".title-cell").first.wait_for()
    assert page.locator("#tour").count() == 0
    window.close()


def test_arrows_follow_the_eye(address: str, browser: Browser) -> None:
    """In the montage the arrow keys choose the adjacent title, and the focus follows."""
    window = Window(browser, WIDE)
    page = window.page
    page.goto(address)
    page.goto(base(address) + "/montage?at=A2v")
    page.locator(".title-cell[data-at=A2v]").focus()
    page.keyboard.press("ArrowDown")
    wait_until(page, "document.activeElement.dataset.at === 'B2v'")
    page.keyboard.press("ArrowRight")
    wait_until(page, "document.activeElement.dataset.at === 'B3r'")
    assert page.url.endswith("at=B3r")
    page.reload()
    page.locator(".title-cell[data-at=B3r][aria-current]").wait_for()
    window.close()


def test_markup_in_a_title_stays_text(address: str, browser: Browser) -> None:
    """What looks like markup in a text is shown as it is, on every screen."""
    window = Window(browser, WIDE)
    page = window.page
    page.goto(address)
    page.goto(base(address) + "/pages/B2r")
    page.get_by_label("Text of the running title").fill("<img src=x onerror=document.title=1>")
    page.keyboard.press("Enter")
    page.get_by_text("Saved: text of B2r").wait_for()
    for screen in ("/pages", "/sheets/B?at=B2r", "/decisions"):
        page.goto(base(address) + screen)
        page.get_by_text("<img src=x").first.wait_for()
    assert page.locator("img[src=x]").count() == 0
    assert window.complaints == []
    window.close()


def test_nothing_blinks_under_reduced_motion(address: str, browser: Browser) -> None:
    """Where the system asks for reduced motion, automatic blinking cannot be switched on."""
    window = Window(browser, WIDE, calm=True)
    page = window.page
    page.goto(address)
    page.goto(base(address) + "/pair/A2v/B2v")
    page.get_by_role("button", name="Blink").click()
    assert page.get_by_label("blink automatically").is_disabled()
    window.close()
