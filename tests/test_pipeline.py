"""A book folder from cut-out titles to skeletons, by the library and by the command."""

from __future__ import annotations

import json
import re
import shutil
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PIL import Image

import formework
from formework.book.folder import open_book
from formework.book.plain_files import read_table
from formework.errors import InputError
from formework.simulate.shapes import SHAPES
from formework.simulate.simulated_book import simulate_book
from formework.simulate.simulated_folder import write_book
from tests.test_cli import failed
from tests.test_cli import formework as run_formework

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A simulated octavo of ten sheet sides and two skeletons, its titles cut out."""
    root = tmp_path_factory.mktemp("book") / "institution"
    book = simulate_book(SHAPES["institution"], seed=11)
    for _ in write_book(book, root, name="Institution", cut=True):
        pass
    return root


def truth(folder: Path) -> dict[str, str]:
    """The true skeleton of each page."""
    rows = read_table(folder / "truth.csv", ("signature", "skeleton"))
    return {row["signature"]: row["skeleton"] for row in rows}


@pytest.mark.slow
@pytest.mark.parametrize("kernel", ["lev", "vit"])
def test_library(folder: Path, kernel: str) -> None:
    """The two skeletons of an octavo are found, as in the paper, and score accordingly."""
    result = formework.cluster(open_book(folder), kernel=kernel, skeletons=2)
    scores = formework.evaluate(truth(folder), result.skeletons)
    assert scores.v_measure > 0.9
    assert result.distances.shape == (10, 10)
    assert set(result.confidence) == set(result.skeletons)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_files(folder: Path) -> None:
    """A result can be had again from its settings."""
    formework.cluster(open_book(folder), skeletons=3, seed=4)
    first = (folder / "skeletons.csv").read_bytes()
    formework.cluster(open_book(folder), skeletons=3, seed=5)
    formework.cluster(open_book(folder), skeletons=3, seed=4)
    assert (folder / "skeletons.csv").read_bytes() == first
    record = json.loads((folder / "result.json").read_text())
    assert record["settings"]["seed"] == 4
    assert record["formework"] == formework.__version__


@pytest.mark.slow
def test_command(folder: Path) -> None:
    """The command writes the files and prints the sides; the result is scored."""
    run = run_formework("cluster", str(folder), "--skeletons", "2", "--json")
    answer = json.loads(run.stdout)
    assert answer["skeletons"] == 2
    assert len(answer["units"]) == 10
    assert answer["warnings"] == []
    scored = run_formework("score", str(folder), str(folder / "truth.csv"))
    assert scored.returncode == 0
    assert b"V" in scored.stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "error"),
    [
        (("--skeletons", "0"), "0 is not in the range x>=1"),
        (("--skeletons", "11"), "11 skeletons for 10 sheet sides"),
        (("--kernel", "magic"), "there is no kernel 'magic'"),
        (("--unit", "leaves"), "there is no unit 'leaves'"),
        (("--kernel", "lev", "--count", "fingers"), "there is no estimator 'fingers'"),
        (("--turned",), "--turned does not apply to kernel spacing"),
        (("--count", "eigengap"), "--count does not apply to kernel spacing"),
    ],
)
def test_wrong_options_end_with_two_lines(folder: Path, more: tuple[str, ...], error: str) -> None:
    """What cannot be, or does not apply, is refused by name."""
    code, lines = failed(run_formework("cluster", str(folder), *more))
    assert code == 2
    assert error in lines[0]


@pytest.mark.slow
def test_other_units_and_numbers_unknown(folder: Path) -> None:
    """Rectos, turned chases and an unknown number run through."""
    rectos = formework.cluster(open_book(folder), unit="recto", skeletons=2)
    assert all(signature.endswith("r") for signature in rectos.skeletons)
    lev = ("--kernel", "lev", "--turned", "--count", "eigengap")
    run = run_formework("cluster", str(folder), *lev)
    assert run.returncode == 0
    assert re.search(r"\d+ skeletons? on 10 sheet sides\n$", run.stdout.decode())
    run = run_formework("cluster", str(folder))
    assert "nearly as well" in run.stdout.decode()


@pytest.mark.slow
def test_the_report_shows_the_kernel_that_ran(folder: Path) -> None:
    """After `cluster --kernel lev` findings are read again, and the report shows distances."""
    run_formework("run", str(folder))
    before = (folder / "findings.json").read_text()
    run_formework("cluster", str(folder), "--kernel", "lev", "--skeletons", "5")
    assert run_formework("report", str(folder)).returncode == 0
    page = (folder / "report.html").read_text("utf-8")
    assert "(kernel lev; 0 = same)" in page
    assert "prior 50:50" not in page
    assert (folder / "findings.json").read_text() != before
    assert json.loads((folder / "result.json").read_text())["settings"]["kernel"] == "lev"
    # A later `run`, which has no option for the kernel, uses the default.
    run_formework("run", str(folder))
    assert (folder / "findings.json").read_text() == before


@pytest.mark.slow
def test_a_number_declared_later_is_used(folder: Path, tmp_path: Path) -> None:
    """The number of book.toml counts for every command, unless a command gives another."""
    root = tmp_path / "declared"
    shutil.copytree(folder, root)
    run_formework("cluster", str(root))
    with (root / "book.toml").open("a") as toml:
        toml.write("skeletons = 3\n")
    run_formework("report", str(root))
    assert json.loads((root / "result.json").read_text())["number_given"] == 3
    run_formework("cluster", str(root), "--skeletons", "4")
    run_formework("report", str(root))
    assert json.loads((root / "result.json").read_text())["number_given"] == 4


@pytest.mark.slow
def test_files_of_version_0_1_are_refused_with_a_hint(folder: Path, tmp_path: Path) -> None:
    """An old table of skeletons is neither read wrongly nor overwritten."""
    root = tmp_path / "old"
    shutil.copytree(folder, root, ignore=shutil.ignore_patterns(".formework", "result.json"))
    (root / "skeletons.csv").write_text(
        "signature,sheet_side,slot,section,skeleton,title,confidence\nA1r,A(o),1,1,II.2,I,0.9\n"
    )
    code, lines = failed(run_formework("report", str(root)))
    assert code == 2
    assert "skeletons.csv was not made by this version" in lines[0]
    assert lines[1].startswith("hint: rename skeletons.csv")


def test_what_is_missing_is_asked_for_first(tmp_path: Path) -> None:
    """Without a collation nothing is located: the error comes before the work."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "1.png").write_bytes(b"")
    (tmp_path / "book.toml").write_text('format = "folio"\n')
    code, lines = failed(run_formework("run", str(tmp_path)))
    assert code == 2
    assert "declares no collation" in lines[0]
    assert not (tmp_path / ".formework").exists()


@pytest.mark.parametrize("kernel", ["spacing", "vit"])
def test_one_sheet_side_and_a_section_with_one_title(
    folder: Path, tmp_path: Path, kernel: str
) -> None:
    """The smallest book, and a text that occurs once, do not fail."""
    root = tmp_path / "small"
    (root / "pages").mkdir(parents=True)
    for number in range(1, 4):
        name = f"{number}.png"
        (root / "pages" / name).write_bytes(
            (folder / "pages" / f"{number + 1:04}.png").read_bytes()
        )
    (root / "book.toml").write_text(
        'format = "folio"\ncollation = "A^2"\nimages_are = "titles"\nmissing = ["A1r"]\n'
    )
    (root / "titles.csv").write_text(
        "image,signature,x,y,width,height,text,section,origin\n"
        "1.png,A1v,0,0,300,40,ONE,1,supplied\n"
        "2.png,A2r,0,0,300,40,ONE,1,supplied\n"
        "3.png,A2v,0,0,300,40,TWO,2,supplied\n"
    )
    result = formework.cluster(open_book(root), kernel=kernel)
    assert set(result.skeletons) == {"A1v", "A2r", "A2v"}
    assert result.skeletons["A2v"] != result.skeletons["A2r"]


def test_a_book_without_titles(tmp_path: Path) -> None:
    """A book without any running title is refused with that reason."""
    (tmp_path / "pages").mkdir()
    Image.new("L", (60, 90), 255).save(tmp_path / "pages" / "1.png")
    (tmp_path / "book.toml").write_text(
        'format = "folio"\ncollation = "A^2"\nmissing = ["A1v", "A2r", "A2v"]\n'
    )
    with pytest.raises(InputError, match="has no running title"):
        formework.cluster(open_book(tmp_path))


def test_title_distances() -> None:
    """The library compares cut-out titles of one text by a kernel's name."""
    book = simulate_book(SHAPES["institution"], seed=11)
    images = [book.cut_out(title.signature) for title in book.titles[:6]]
    distances = formework.title_distances(images, kernel="lev")
    assert distances.shape == (6, 6)
    assert np.array_equal(distances, distances.T)
    with pytest.raises(InputError, match="no kernel 'none'"):
        formework.title_distances(images, kernel="none")


@pytest.mark.slow
def test_an_unreadable_scan_is_a_warning_everywhere(folder: Path, tmp_path: Path) -> None:
    """A damaged image is named on standard error, in the JSON and in the report; the rest runs."""
    root = tmp_path / "damaged"
    shutil.copytree(folder / "pages", root / "pages")
    for name in ("book.toml", "pages.csv"):
        shutil.copyfile(folder / name, root / name)
    damaged = sorted((root / "pages").iterdir())[5]
    damaged.write_bytes(damaged.read_bytes()[:40])
    run = run_formework("run", str(root), "--json")
    assert run.returncode == 0
    assert f"{damaged.name} is not an image" in run.stderr.decode()
    assert run.stderr.decode().startswith("warning: ")
    (warning,) = json.loads(run.stdout)["warnings"]
    assert warning in (root / "report.html").read_text("utf-8")
    again = run_formework("cluster", str(root), "--json")
    assert json.loads(again.stdout)["warnings"] == [warning]


@pytest.mark.parametrize(
    ("images", "toml", "error"),
    [
        (3, 'collation = "A^2"', "3 images for 4 pages of A^2"),
        (5, 'collation = "A^2"', "5 images for 4 pages of A^2"),
    ],
)
def test_a_doubtful_assignment_is_refused(
    tmp_path: Path, images: int, toml: str, error: str
) -> None:
    """A count that does not fit, and no pages.csv: an error before any work, with the next step."""
    (tmp_path / "pages").mkdir()
    for number in range(images):
        Image.new("L", (60, 90), 255).save(tmp_path / "pages" / f"{number}.png")
    (tmp_path / "book.toml").write_text(f'format = "folio"\n{toml}\n')
    code, lines = failed(run_formework("cluster", str(tmp_path)))
    assert code == 2
    assert error in lines[0]
    assert "formework init" in lines[1]
    assert "missing" in lines[1]


def test_a_faulty_formula_is_a_warning(tmp_path: Path) -> None:
    """A bracket that is not closed is reported with its position, on standard error."""
    (tmp_path / "pages").mkdir()
    for number in range(4):
        Image.new("L", (60, 90), 255).save(tmp_path / "pages" / f"{number}.png")
    (tmp_path / "book.toml").write_text('format = "folio"\ncollation = "A^2 (blank"\n')
    run = run_formework("titles", str(tmp_path))
    assert run.returncode == 0
    assert "warning: collation: " in run.stderr.decode()
