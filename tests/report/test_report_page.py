"""The report in a browser: it opens from disk, its links lead to the evidence, it prints."""

from __future__ import annotations

import html
import json
import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import unquote

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from formework.book.folder import open_book
from formework.pipeline import Update
from formework.report.report_files import write_report
from formework.report.report_page import render_page
from formework.simulate.planted_events import plant
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from formework.stages import StageName
from tests.report.browser import act, chromium, needs_browser
from tests.report.contents import EVIL as EVIL_TEXT
from tests.report.contents import make_contents

if TYPE_CHECKING:
    from pathlib import Path

EVIL = "</title><script>document.title='taken'</script><img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated book with planted events, run to its report; its words are those of an enemy."""
    root = tmp_path_factory.mktemp("report") / "book"
    planted = plant(11, joints=1)
    book = simulate_book(planted.shape, seed=11, plans=planted.plans)
    for _ in write_book(book, root, name="Lear", cut=True):
        pass
    list(Update(open_book(root), StageName.REPORT).run())
    toml = (root / "book.toml").read_text("utf-8")
    evil = json.dumps(EVIL)
    (root / "book.toml").write_text(
        re.sub(r"(?m)^title = .*$", lambda _: f"title = {evil}\nauthor = {evil}", toml), "utf-8"
    )
    titles = (root / "titles.csv").read_text("utf-8").splitlines()
    quoted = EVIL.replace('"', '""')
    first = titles[1].split(",")
    titles[1] = ",".join([*first[:6], f'"{quoted}"', *first[-2:]])
    (root / "titles.csv").write_text("\n".join(titles) + "\n", "utf-8")
    write_report(open_book(root), truth=root / "truth.csv")
    return root


class Tags(HTMLParser):
    """The tags of a page, and its ids and inner links."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note a tag."""
        self.seen.append((tag, dict(attrs)))


def tags(folder: Path) -> list[tuple[str, dict[str, str | None]]]:
    """The tags of the report."""
    parser = Tags()
    parser.feed((folder / "report.html").read_text("utf-8"))
    return parser.seen


@pytest.mark.slow
def test_text_never_becomes_markup(folder: Path) -> None:
    """Titles, names and words read from a scan are shown as text, and do nothing."""
    page = (folder / "report.html").read_text("utf-8")
    assert EVIL not in page
    assert "&lt;script&gt;document.title" in page
    seen = tags(folder)
    assert [tag for tag, _ in seen].count("script") == 1
    assert not [a for _, a in seen if any(name.startswith("on") for name in a)]


@pytest.mark.slow
def test_self_contained(folder: Path) -> None:
    """Nothing is fetched: every picture is in the page, and a policy forbids all else."""
    for tag, attributes in tags(folder):
        for name in ("src", "href", "xlink:href"):
            value = attributes.get(name)
            assert value is None or value.startswith(("#", "data:image/")), (tag, value)
    assert "default-src 'none'" in (folder / "report.html").read_text("utf-8")


@pytest.mark.slow
def test_every_link_leads_somewhere(folder: Path) -> None:
    """Each inner link names an id that is there, once."""
    seen = tags(folder)
    ids = [attributes["id"] for _, attributes in seen if attributes.get("id")]
    own = [name for name in ids if name and name.startswith(("side-", "pair-", "finding-"))]
    assert len(own) == len(set(own))
    links = {a.get("href") or a.get("xlink:href") or "" for tag, a in seen if tag == "a"}
    assert links
    assert {unquote(link[1:]) for link in links if link} <= set(ids)


@pytest.mark.slow
def test_for_those_who_do_not_see_it(folder: Path) -> None:
    """Pictures have words, tables have headers, the page has a language and landmarks."""
    seen = tags(folder)
    names = [tag for tag, _ in seen]
    assert all(attributes.get("alt") for tag, attributes in seen if tag == "img")
    assert all(a.get("scope") for tag, a in seen if tag == "th")
    assert dict(seen)["html"]["lang"] == "en"
    assert {"main", "nav", "header", "footer", "h1"} <= set(names)


@pytest.mark.slow
@needs_browser
def test_a_finding_leads_to_its_crops(folder: Path, tmp_path: Path) -> None:
    """A reader who follows a finding sees the strips of its sheet side on the screen."""
    script = """
      const link = document.querySelector('.finding a[href^="#side-"]');
      link.click();
      await new Promise(done => setTimeout(done, 600));
      const strip = document.querySelector(':target');
      const place = strip.getBoundingClientRect(), image = strip.querySelector('img');
      return JSON.stringify({side: link.textContent, id: strip.id, width: image.naturalWidth,
        seen: place.top >= 0 && place.bottom <= innerHeight});"""
    place = json.loads(act(folder / "report.html", script, tmp_path).replace("&quot;", '"'))
    assert place["id"] == f"side-{place['side']}"
    assert place["width"] > 50
    assert place["seen"]


@pytest.mark.slow
@needs_browser
def test_a_cell_leads_to_its_pair(folder: Path, tmp_path: Path) -> None:
    """A reader who follows a cell of the table of recurrence has the pair opened before them."""
    script = """
      const cells = document.querySelectorAll('#recurrence ~ .scroll td.title a');
      cells[cells.length - 1].click();
      await new Promise(done => setTimeout(done, 600));
      const pair = document.querySelector(':target');
      const place = pair.getBoundingClientRect();
      return JSON.stringify({pair: pair.id, cell: cells[cells.length - 1].title,
        seen: place.height > 20 && place.top < innerHeight});"""
    place = json.loads(act(folder / "report.html", script, tmp_path).replace("&quot;", '"'))
    assert place["pair"] == f"pair-{place['cell']}"
    assert place["seen"]


@pytest.mark.slow
@needs_browser
def test_the_policy_lets_its_own_script_run(folder: Path) -> None:
    """Opened as it is, the page's own script runs and nobody else's: its title is untouched."""
    dom = chromium(folder / "report.html", "--dump-dom")
    assert "<title>taken</title>" not in dom
    assert "Findings</h2>" in dom


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("width", [1280, 390])
def test_nothing_sticks_out(folder: Path, tmp_path: Path, width: int) -> None:
    """On a screen and on a telephone the page is not wider than the window."""
    script = f"""
      document.body.style.width = '{width}px';
      await new Promise(done => setTimeout(done, 300));
      const inside = [...document.querySelectorAll('body > *, main > section, .finding, .strip')];
      return String(Math.max(...inside.map(part => part.getBoundingClientRect().right)));"""
    assert float(act(folder / "report.html", script, tmp_path)) <= width + 1


@pytest.mark.slow
@needs_browser
def test_prints_on_a4(folder: Path, tmp_path: Path) -> None:
    """Printed, the report is A4 with text on every page."""
    target = tmp_path / "report.pdf"
    chromium(folder / "report.html", "--no-pdf-header-footer", f"--print-to-pdf={target}")
    document = pypdfium2.PdfDocument(target)
    assert 2 <= len(document) <= 40
    for page in document:
        assert page.get_size() == pytest.approx((595, 842), abs=2)
        assert len(page.get_textpage().get_text_bounded()) > 20


@pytest.mark.slow
def test_pictures(folder: Path) -> None:
    """The staircase and the montage are separate files with the expected contents."""
    assert b"alternation" in (folder / "staircase.svg").read_bytes()
    assert (folder / "staircase.pdf").read_bytes().startswith(b"%PDF")
    montage = Image.open(folder / "montage.png")
    assert montage.width > 1000
    assert np.asarray(montage.convert("L")).min() < 80


def rendered() -> str:
    """The page of a small report made by hand."""
    return render_page(make_contents(), b'<?xml?><svg width="504pt"></svg>', b"png")


def section(page: str, name: str) -> str:
    """One section of the page."""
    found = re.search(rf'<section[^>]*aria-labelledby="{name}".*?</section>', page, re.DOTALL)
    assert found, name
    return found[0]


def test_the_source_of_the_scans_is_shown_escaped() -> None:
    """Manifest, label and attribution are text in "How the book was read"."""
    page = rendered()
    assert EVIL_TEXT not in page
    reading = section(page, "reading")
    for name in ("IIIF manifest", "IIIF label", "IIIF attribution"):
        value = re.search(rf"<dt>{name}</dt><dd>(.*?)</dd>", reading)
        assert value
        assert html.unescape(value[1]).endswith(EVIL_TEXT)


def test_corrections_are_listed() -> None:
    """A corrected title has a row with page, box and text."""
    table = section(rendered(), "reading").split('id="corrections"')[1]
    assert '<th scope="row">A1r</th><td>11, 22, 333 × 44</td>' in table
    assert html.escape(EVIL_TEXT, quote=False).split("(")[0] in table


def test_warnings_come_first() -> None:
    """The warnings of the result are shown before everything else."""
    page = rendered()
    assert EVIL_TEXT in html.unescape(section(page, "warnings"))
    assert page.index('id="warnings"') < page.index('id="staircase"')


def test_the_kernel_s_own_evidence_is_shown() -> None:
    """A report of a distance kernel has distances and no probabilities."""
    pairs = section(rendered(), "pairs")
    assert "Distance 0.25 (kernel lev; 0 = same)." in pairs
    assert "prior 50:50" not in rendered()


def test_the_account_comes_first_and_titles_have_a_view() -> None:
    """The account comes before the staircase, escaped; each title lists its pages."""
    page = rendered()
    assert page.index('id="account"') < page.index('id="staircase"')
    assert "evidence, not proof" in page
    assert EVIL_TEXT not in page
    assert f"<p>{html.escape(EVIL_TEXT, quote=True)}".replace("&#x27;", "&#39;") in page
    assert "<td>I</td><td>1</td><td>A</td><td>B</td>" in page
    assert "<summary>I: A1r B4r</summary>" in page
    assert page.count('data-page="B4r"') == page.count('data-strip="B4r"') == 1
