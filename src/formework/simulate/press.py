"""From type to images: prints and photographs any page of a book on demand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

import formework.simulate.constants as constants
from formework.book.model import Box, Face, Page
from formework.errors import InputError
from formework.simulate.camera import Camera, draw_camera
from formework.simulate.disturbance import QUIET
from formework.simulate.impression import PrintedPage, lock_up, pull_page
from formework.simulate.printed_page import LAYOUTS, MM_PER_POINT, Copy
from formework.simulate.scan import Material, View, draw_material, photograph
from formework.simulate.seeds import generator
from formework.simulate.setting import with_numeral
from formework.simulate.texture import Window
from formework.simulate.type import cast, em_in_pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from formework.book.model import SheetSide
    from formework.simulate.difficulty import Difficulty
    from formework.simulate.disturbance import Disturbance
    from formework.simulate.printed_page import Layout, Mark
    from formework.simulate.setting import TitleSetting
    from formework.simulate.shapes import Shape
    from formework.simulate.universes import Universe

PAGES_PER_CHAPTER = 9  # after which the chapter reference of the headline changes


@dataclass(frozen=True, slots=True)
class StandingTitle:
    """A title in a forme: its page and slot, the figure it shows, and its use count.

    `use` counts from 0; `skeleton` has the numbers of all titles of its skeleton.
    """

    page: Page
    side: SheetSide
    slot: int
    setting: TitleSetting
    division: int
    use: int
    section: int
    skeleton: tuple[int, ...]
    turned: bool


@dataclass(frozen=True, eq=False)
class PageScan:
    """The image of a whole page, and the box of its running title or `None`."""

    image: NDArray[np.uint8]
    box: Box | None


@dataclass(frozen=True, eq=False)
class Press:
    """Prints and photographs the pages of one book, each independently."""

    shape: Shape
    universe: Universe
    difficulty: Difficulty
    view: View
    seed: int
    pages: tuple[Page, ...]
    standing: tuple[StandingTitle, ...]
    disturbance: Disturbance = QUIET

    def page_scan(self, signature: str, top: float = 1.0) -> PageScan:
        """The scan of a whole page, or of the upper share `top` of it."""
        width, height = self._camera(signature).size
        image = self._photograph(signature, Window(0, 0, width, round(top * height)))
        return PageScan(image, self.box(signature) if signature in self._by_page else None)

    def cut_out(self, signature: str) -> NDArray[np.uint8]:
        """The running title with margins, identical to that part of the whole page."""
        cut = self.cut_box(signature)
        return self._photograph(signature, Window(cut.x, cut.y, cut.width, cut.height))

    def cut_box(self, signature: str) -> Box:
        """The box of the title with random margins, drawn for each page: where it is cut out."""
        box = self.box(signature)
        em = self._by_page[signature].setting.points * MM_PER_POINT
        margins = generator(self.seed, "cut", signature).uniform(*self.difficulty.margin, 4)
        left, top, right, bottom = margins * em * self._camera(signature).pixels_per_mm
        x, y = math.floor(box.x - left), math.floor(box.y - top / 2)
        # A locator cuts closer above and below than at the sides.
        width = math.ceil(box.x + box.width + right) - x
        return Box(x, y, width, math.ceil(box.y + box.height + bottom / 2) - y)

    def box_in_cut_out(self, signature: str) -> Box:
        """The box of the title within the cut-out image."""
        box, cut = self.box(signature), self.cut_box(signature)
        return Box(box.x - cut.x, box.y - cut.y, box.width, box.height)

    def box(self, signature: str) -> Box:
        """The box on the scan that holds all ink of the running title.

        Raises `InputError` for a page without one.
        """
        if signature not in self._by_page:
            raise InputError(
                f"{signature} has no running title", hint="ask only for the pages in `titles`"
            )
        marks, camera = self._printed(signature).title_marks, self._camera(signature)
        x, y = camera.project(
            np.array([mark.x for mark in marks]), np.array([mark.y for mark in marks])
        )
        em = em_in_pixels(marks[0].points, camera.dpi)
        faces = [cast(mark.fount, mark.character, em) for mark in marks]
        corners = np.array([(face.x, face.y, *face.mask.shape) for face in faces]).T
        # The two spare pixels around each face cover the spread of ink and the blur.
        left, top = x - corners[0], y - corners[1]
        right, bottom = left + corners[3], top + corners[2]
        x0, y0 = math.floor(left.min()), math.floor(top.min())
        return Box(x0, y0, math.ceil(right.max()) - x0, math.ceil(bottom.max()) - y0)

    def _photograph(self, signature: str, window: Window) -> NDArray[np.uint8]:
        page = self._printed(signature)
        back = self._printed(_other_page(signature))
        return photograph(page, back, self._camera(signature), self._material, window)

    @cached_property
    def _by_page(self) -> dict[str, StandingTitle]:
        return {standing.page.signature: standing for standing in self.standing}

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {page.signature: number for number, page in enumerate(self.pages, start=1)}

    @cached_property
    def _sheets(self) -> dict[str, tuple[str, str]]:
        """Sheet and forme of each page, including openings."""
        return {
            signature: (f"{side.gathering}{side.sheet}", str(side.forme))
            for side in {standing.side.name: standing.side for standing in self.standing}.values()
            for signature in side.signatures
        }

    @cached_property
    def _material(self) -> Material:
        roughness = self.difficulty.roughness
        return draw_material(self.seed, self.view, roughness, self.dpi, self.disturbance)

    @cached_property
    def dpi(self) -> int:
        """Resolution of the scans; for photographs it is drawn for each book."""
        if self.view is not View.PHOTOGRAPH:
            return self.view.dpi
        points = self.universe.dresses[self.shape.name].style.points
        pixels = generator(self.seed, "resolution").uniform(*constants.PHOTO_PIXELS)
        return round(pixels * constants.POINTS_PER_INCH / points)

    @cached_property
    def _layout(self) -> Layout:
        return LAYOUTS[self.shape.format]

    def _camera(self, signature: str) -> Camera:
        face = Face(signature[-1])
        return draw_camera(
            self.seed, signature, self._layout, face,
            dpi=self.dpi, roughness=self.difficulty.roughness, disturbance=self.disturbance,
        )  # fmt: skip

    def _printed(self, signature: str) -> PrintedPage:
        return _print_page(self, signature)

    def print_page(self, signature: str) -> PrintedPage:
        """Lock up and pull one page."""
        roughness, face = self.difficulty.roughness, Face(signature[-1])
        sheet, forme = self._sheets[signature]
        standing = self._by_page.get(signature)
        marks: tuple[Mark, ...] = ()
        if standing:
            marks = lock_up(
                with_numeral(standing.setting, standing.division, self.seed),
                standing.use, face, self._layout, generator(self.seed, "lock-up", signature),
                seed=self.seed, roughness=roughness, disturbance=self.disturbance,
            )  # fmt: skip
        pull = pull_page(self.seed, sheet, forme, signature, roughness)
        return PrintedPage(self._copy(signature, face), self._layout, marks, pull)

    def _copy(self, signature: str, face: Face) -> Copy:
        number = self._numbers[signature]
        dress = self.universe.dresses[self.shape.name]
        chapter = str(1 + number // PAGES_PER_CHAPTER)
        signed = face is Face.RECTO and self.pages[number - 1].leaf <= self.shape.leaves // 2 + 1
        return Copy(
            self.seed, signature, face, number, self.universe.body,
            reference=dress.reference.replace("#", chapter), rule=dress.rule,
            opening=signature not in self._by_page, signed=signature[:-1] if signed else "",
        )  # fmt: skip


@lru_cache(maxsize=64)
def _print_page(press: Press, signature: str) -> PrintedPage:
    return press.print_page(signature)


def _other_page(signature: str) -> str:
    """The signature of the page on the other side of the leaf."""
    return signature[:-1] + (Face.VERSO if signature.endswith(Face.RECTO) else Face.RECTO)
