"""Decisions, records and pictures over HTTP."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.workbench.desks import client, if_match, quarto

if TYPE_CHECKING:
    from pathlib import Path

    from tests.workbench.desks import Visitor

SAME = {"do": "same", "titles": ["A1r", "B1r"], "why": "broken P"}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A quarto of 16 pages."""
    return quarto(tmp_path / "lear")


@pytest.fixture
def browser(root: Path) -> Visitor:
    """A client on that quarto."""
    return client(root)


def test_a_decision_is_kept_and_numbered(root: Path, browser: Visitor) -> None:
    """201, its number, the ETag, and a line of the file that a person can read."""
    answer = browser.post("/api/decisions", json=SAME, headers=if_match(0))
    assert (answer.status_code, answer.headers["etag"]) == (201, '"1"')
    assert answer.json()["n"] == answer.json()["last"] == 1
    line = json.loads((root / "decisions.jsonl").read_text())
    assert (line["n"], line["do"], line["titles"]) == (1, "same", ["A1r", "B1r"])
    book = browser.get("/api/book")
    assert book.headers["etag"] == '"1"'
    assert book.json()["decisions"][0]["words"] == "A1r and B1r: same title"
    since = browser.get("/api/decisions", params={"after": 0}).json()
    assert [decision["n"] for decision in since["decisions"]] == [1]
    assert browser.get("/api/decisions", params={"after": 1}).json()["decisions"] == []


def test_a_stale_tab_is_told_what_changed(root: Path, browser: Visitor) -> None:
    """412 with the decisions since; 428 without a number; nothing is written."""
    browser.post("/api/decisions", json=SAME, headers=if_match(0))
    other = {"do": "no-title", "signature": "A1r"}
    stale = browser.post("/api/decisions", json=other, headers=if_match(0))
    assert (stale.status_code, stale.headers["etag"]) == (412, '"1"')
    assert [decision["do"] for decision in stale.json()["decisions"]] == ["same"]
    assert browser.post("/api/decisions", json=other).status_code == 428
    future = browser.post("/api/decisions", json=other, headers=if_match(7))
    assert future.status_code == 412
    garbage = browser.post("/api/decisions", json=other, headers={"If-Match": "*"})
    assert garbage.status_code == 412
    assert (root / "decisions.jsonl").read_text().count("\n") == 1


def test_a_contradiction_names_the_earlier_decision(browser: Visitor) -> None:
    """Same and different between the same two titles: 409, with the number of the first."""
    browser.post("/api/decisions", json=SAME, headers=if_match(0))
    different = {"do": "different", "titles": ["B1r", "A1r"]}
    answer = browser.post("/api/decisions", json=different, headers=if_match(1))
    assert answer.status_code == 409
    assert answer.json()["contradicts"] == [1]
    assert "line 1: A1r and B1r: same title" in answer.json()["error"]
    undone = browser.post("/api/decisions", json={"do": "undo", "undoes": 1}, headers=if_match(1))
    assert undone.status_code == 201
    again = browser.post("/api/decisions", json=different, headers=if_match(2))
    assert again.status_code == 201


@pytest.mark.parametrize(
    ("record", "field"),
    [
        ({"do": "same", "titles": ["A1r", "Z1r"]}, "titles"),
        ({"do": "same", "titles": ["A1r", "A2v"]}, "titles"),  # both on A(o)
        ({"do": "same-skeleton", "sides": ["A(o)", "Z(o)"]}, "sides"),
        ({"do": "box", "signature": "Z1r", "box": [1, 2, 3, 4]}, "signature"),
        ({"do": "signature", "image": "../x.png", "signature": "A1r"}, "image"),
        ({"do": "signature", "image": "01.png", "signature": "B1r"}, "signature"),
        ({"do": "signature", "image": "01.png", "signature": "Q9r"}, "signature"),
        ({"do": "box", "signature": "A1r", "box": [60, 8, 200, 14]}, "box"),
        ({"do": "nothing"}, "do"),
        ({}, "do"),
    ],
)
def test_what_the_book_does_not_have_is_refused(
    root: Path, browser: Visitor, record: dict[str, object], field: str
) -> None:
    """422 with the field at fault, and nothing is written."""
    answer = browser.post("/api/decisions", json=record, headers=if_match(0))
    assert (answer.status_code, answer.json().get("field")) == (422, field)
    assert not (root / "decisions.jsonl").exists()


def test_what_is_no_decision_at_all_is_refused(browser: Visitor) -> None:
    """Broken JSON, a list, and a body larger than any decision."""
    head = {"Content-Type": "application/json", **if_match(0)}
    assert browser.post("/api/decisions", content="{", headers=head).status_code == 400
    assert browser.post("/api/decisions", content="[]", headers=head).status_code == 400
    large = json.dumps({"do": "account", "text": "x" * 300_000})
    assert browser.post("/api/decisions", content=large, headers=head).status_code == 413


def test_pages_show_what_was_decided_at_once(browser: Visitor) -> None:
    """Box, text, no title and signature, before anything is run again; and after undo."""
    made = [
        {"do": "box", "signature": "A1r", "box": [30, 9, 40, 12], "text": "LEAR"},
        {"do": "no-title", "signature": "A1v"},
        {"do": "signature", "image": "16.png", "signature": ""},
    ]
    for number, record in enumerate(made):
        assert browser.post("/api/decisions", json=record, headers=if_match(number)).is_success
    pages = browser.get("/api/book").json()["pages"]
    assert (pages[0]["box"], pages[0]["text"]) == ([30, 9, 40, 12], "LEAR")
    assert pages[0]["origin"] == "corrected"
    assert pages[1]["box"] is None
    assert pages[15]["signature"] == ""
    undo = {"do": "undo", "undoes": [1, 2]}
    assert browser.post("/api/decisions", json=undo, headers=if_match(3)).is_success
    pages = browser.get("/api/book").json()["pages"]
    assert (pages[0]["box"], pages[0]["text"]) == ([20, 8, 50, 14], "KING LEAR")


def test_verdicts_and_the_account_are_decisions(browser: Visitor) -> None:
    """The scholar's account replaces the program's, and an empty one brings it back."""
    own = {"do": "account", "text": "Two presses."}
    browser.post("/api/decisions", json=own, headers=if_match(0))
    account = browser.get("/findings.json").json()["account"]
    assert (account["text"], account["edited"], account["n"]) == ("Two presses.", True, 1)
    browser.post("/api/decisions", json={"do": "account", "text": ""}, headers=if_match(1))
    assert not browser.get("/findings.json").json()["account"]["edited"]


@pytest.mark.parametrize(
    "screen",
    [
        "/setup", "/pages", "/pages/A1r", "/montage", "/pair", "/pair/A1r/B1r", "/sheets",
        "/sheets/B", "/staircase", "/findings", "/decisions",
    ],
)  # fmt: skip
def test_every_screen_has_a_twin(browser: Visitor, screen: str) -> None:
    """The page and, with .json added, what it shows; the page names its twin."""
    page = browser.get(screen)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert f'href="{screen}.json"' in page.text
    twin = browser.get(f"{screen}.json")
    assert (twin.status_code, twin.headers["content-type"]) == (200, "application/json")
    assert isinstance(twin.json(), dict)


def test_the_sheet_shows_its_pages_in_place(browser: Visitor) -> None:
    """The outer forme of a quarto as it is printed: 5 and 4 upside down above 8 and 1."""
    sheets = browser.get("/sheets/B.json").json()
    outer = sheets["gatherings"][0]["sheets"][0]["sides"][0]
    rows = [[cell["signature"] for cell in outer["cells"] if cell["row"] == row] for row in (0, 1)]
    assert rows == [["B3r", "B2v"], ["B4v", "B1r"]]
    assert [cell["upside_down"] for cell in outer["cells"]] == [True, True, False, False]


def test_pictures_by_signature_and_by_row(browser: Visitor) -> None:
    """The scan, reduced or not, and the title cut out, of the same page by both names."""
    for name in ("A1v", "2"):
        scan = Image.open(io.BytesIO(browser.get(f"/image/{name}").content))
        assert scan.size == (90, 120)
        small = Image.open(io.BytesIO(browser.get(f"/image/{name}?width=64").content))
        assert (small.width, small.format) == (64, "JPEG")
        crop = Image.open(io.BytesIO(browser.get(f"/crop/{name}").content))
        assert crop.size == (50, 14)
        other = Image.open(io.BytesIO(browser.get(f"/crop/{name}?box=1,2,30,40").content))
        assert other.size == (30, 40)
    assert browser.get("/crop/A1v?box=1,2,3").status_code == 400
    assert browser.get("/crop/A1v?box=80,2,300,40").status_code == 409
    assert browser.get("/image/A1v?width=9").status_code == 400
    assert browser.get("/strip/A1v").status_code == 404


def test_formats_that_browsers_do_not_show_are_derived(tmp_path: Path) -> None:
    """A TIFF and a JPEG 2000 come as JPEG, of the same size, made once."""
    for ending in ("tif", "jp2"):
        root = quarto(tmp_path / ending, ending=ending)
        browser = client(root)
        answer = browser.get("/image/A1r")
        assert answer.headers["content-type"] == "image/jpeg"
        assert Image.open(io.BytesIO(answer.content)).size == (90, 120)
        kept = list((root / ".formework" / "derived").iterdir())
        browser.get("/image/A1r")
        assert list((root / ".formework" / "derived").iterdir()) == kept


def test_a_broken_decisions_file_is_named(root: Path, browser: Visitor) -> None:
    """A line written wrong by hand is an answer with file and line, not a crash."""
    (root / "decisions.jsonl").write_text('{"do": "fly"}\n{"do": "fly"}\n')
    answer = browser.get("/api/book")
    assert answer.status_code == 409
    assert "decisions.jsonl, line 1" in answer.json()["error"]


def test_a_line_added_by_hand_is_seen(root: Path, browser: Visitor) -> None:
    """The file is read again when someone else changed it."""
    browser.post("/api/decisions", json=SAME, headers=if_match(0))
    with (root / "decisions.jsonl").open("a") as file:
        file.write('{"do": "no-title", "signature": "A1r"}\n')
    answer = browser.post("/api/decisions", json={"do": "undo", "undoes": 1}, headers=if_match(1))
    assert answer.status_code == 412
    assert answer.json()["last"] == 2
