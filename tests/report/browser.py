"""A page in a real browser: headless Chromium, on the file, without network."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

CHROMIUM = next((found for name in ("chromium", "chromium-browser", "google-chrome")
                 if (found := shutil.which(name))), None)  # fmt: skip
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")


def chromium(page: Path, *options: str) -> str:
    """Open a page and return what Chromium prints."""
    assert CHROMIUM
    run = subprocess.run(
        [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
         "--disable-background-networking", "--virtual-time-budget=4000", *options, page.as_uri()],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )  # fmt: skip
    return run.stdout


def act(page: Path, script: str, scratch: Path) -> str:
    """What a script, acting as a reader does, leaves as the title of a copy of the page.

    The page forbids scripts that are not its own: the copy is let off.
    """
    text = page.read_text("utf-8")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    copy = scratch / "acted.html"
    waiting = (
        "addEventListener('load', async () => { document.title = await (async () => {"
        f"{script}"
        "})(); })"
    )
    copy.write_text(text.replace("</body>", f"<script>{waiting}</script></body>"), "utf-8")
    title = re.search(r"<title>(.*?)</title>", chromium(copy, "--dump-dom"), re.DOTALL)
    assert title
    return title[1]
