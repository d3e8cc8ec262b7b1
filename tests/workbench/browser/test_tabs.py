"""Two tabs on one book: each learns what the other did, and none overwrites it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.workbench.browser.open_book import WIDE, Window
from tests.workbench.browser.test_screens import base

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


def test_stale_tab_shows_what_changed(address: str, browser: Browser) -> None:
    """A tab that missed a decision is refused, shows it, and repeats its own on request."""
    window = Window(browser, WIDE)
    first, stale = window.page, window.tab()
    first.goto(address)
    stale.route("**/api/events", lambda route: route.abort())  # a tab that slept
    stale.goto(base(address) + "/pair/A2v/B2v")
    stale.locator(".stage").wait_for()
    first.goto(base(address) + "/pair/A3r/B3r")
    first.locator(".stage").wait_for()
    first.keyboard.press("s")
    first.get_by_text("You decided: same").wait_for()
    with stale.expect_response("**/api/decisions") as answer:
        stale.keyboard.press("s")
    assert answer.value.status == 412
    dialog = stale.get_by_role("dialog")
    dialog.get_by_text("A3r and B3r: same title").wait_for()
    dialog.get_by_text("A2v and B2v: same title").wait_for()
    stale.keyboard.press("r")
    stale.get_by_text("You decided: same").wait_for()
    expected = ("412", "ERR_FAILED")
    assert [text for text in window.complaints if not any(sign in text for sign in expected)] == []
    window.close()


def test_other_tab_follows_without_reload(address: str, browser: Browser) -> None:
    """A decision of one tab appears in the other automatically, with its words."""
    window = Window(browser, WIDE)
    first, other = window.page, window.tab()
    first.goto(address)
    other.goto(base(address) + "/decisions")
    other.get_by_text("No decisions yet").first.wait_for()
    first.goto(base(address) + "/pages/B2r")
    first.locator("#box").wait_for()
    first.keyboard.press("n")
    other.get_by_text("Changed elsewhere: B2r: no running title").wait_for()
    other.get_by_role("cell", name="B2r: no running title").wait_for()
    assert window.complaints == []
    window.close()
