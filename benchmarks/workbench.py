"""How fast the workbench is, and how much memory it takes, on a book of 400 pages.

    python benchmarks/workbench.py [--pages 400] [--keep FOLDER] [--seed 0]

Simulates an octavo with its titles cut out, runs it, opens it in the workbench,
and measures what a person waits for: until the montage can be used in headless
Chromium (all crops in the window are drawn), and from the key to the decision on
the screen, which is also timed for the server alone. Memory is the largest
resident set of the server. Needs playwright and Chromium for the first two.
"""

from __future__ import annotations

import argparse
import contextlib
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from formework import __version__
from formework.book.folder import open_book
from formework.pipeline import Update
from formework.simulate.planted_events import sized
from formework.simulate.shapes import INSTITUTION
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from formework.simulate.written_plan import read_plan
from formework.stages import StageName

if TYPE_CHECKING:
    from collections.abc import Iterator

CHROMIUM = "/usr/bin/chromium"
REPEATS = 5
DECISIONS = 20


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=400)
    parser.add_argument("--keep", type=Path, help="folder in which the book is kept, and reused")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = asked.keep or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        root = prepare(folder / "book", asked.pages, asked.seed)
        process, address = stack.enter_context(opened(root))
        with contextlib.closing(enter(address)) as client:
            wait_until_idle(client)
            rows = [*measure_server(client), *measure_browser(address)]
            rows.append(("largest resident set of the server", f"{peak_memory(process.pid)} MB"))
    print(f"formework {__version__}, Python {platform.python_version()}, seed {asked.seed}, "
          f"{asked.pages} pages, simulated")  # fmt: skip
    for name, value in rows:
        print(f"{name:<52} {value}")


def prepare(root: Path, pages: int, seed: int) -> Path:
    """A simulated octavo of so many pages, run from titles to report."""
    if not (root / "report.html").exists():
        plan = read_plan(" ".join(["ab"] * (pages // 16)))  # two skeletons, one for each forme
        book = simulate_book(sized(INSTITUTION, pages // 8), seed=seed, plans=(plan,))
        for _ in write_book(book, root, name="Institution", cut=True):
            pass
        list(Update(open_book(root), StageName.REPORT).run())
    return root


@contextlib.contextmanager
def opened(root: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The workbench on a book, and its address."""
    (root / "decisions.jsonl").unlink(missing_ok=True)
    command = [sys.executable, "-m", "formework", "open", str(root), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None  # noqa: S101
        yield process, process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait()


def enter(address: str) -> httpx.Client:
    """A client that came in by the address."""
    client = httpx.Client(base_url=address.partition("?")[0], timeout=120)
    client.get(address)
    return client


def wait_until_idle(client: httpx.Client) -> None:
    """Wait until the run in the background is through."""
    while client.get("/api/progress").json()["running"]:
        time.sleep(0.2)


def measure_server(client: httpx.Client) -> Iterator[tuple[str, str]]:
    """How long the server takes for the whole book, a strip, and a decision."""
    book = client.get("/api/book").json()
    yield "pages, sheet sides", f"{len(book['pages'])}, {len(book['sides'])}"
    yield "GET /api/book", timed(lambda: client.get("/api/book"))
    strips = [page["strip_url"] for page in book["pages"] if page["strip_url"]]
    start = time.perf_counter()
    for strip in strips:
        client.get(strip).raise_for_status()
    yield f"{len(strips)} strips, one after another", f"{time.perf_counter() - start:.2f} s"
    seconds = []
    for number in range(DECISIONS):
        record = {"do": "text", "signature": book["pages"][number]["signature"], "text": "LEAR"}
        start = time.perf_counter()
        answer = client.post("/api/decisions", json=record, headers={"If-Match": f'"{number}"'})
        seconds.append(time.perf_counter() - start)
        answer.raise_for_status()
    yield "POST /api/decisions, on the disk", spread(seconds)
    undo = {"do": "undo", "undoes": list(range(1, DECISIONS + 1))}
    client.post("/api/decisions", json=undo, headers={"If-Match": f'"{DECISIONS}"'})
    wait_until_idle(client)


def measure_browser(address: str) -> Iterator[tuple[str, str]]:
    """How long a person waits for the montage, and for a decision to be shown."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        yield "montage in Chromium", "not measured: playwright is not installed"
        return
    with sync_playwright() as started:
        arguments = ["--no-sandbox", "--disable-background-networking"]
        browser = started.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto(address)
        usable, shown = [], []
        for _ in range(REPEATS):
            start = time.perf_counter()
            page.goto(address.partition("?")[0] + "montage")
            page.wait_for_function(ALL_IN_VIEW)
            usable.append(time.perf_counter() - start)
        page.evaluate(WATCH)
        cells = page.locator("button.title-cell")
        for place in range(REPEATS):
            cells.nth(2 + 5 * place).click()
            page.wait_for_timeout(700)  # the evidence on the pair has come
            page.evaluate("begun = ended = 0")
            page.keyboard.press("s")
            page.wait_for_function("() => window.ended > 0")
            shown.append(float(page.evaluate("ended - begun")) / 1000)
            page.wait_for_timeout(1500)  # the notice is gone
        browser.close()
    yield "montage usable in Chromium", spread(usable)
    yield "decision on the screen, from the key", spread(shown)


# The montage can be used when every crop in the window is drawn.
ALL_IN_VIEW = """() => {
  const crops = [...document.querySelectorAll('#screen img')].filter(image => {
    const box = image.getBoundingClientRect();
    return box.bottom > 0 && box.top < innerHeight && box.width > 0;
  });
  return crops.length > 8 && crops.every(image => image.complete && image.naturalWidth > 0);
}"""
# Note when the key of a decision is pressed, and when the decision is drawn as saved.
WATCH = """() => {
  window.begun = window.ended = 0;
  addEventListener('keydown', () => { if (!begun) begun = performance.now(); }, true);
  const notices = document.querySelector('#notices');
  new MutationObserver(() => {
    if (begun && !ended && /Saved/.test(notices.textContent)) {
      requestAnimationFrame(() => { ended = performance.now(); });
    }
  }).observe(notices, {childList: true, subtree: true, characterData: true});
}"""


def timed(work: object) -> str:
    """The time of something done several times."""
    seconds = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        work()  # type: ignore[operator]
        seconds.append(time.perf_counter() - start)
    return spread(seconds)


def spread(seconds: list[float]) -> str:
    """Median, smallest and largest, in milliseconds."""
    middle, low, high = (
        1000 * value for value in (statistics.median(seconds), min(seconds), max(seconds))
    )
    return f"{middle:.0f} ms (from {low:.0f} to {high:.0f}, {len(seconds)} times)"


def peak_memory(process: int) -> int:
    """The largest resident set of a process so far, in megabytes."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) // 1024


if __name__ == "__main__":
    main()
