"""The commands, run as a person runs them: output, exit codes, two lines for every failure."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


def formework(
    *arguments: str, stdin: bytes = b"", cwd: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in a separate process."""
    return subprocess.run(
        [sys.executable, "-m", "formework", *arguments],
        input=stdin,
        capture_output=True,
        cwd=cwd,
        check=False,
    )


def scans(folder: Path, count: int) -> Path:
    """A folder with a number of image files."""
    folder.mkdir()
    for number in range(1, count + 1):
        (folder / f"p{number}.jpg").write_bytes(b"image %d" % number)
    return folder


def failed(run: subprocess.CompletedProcess[bytes]) -> tuple[int, list[str]]:
    """Exit code and the lines of a failure, which must be an error and a hint."""
    lines = run.stderr.decode().splitlines()
    assert [line.split(": ")[0] for line in lines] == ["error", "hint"]
    assert not run.stdout
    return run.returncode, lines


def test_a_full_disk_is_not_a_bug(tmp_path: Path) -> None:
    """A write that fails names the file and what to do, not an exception."""
    code = (
        "import resource, sys; from formework.cli import main;"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (64, 64));"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN); main(sys.argv[1:])"
    )
    images = scans(tmp_path / "scans", 8)
    run = subprocess.run(
        [sys.executable, "-c", code, "init", str(images), str(tmp_path / "book"), "--format",
         "quarto", "--collation", "A^4"],
        capture_output=True, check=False,
        # Measuring coverage writes further files.
        env={name: value for name, value in os.environ.items() if not name.startswith("COV")},
    )  # fmt: skip
    code_, (error, hint) = failed(run)
    assert code_ == 1
    assert "cannot be written: File too large" in error
    assert "free some space" in hint


def test_collate_in_words() -> None:
    """A formula is answered with its counts and sheet sides."""
    run = formework("collate", "4°: A-B^4 C^2")
    assert run.returncode == 0
    lines = run.stdout.decode().splitlines()
    assert lines[0] == "4°: A-B^4 C^2"
    assert lines[1] == "10 leaves, 20 pages, 3 gatherings, 5 sheet sides"
    assert "B(i)  B4r B3v B2r B1v" in lines


def test_collate_without_format_lists_gatherings() -> None:
    """Without a format, gatherings are listed instead of sheet sides."""
    output = formework("collate", "A-B^4 (B4 blank); 9 leaves").stdout.decode()
    assert "B    4 leaves" in output
    assert "note: B4 blank" in output
    assert "warning: the formula declares 9 leaves, its gatherings have 8" in output


def test_collate_in_json() -> None:
    """The record has the keys the contract names, pages in slot order."""
    record = json.loads(formework("collate", "A^4(-A4)", "--format", "4to", "--json").stdout)
    assert record["formula"] == "A^4(-A4)"
    assert record["leaves"] == 3
    assert record["gatherings"] == [{"signature": "A", "leaves": 3, "missing": [4]}]
    assert record["sheet_sides"] == [
        {"name": "A(o)", "pages": ["A1r", "A2v", "A3r"], "slots": [1, 2, 3]},
        {"name": "A(i)", "pages": ["A3v", "A2r", "A1v"], "slots": [2, 3, 4]},
    ]
    assert record["warnings"] == []


def test_collate_answers_every_line() -> None:
    """Many formulas are answered one object a line, errors and broken bytes among them."""
    run = formework("collate", "-", stdin=b"4\xc2\xb0: A-F^4\r\n\nA-\n\xfc4 B8\n")
    assert run.returncode == 0
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert [answer.get("leaves") for answer in answers] == [24, None, None, 12]
    assert len(answers[0]["sheet_sides"]) == 12
    assert answers[2]["error"].startswith("collation formula, character 3: expected")
    assert answers[3]["warnings"]


def test_collate_in_a_format_without_table() -> None:
    """Where the program has no table it says so and gives what it knows."""
    record = json.loads(formework("collate", "24°: A^12", "--json").stdout)
    assert record["leaves"] == 12
    assert "sheet_sides" not in record
    assert "no imposition table" in record["warnings"][0]


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (("collate", "A-"), "expected the last signature"),
        (("collate", "A4", "--format", "huge"), "format 'huge' is unknown"),
        (("collate",), "Missing argument 'FORMULA'"),
        (("colate", "A4"), "No such command 'colate'"),
        (("init", "nowhere"), "nowhere is not a folder"),
    ],
)
def test_wrong_input_ends_with_two_lines(arguments: tuple[str, ...], error: str) -> None:
    """Wrong input is exit 2, an error and a hint, never a traceback."""
    code, lines = failed(formework(*arguments))
    assert code == 2
    assert error in lines[0]


def test_init_makes_a_book(tmp_path: Path) -> None:
    """A folder of scans becomes a book folder that says which image is which page."""
    source = scans(tmp_path / "in", 16)
    run = formework(
        "init", str(source), str(tmp_path / "lear"), "--format", "quarto", "--collation", "A-B^4"
    )
    assert run.returncode == 0
    output = run.stdout.decode()
    assert output.splitlines() == [
        f"{tmp_path / 'lear'}: 16 images; 16 pages, quarto, A-B^4",
        "p1.jpg is A1r, p16.jpg is B4v",
    ]
    book = tmp_path / "lear"
    assert (book / "pages" / "p7.jpg").read_bytes() == b"image 7"
    assert (book / "pages.csv").read_text().splitlines()[9] == "p9.jpg,B1r,"
    assert 'collation = "A-B^4"' in (book / "book.toml").read_text()
    assert sorted(path.name for path in source.iterdir()) == sorted(
        f"p{number}.jpg" for number in range(1, 17)
    )


def test_init_next_to_the_pages(tmp_path: Path) -> None:
    """Scans that are already in the book folder stay where they are."""
    (tmp_path / "lear").mkdir()
    scans(tmp_path / "lear" / "pages", 2)
    run = formework("init", "lear/pages", "lear", cwd=tmp_path)
    assert run.returncode == 0
    assert sorted(path.name for path in (tmp_path / "lear").iterdir()) == [
        "book.toml",
        "pages",
        "pages.csv",
    ]


def test_init_without_a_book_makes_another_folder(tmp_path: Path) -> None:
    """The book is named after the scans, and nothing is written into their folder."""
    source = scans(tmp_path / "in", 2)
    assert formework("init", "in", cwd=tmp_path).returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in", "in-book"]
    assert sorted(path.name for path in source.iterdir()) == ["p1.jpg", "p2.jpg"]
    assert (tmp_path / "in-book" / "pages" / "p1.jpg").read_bytes() == b"image 1"
    code, lines = failed(formework("init", ".", cwd=source))
    assert code == 2
    assert "inside the folder of scans" in lines[0]


def test_init_leaves_covers_out(tmp_path: Path) -> None:
    """Skipped images have an empty signature, missing pages no image; the rest fits."""
    source = scans(tmp_path / "in", 10)
    gap = ("--missing", "A4r", "--missing", "a4v")
    options = ("--collation", "A^4", "--skip-first", "3", "--skip-last", "1", *gap)
    run = formework("init", str(source), str(tmp_path / "book"), *options)
    lines = run.stdout.decode().splitlines()
    assert "p4.jpg is A1r, p9.jpg is A3v" in lines
    assert lines[-1] == "mismatch: A4r to A4v (2): declared missing, no image"
    rows = (tmp_path / "book" / "pages.csv").read_text().splitlines()
    assert (rows[3], rows[4], rows[10]) == ("p3.jpg,,", "p4.jpg,A1r,", "p10.jpg,,")


def test_init_warns_on_standard_error(tmp_path: Path) -> None:
    """A faulty formula and files that are not copied are warnings, also in JSON."""
    source = scans(tmp_path / "in", 8)
    (source / "p9.bmp").touch()
    run = formework("init", str(source), str(tmp_path / "b"), "--collation", "A^4(", "--json")
    lines = run.stderr.decode().splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["warning", "warning"]
    assert "this bracket is never closed" in lines[0]
    assert "p9.bmp" in lines[1]
    assert json.loads(run.stdout)["warnings"] == [line.partition(": ")[2] for line in lines]


@pytest.mark.parametrize(
    ("count", "more", "mismatch"),
    [
        (6, (), "A4r to A4v (2): too few images, 6 for 8 pages"),
        (10, (), "p9.jpg to p10.jpg (2): too many images, 10 for 8 pages"),
        (6, ("--first", "A2r"), "A1r to A1v (2): before the first page, no image"),
    ],
)
def test_init_lists_mismatches(
    tmp_path: Path, count: int, more: tuple[str, ...], mismatch: str
) -> None:
    """Every mismatch between images and formula is listed, and the book is made."""
    source = scans(tmp_path / "in", count)
    book = str(tmp_path / "book")
    run = formework("init", str(source), book, "--collation", "A^4", *more, "--json")
    answer = json.loads(run.stdout)
    assert any(line.startswith(mismatch) for line in answer["mismatches"])
    assert len(answer["pages"]) == count


def test_init_overwrites_nothing(tmp_path: Path) -> None:
    """A book that is there already is left as it is."""
    source = scans(tmp_path / "in", 1)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "book.toml").write_text("mine")
    code, lines = failed(formework("init", str(source), str(tmp_path / "book")))
    assert code == 2
    assert "is not overwritten" in lines[0]
    assert (tmp_path / "book" / "book.toml").read_text() == "mine"


def test_init_checks_the_formula_first(tmp_path: Path) -> None:
    """Nothing is made where the formula cannot be read."""
    source = scans(tmp_path / "in", 1)
    code, _ = failed(formework("init", str(source), str(tmp_path / "book"), "--collation", "A-"))
    assert code == 2
    assert not (tmp_path / "book").exists()


def test_a_reader_that_goes_away_is_no_failure_to_explain() -> None:
    """Output cut off by a closed pipe leaves no traceback."""
    command = f"yes 'A-Z^8' | head -2000 | {sys.executable} -m formework collate - | head -1"
    run = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert b"Traceback" not in run.stderr
