"""Pages in front of the camera."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from formework.errors import InputError
from formework.simulate import simulate_book
from formework.simulate.camera import draw_camera
from formework.simulate.difficulty import DIFFICULTIES, HARD, STRESS
from formework.simulate.scan import View, draw_material, photograph
from formework.simulate.shapes import INSTITUTION, KING_LEAR, PARADISE_LOST, PARTHENISSA
from formework.simulate.texture import Window


@pytest.mark.parametrize("view", View)
@pytest.mark.parametrize("shape", [KING_LEAR, PARTHENISSA], ids=lambda shape: shape.name)
def test_a_cut_out_equals_the_page(shape: object, view: View) -> None:
    """A title rendered alone is identical to that part of the whole page."""
    book = simulate_book(shape, view=view, seed=4, difficulty=HARD)  # type: ignore[arg-type]
    for signature in ("B2r", "B3v"):
        page = book.page_scan(signature).image
        cut = book.press.cut_box(signature)
        crop = page[cut.y : cut.y + cut.height, cut.x : cut.x + cut.width]
        np.testing.assert_array_equal(book.cut_out(signature), crop)


@pytest.mark.parametrize("difficulty", DIFFICULTIES)
@pytest.mark.parametrize("view", View)
def test_the_box_contains_the_ink(view: View, difficulty: str) -> None:
    """Removing the title changes no pixel outside its box."""
    for seed in range(3):
        book = simulate_book(
            PARADISE_LOST, view=view, seed=seed, difficulty=DIFFICULTIES[difficulty]
        )
        press = book.press
        rough = book.difficulty.roughness
        for signature in ("C1r", "C2v", "D3r"):
            page, box = press.print_page(signature), press.box(signature)
            camera = draw_camera(
                press.seed,
                signature,
                page.layout,
                page.copy.face,
                dpi=press.dpi,
                roughness=rough,
                disturbance=press.disturbance,
            )
            window = Window(box.x - 40, box.y - 40, box.width + 80, box.height + 80)
            material = draw_material(press.seed, view, rough, press.dpi, press.disturbance)
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
    """Two books of one seed are identical, in whatever order pages are made."""
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
    """A cut-out is a grey image, mostly light, with dark ink."""
    book = simulate_book(KING_LEAR, seed=2)
    cut = book.cut_out("C2r")
    assert cut.dtype == np.uint8
    assert cut.ndim == 2
    assert np.median(cut) > 150
    assert cut.min() < 110


def test_an_opening_has_no_running_title() -> None:
    """The first page has no title, so no box and no cut-out, but it has a scan."""
    book = simulate_book(KING_LEAR, seed=2, difficulty=STRESS)
    assert "A1r" not in {title.signature for title in book.titles}
    assert book.page_scan("A1r").box is None
    with pytest.raises(InputError, match="A1r"):
        book.cut_out("A1r")
