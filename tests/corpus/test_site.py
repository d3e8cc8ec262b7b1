"""The site across books, in a real browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.corpus.book_summary import summarise_book
from formework.corpus.catalogue import CatalogueBook
from formework.corpus.journal import Attempt, Status
from formework.corpus.site import open_site, safe_json
from tests.corpus.test_book_summary import book
from tests.report.browser import act, chromium, needs_browser

if TYPE_CHECKING:
    from pathlib import Path

HOSTILE = '</script><script>document.title="hacked"</script><img src=x onerror=alert(1)>'


def make_site(out: Path, books: int = 4) -> Path:
    """A site of some books: three shapes, one failed, with hostile text."""
    shapes = ("A(o)=I A(i)=II B(o)=I B(i)=II", "A(o)=I A(i)=I", "A(o)=I A(i)=II B(o)=III B(i)=II.2")
    with open_site(out) as site:
        for number in range(books):
            described = {
                "title": f"Book {number} {HOSTILE}",
                "printer": f"Printer {number % 2} & Sons",
                "date": f"c. 16{90 - number % 90:02}",
            }
            entry = CatalogueBook(f"b{number}", "x", "quarto", "A-B^4", described, number + 2)
            if number % 4 == 3:
                failed = Attempt(entry.id, Status.FAILED, f"why {HOSTILE}", 2, 1.0, 1.0, 1)
                site.add(entry, failed, None, 0)
            else:
                done = Attempt(entry.id, Status.DONE, "", 0, 1.0, 1.0, 1)
                site.add(entry, done, summarise_book(book(shapes[number % 4])), number % 2)
    return out / "index.html"


@needs_browser
def test_untrusted_text_stays_text(tmp_path: Path) -> None:
    """Markup in the catalogue or in a cause is shown, not obeyed."""
    shown = chromium(make_site(tmp_path), "--dump-dom")
    assert "<title>Books and their skeletons</title>" in shown
    assert "&lt;/script&gt;&lt;script&gt;" in shown
    assert "<img" not in shown
    assert "why" in shown


@needs_browser
def test_books_are_filtered_and_sorted(tmp_path: Path) -> None:
    """Printer, date, skeletons and status choose books; any of them sorts."""
    script = """
      const ids = () => [...document.querySelectorAll("article p:first-of-type")]
        .map((p) => p.textContent.split(" · ").pop()).join("");
      const set = (id, value) => { document.getElementById(id).value = value; update(); };
      const seen = [ids()];
      set("sort", "date"); seen.push(ids());
      set("sort", "skeletons"); document.getElementById("descending").checked = true; update();
      seen.push(ids());
      document.getElementById("descending").checked = false; set("sort", "place");
      set("printer", "Printer 1 & Sons"); seen.push(ids()); set("printer", "");
      set("least", "2"); seen.push(ids()); set("least", "");
      set("to", "1689"); seen.push(ids()); set("to", "");
      set("status", "failed"); seen.push(ids()); set("status", "found"); seen.push(ids());
      set("status", ""); set("search", "book 2"); seen.push(ids());
      return seen.join(" ");
    """
    assert act(make_site(tmp_path), script, tmp_path) == (
        "b0b1b2b3 b3b2b1b0 b2b0b1b3 b1b3 b0b2 b1b2b3 b3 b1 b2"
    )


@needs_browser
def test_stairs_show_each_sheet_side(tmp_path: Path) -> None:
    """One dot per sheet side at the height of its skeleton; later states are hollow."""
    script = """
      const dots = [...document.querySelectorAll("article:nth-of-type(3) circle")];
      const heights = [...new Set(dots.map((d) => d.getAttribute("cy")))];
      return dots.map((d) => heights.indexOf(d.getAttribute("cy")) +
        (d.getAttribute("class") || "") + d.textContent).join(" ");
    """
    assert act(make_site(tmp_path), script, tmp_path) == "0A(o) 1A(i) 2B(o) 1laterB(i)"


@needs_browser
def test_many_books_are_drawn_as_needed(tmp_path: Path) -> None:
    """A site of 3000 books draws a part at first, and says how many follow."""
    page = make_site(tmp_path, 3000)
    script = """
      const drawn = document.querySelectorAll("article").length;
      return `${drawn < 3000} ${document.getElementById("more").textContent}`;
    """
    assert act(page, script, tmp_path).startswith("true ")
    assert "more below" in act(page, script, tmp_path)


def test_json_cannot_end_its_element() -> None:
    """No text can contain the end of the script element around it."""
    assert safe_json({"a": "</script><!--&"}) == ('{"a":"\\u003c/script\\u003e\\u003c!--\\u0026"}')
