"""The evidence on one pair of titles, in words, as JSON and as an image."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from formework.book.folder import open_book
from formework.errors import InputError
from formework.report.pair_overlay import ComparedPair, compare_pages, draw_pair
from formework.report.title_strips import PairEvidence
from tests.report.contents import make_contents


def compared(evidence: PairEvidence) -> ComparedPair:
    """A compared pair without letters."""
    return ComparedPair("A1r", "B1r", Path("compare.png"), "The verdict.", evidence, None)


def test_a_distance_is_not_called_a_probability() -> None:
    """JSON of the paper's kernels has a distance, of the evidence system log-odds as well."""
    distance = compared(PairEvidence("lev", 0.25, is_log_odds=False, reason=None)).as_json()
    assert distance["distance"] == 0.25
    assert "probability_same" not in distance
    odds = compared(PairEvidence("vit", 0.0, is_log_odds=True, reason=None)).as_json()
    assert (odds["log_odds"], odds["probability_same"]) == (0.0, 0.5)
    assert "distance" not in odds


def test_words_end_with_the_file() -> None:
    """Pages first, then the verdict, then the image to open."""
    words = compared(PairEvidence("lev", 0.25, is_log_odds=False, reason=None)).describe()
    assert words.splitlines() == ["A1r and B1r", "The verdict.", "", "open compare.png"]


def test_the_image_shows_both_strips_and_their_overlay() -> None:
    """Equal strips give a black overlay: no red, no cyan."""
    pixels = np.asarray(
        Image.open(io.BytesIO(draw_pair(make_contents().titles, ["A1r", "B1r"], None))).convert(
            "RGB"
        )
    ).astype(int)
    assert pixels.min() < 50
    assert np.abs(pixels[..., 0] - pixels[..., 1]).max() < 10


def test_comparing_loads_no_slow_library() -> None:
    """Plotting, clustering, OCR and progress take longer to load than a pair to compare."""
    slow = ("matplotlib", "scipy", "sklearn", "rapidocr", "onnxruntime", "rich")
    code = (
        "import sys, formework.pipeline, formework.report.pair_overlay, "
        "formework.commands.progress_bar, formework.commands.reading_commands\n"
        f"print([name for name in {slow} if name in sys.modules])"
    )
    loaded = subprocess.run((sys.executable, "-c", code), capture_output=True, check=True)
    assert loaded.stdout.decode().strip() == "[]"


@pytest.mark.parametrize(
    ("pages", "error", "hint"),
    [
        (("Q1r", "A2r"), "Q1r is not a page of the collation A-B^4", "such as A1r"),
        (("A1r", "A2r"), "A1r has no running title in titles.csv", "A2r, A3r"),
    ],
)
def test_a_page_without_a_title_is_refused(
    tmp_path: Path, pages: tuple[str, str], error: str, hint: str
) -> None:
    """The error names the page as the program spells it, and the hint pages that can be used."""
    (tmp_path / "pages").mkdir()
    (tmp_path / "book.toml").write_text('format = "quarto"\ncollation = "A-B^4"\n')
    rows = [f"{page}.png,{page},1,1,90,20,King,1,located" for page in ("A2r", "A3r")]
    header = "image,signature,x,y,width,height,text,section,origin"
    (tmp_path / "titles.csv").write_text("\n".join([header, *rows]) + "\n")
    with pytest.raises(InputError, match=error.replace("^", r"\^")) as caught:
        compare_pages(open_book(tmp_path), *pages)
    assert hint in caught.value.hint
