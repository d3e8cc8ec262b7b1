"""A book open in the workbench, in a separate process, and a reader's window on it."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, ConsoleMessage, Page

WIDE, NARROW = (1280, 800), (390, 844)
LONG = 600_000  # milliseconds: for a book to be run on a busy machine
_IS_DONE = """async () => {
  const book = await (await fetch("/api/book")).json();
  return !book.progress.running && !book.needs
    && book.stages.every((stage) => stage.state === "fresh");
}"""


@contextmanager
def opened(root: Path) -> Iterator[str]:
    """Run `formework open` on a folder; the address with its token."""
    command = [sys.executable, "-m", "formework", "open", str(root), "--no-browser"]
    with subprocess.Popen(
        [*command, "--port", str(_free_port())], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            address = re.search(r"http://\S+token=\S+", process.stdout.readline())
            assert address, "formework open printed no address"
            yield address[0]
        finally:
            process.terminate()
            process.wait(30)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Window:
    """A window on the workbench that keeps every complaint of the browser's console."""

    def __init__(
        self,
        browser: Browser,
        size: tuple[int, int],
        *,
        introduced: bool = True,
        calm: bool = False,
    ) -> None:
        self._context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            reduced_motion="reduce" if calm else "no-preference",
        )
        if introduced:
            # The report is sandboxed and has no storage.
            self._context.add_init_script(
                "try { localStorage.setItem('formework-introduction-seen', 'yes') } catch {}"
            )
        self.complaints: list[str] = []
        self.page = self.tab()

    def tab(self) -> Page:
        """A further tab of the same browser."""
        page = self._context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(message.text)

    def close(self) -> None:
        """Close all its tabs."""
        self._context.close()


def wait_until(page: Page, condition: str) -> None:
    """Wait until JavaScript holds; `wait_for_function` would need what the pages forbid: eval."""
    deadline = time.monotonic() + LONG / 1000
    while not page.evaluate(condition):
        assert time.monotonic() < deadline, f"never came true: {condition}"
        page.wait_for_timeout(100)


def wait_until_done(page: Page) -> None:
    """Wait until nothing runs in the background, and everything is up to date."""
    wait_until(page, _IS_DONE)


def sides_overflowing(page: Page) -> int:
    """By how many pixels the page is wider than the window."""
    width = page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
    return int(width)
