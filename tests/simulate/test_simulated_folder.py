"""Simulated books on disk."""

from __future__ import annotations

import csv
import json
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

from formework import open_book
from formework.cli import main
from formework.errors import InputError
from formework.simulate import simulate_book
from formework.simulate.named_books import order_book
from formework.simulate.scan import View
from formework.simulate.shapes import INSTITUTION
from formework.simulate.simulated_folder import TRUTH, count_images, write_book

if TYPE_CHECKING:
    from pathlib import Path


def read_truth(root: Path) -> list[dict[str, str]]:
    """The rows of truth.csv."""
    with (root / "truth.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("view", View)
def test_a_cut_book_opens_like_any_other(tmp_path: Path, view: View) -> None:
    """The folder has every title cut out, its pages in order, and truth.csv."""
    book = simulate_book(INSTITUTION, seed=1, view=view)
    assert list(write_book(book, tmp_path / "b", name="Rules", cut=True)) == list(range(1, 80))
    assert count_images(book, cut=True) == 79
    opened = open_book(tmp_path / "b")
    pages = opened.read_pages()
    assert [page.signature for page in pages] == [
        page.signature for page in book.pages if page.signature != "B1r"
    ]
    assert opened.sheet_sides() == book.sides
    rows = read_truth(tmp_path / "b")
    assert list(rows[0]) == list(TRUTH)
    assert {row["signature"] for row in rows} == {page.signature for page in pages}
    image = Image.open(opened.image_path(rows[0]["image"]))
    np.testing.assert_array_equal(
        np.asarray(image.convert("L")), book.cut_out(rows[0]["signature"])
    )
    assert int(rows[0]["x"]) + int(rows[0]["width"]) <= image.width


def test_an_interrupted_book_is_resumed(tmp_path: Path) -> None:
    """Existing images are kept and missing ones written, identical to the first run."""
    book = simulate_book(INSTITUTION, seed=1)
    list(write_book(book, tmp_path / "b", name="Rules", cut=True))
    kept, lost = (tmp_path / "b" / "pages" / f"{n:04}.png" for n in (2, 3))
    before, stamp = lost.read_bytes(), kept.stat().st_mtime_ns
    lost.unlink()
    list(write_book(book, tmp_path / "b", name="Rules", cut=True))
    assert lost.read_bytes() == before
    assert kept.stat().st_mtime_ns == stamp


def test_a_folder_with_other_content_is_rejected(tmp_path: Path) -> None:
    """Nothing is written into a folder with other files."""
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(InputError, match="already"):
        list(write_book(simulate_book(INSTITUTION), tmp_path, name="Rules", cut=True))
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.slow
def test_whole_pages_hold_their_boxes(tmp_path: Path) -> None:
    """On a written scan the box of the title is darker than the margin above it."""
    book = order_book(
        "king-lear", difficulty="normal", view="scan", universe="first-test", turned=0.3, seed=6
    )
    list(write_book(book, tmp_path / "b", name="Mary", cut=False))
    assert len(list((tmp_path / "b" / "pages").iterdir())) == 48
    for row in read_truth(tmp_path / "b")[::7]:
        page = np.asarray(Image.open(tmp_path / "b" / "pages" / row["image"]))
        x, y, width, height = (int(row[key]) for key in ("x", "y", "width", "height"))
        title, above = page[y : y + height, x : x + width], page[y - height : y, x : x + width]
        assert np.percentile(title, 3) < np.percentile(above, 3) - 40


def test_the_command_prints_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`simulate --cut` writes the folder and a summary; `--shape` allows any name."""
    root = tmp_path / "book"
    with pytest.raises(SystemExit) as stopped:
        main(["simulate", "hamlet", str(root), "--cut"])
    assert stopped.value.code == 2
    assert "choose mayor" in capsys.readouterr().err
    assert not root.exists()
    main(["simulate", "hamlet", str(root), "--shape", "institution", "--cut", "--json"])
    assert json.loads(capsys.readouterr().out)["images"] == 79
    assert open_book(root).declared.title == "hamlet (simulated)"
