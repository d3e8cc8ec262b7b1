"""Pages before the camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from formework.errors import InputError
from formework.simulate import simulate_book
from formework.simulate.camera import set_up
from formework.simulate.difficulty import DIFFICULTIES, HARD, STRESS
from formework.simulate.scan import View, photograph, take_up
from formework.simulate.shapes import INSTITUTION, KING_LEAR, PARADISE_LOST, PARTHENISSA
from formework.simulate.texture import Window, grain_tile, lay, patches


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("shape", [KING_LEAR, PARTHENISSA], ids=lambda shape: shape.name)
def test_a_cut_out_is_what_the_page_shows(shape: object, view: View) -> None:
    """A title cut out by itself is, to the pixel, the crop of the whole page."""
    book = simulate_book(shape, view=view, seed=4, difficulty=HARD)  # type: ignore[arg-type]
    for signature in ("B2r", "B3v"):
        page = book.page_scan(signature).image
        cut = book.press.cut_box(signature)
        crop = page[cut.y : cut.y + cut.height, cut.x : cut.x + cut.width]
        np.testing.assert_array_equal(book.cut_out(signature), crop)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("view", View)
def test_the_box_holds_the_ink(view: View, difficulty: str) -> None:
    """Taking the title from the forme changes nothing outside its box."""
    for seed in range(3):
        book = simulate_book(
            PARADISE_LOST, view=view, seed=seed, difficulty=DIFFICULTIES[difficulty]
        )
        press = book.press
        rough = book.difficulty.roughness
        for signature in ("C1r", "C2v", "D3r"):
            page, box = press.print_page(signature), press.box(signature)
            camera = set_up(
                press.seed,
                signature,
                page.layout,
                page.copy.face,
                dpi=press.dpi,
                roughness=rough,
                disturbance=press.disturbance,
            )
            window = Window(box.x - 40, box.y - 40, box.width + 80, box.height + 80)
            material = take_up(press.seed, view, rough, press.dpi, press.disturbance)
            with_title, without = (
                photograph(printed, None, camera, material, window).astype(int)
                for printed in (page, replace(page, title=()))
            )
            seen = 40 if view is View.PHOTOGRAPH else 12  # JPEG spreads a little of every edge
            rows, columns = np.nonzero(abs(with_title - without) > seen)
            assert rows.size
            assert rows.min() >= 40
            assert rows.max() < 40 + box.height
            assert columns.min() >= 40
            assert columns.max() < 40 + box.width


def test_the_same_seed_gives_the_same_bytes() -> None:
    """Books made twice agree to the byte, whichever page is asked for first."""
    one, two = (simulate_book(INSTITUTION, seed=9) for _ in range(2))
    wanted = ["C5r", "B2v", "D8v"]
    first = {signature: one.cut_out(signature).tobytes() for signature in wanted}
    second = {signature: two.cut_out(signature).tobytes() for signature in reversed(wanted)}
    assert first == second


def test_both_views_show_one_impression() -> None:
    """Scan and microfilm differ in resolution, not in what was printed where."""
    scan, film = (
        simulate_book(KING_LEAR, seed=3, view=view) for view in (View.SCAN, View.MICROFILM)
    )
    assert [title.skeleton for title in scan.titles] == [title.skeleton for title in film.titles]
    one, two = scan.press.box("B3r"), film.press.box("B3r")
    assert two.x / one.x == pytest.approx(170 / 300, rel=0.02)
    assert two.width / one.width == pytest.approx(170 / 300, rel=0.05)
    assert set(np.unique(film.cut_out("B3r"))) <= {0, 255}


def test_ink_is_dark_on_light_paper() -> None:
    """The page is mostly light, and its darkest part is the ink or the ground around it."""
    book = simulate_book(KING_LEAR, seed=2)
    cut = book.cut_out("C2r")
    assert cut.dtype == np.uint8
    assert cut.ndim == 2
    assert np.median(cut) > 150
    assert cut.min() < 110


def test_an_opening_has_no_running_title() -> None:
    """The first page has no title: no box, no cut-out, and a page all the same."""
    book = simulate_book(KING_LEAR, seed=2, difficulty=STRESS)
    assert "A1r" not in {title.signature for title in book.titles}
    assert book.page_scan("A1r").box is None
    with pytest.raises(InputError, match="A1r"):
        book.cut_out("A1r")


def test_textures_agree_on_overlapping_windows() -> None:
    """Patches and grain of a window are those of the larger window around it."""
    tile = grain_tile(np.random.default_rng(0), 1.0)
    outer, inner = Window(-7, 3, 700, 90), Window(401, 30, 211, 33)
    part = (slice(27, 60), slice(408, 619))
    around, within = (lay(tile, w, (5, 9), 20.0) for w in (outer, inner))
    np.testing.assert_array_equal(around[part], within)
    assert around.std() == pytest.approx(20, rel=0.1)
    wide, narrow = (patches(np.random.default_rng(1), w, 80.0, 20.0) for w in (outer, inner))
    np.testing.assert_array_equal(wide[part], narrow)
    assert wide.std() == pytest.approx(20, rel=0.6)
