"""A simulated book, printed and ready to be photographed.

The skeleton of each sheet side and the individual title of each page are known.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from formework.book.formula.collation import read_collation
from formework.book.imposition import sheet_sides, turned_slots
from formework.book.model import Face
from formework.simulate.difficulty import NORMAL, Difficulty
from formework.simulate.disturbance import QUIET, Disturbance, draw_photographed
from formework.simulate.forme_sequence import order_of_work
from formework.simulate.press import PageScan, Press, StandingTitle
from formework.simulate.scan import View
from formework.simulate.seeds import generator
from formework.simulate.setting import NUMERAL
from formework.simulate.skeleton_formes import Skeleton, Stone
from formework.simulate.universes import DEVELOPMENT, Universe

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from formework.book.model import Page, SheetSide
    from formework.simulate.setting import TitleSetting
    from formework.simulate.shapes import SectionShape, Shape
    from formework.simulate.universes import Dress, Texts
    from formework.simulate.written_plan import Plan


@dataclass(frozen=True, slots=True)
class SimulatedTitle:
    """The truth about the running title of one page.

    `slot` counts from 0 and is the index into `SheetSide.pages`; `skeleton`
    and `title` are numbered in order of first appearance; `turned` is true if
    the chase was turned for this forme.
    """

    signature: str
    sheet_side: str
    slot: int
    text: str
    section: str
    skeleton: str
    title: str
    turned: bool


@dataclass(frozen=True)
class SimulatedBook:
    """A simulated book; titles are in book order, by sheet side and slot.

    Images are made on demand: 2-D `uint8`, dark ink on light paper.
    """

    shape: Shape
    universe: Universe
    difficulty: Difficulty
    view: View
    seed: int
    sides: tuple[SheetSide, ...]
    pages: tuple[Page, ...]
    titles: tuple[SimulatedTitle, ...]
    press: Press

    def cut_out(self, signature: str) -> NDArray[np.uint8]:
        """The running title of a page, cut out with margins, as by a locator."""
        return self.press.cut_out(signature)

    def cut_outs(self) -> tuple[NDArray[np.uint8], ...]:
        """All running titles, cut out, in the order of `titles`."""
        return tuple(self.cut_out(title.signature) for title in self.titles)

    def page_scan(self, signature: str, top: float = 1.0) -> PageScan:
        """A page, or the upper share `top` of it, with the true box of its running title."""
        return self.press.page_scan(signature, top)


@dataclass(frozen=True, slots=True)
class _Use:
    """One forme: the side printed, its skeleton, and the titles by slot."""

    side: SheetSide
    section: int
    skeleton: Skeleton
    titles: tuple[TitleSetting, ...]  # by slot of the side
    turned: bool


def simulate_book(
    shape: Shape, *, difficulty: Difficulty = NORMAL, view: View = View.SCAN, seed: int = 0,
    universe: Universe = DEVELOPMENT, plans: Sequence[Plan] = (),
    disturbance: Disturbance | None = None,
) -> SimulatedBook:  # fmt: skip
    """Print a book of a given shape; the same arguments give identical images.

    `plans`, one per section, give the skeleton of each sheet side; without them
    the order of work is drawn at random. `disturbance` is noise beyond the
    difficulty; for photographs it is drawn from a wide range unless it is given.
    """
    collation = read_collation(shape.collation)
    sides = sheet_sides(collation.gatherings, shape.format)
    pages = tuple(page for gathering in collation.gatherings for page in gathering.pages)
    dress = universe.dresses[shape.name]
    # Books of other shapes or universes share no random values, even with the same seed.
    book_seed = int(generator(seed, shape.name, universe.name).integers(1 << 62))
    uses = tuple(_work_off(shape, dress, sides, difficulty=difficulty, seed=book_seed, plans=plans))
    openings = _openings(shape, sides, pages, difficulty, book_seed)
    numbers = {page: number for number, page in enumerate(pages)}
    standing = tuple(_stand(shape, uses, numbers, openings))
    if disturbance is None and view is View.PHOTOGRAPH:
        disturbance = draw_photographed(book_seed, universe.recipe, abrupt=universe.abrupt_fold)
    press = Press(
        shape, universe, difficulty, view, book_seed, pages, standing, disturbance or QUIET
    )
    titles = tuple(_truth(standing))
    return SimulatedBook(shape, universe, difficulty, view, seed, sides, pages, titles, press)


def _work_off(
    shape: Shape,
    dress: Dress,
    sides: Sequence[SheetSide],
    *,
    difficulty: Difficulty,
    seed: int,
    plans: Sequence[Plan],
) -> Iterator[_Use]:
    """Print section after section: the skeleton of each sheet side, and its arrangement."""
    next_title, first = 0, 0
    for number, (section, texts) in enumerate(zip(shape.sections, dress.sections, strict=True)):
        draw = generator(seed, "section", number)
        part = sides[first : first + section.gatherings * len(sides) // _gatherings(shape)]
        share = 1 - (1 - shape.piecemeal) * (1 - difficulty.piecemeal)
        stone = Stone(
            _texts_by_slot(part[0], texts), dress.style, difficulty, share, next_title, draw
        )
        work_off = (
            _as_planned(stone, shape, part, plans[number])
            if plans
            else _as_drawn(stone, shape, part, section)
        )
        for side, (skeleton, titles, turned) in zip(part, work_off, strict=True):
            yield _Use(side, number, skeleton, titles, turned)
        next_title, first = stone.next_title, first + len(part)


def _as_drawn(
    stone: Stone, shape: Shape, part: Sequence[SheetSide], section: SectionShape
) -> Iterator[tuple[Skeleton, tuple[TitleSetting, ...], bool]]:
    """The skeleton of each side, the titles by slot, and whether turned, at random."""
    draw = stone.draw
    work = order_of_work(len(part), section.skeletons, section.team, section.largest, draw)
    skeletons = stone.make_up(work)
    for use in work.uses:
        slots, turned = _place_titles(shape, part[0], stone.difficulty, draw)
        yield skeletons[use], tuple(skeletons[use].titles[slot] for slot in slots), turned


def _as_planned(
    stone: Stone, shape: Shape, part: Sequence[SheetSide], plan: Plan
) -> Iterator[tuple[Skeleton, tuple[TitleSetting, ...], bool]]:
    """The same as `_as_drawn`, but as planned."""
    skeletons = stone.make_up_as_planned(plan)
    for use in plan.uses:
        ordered = replace(stone.difficulty, turned=float(use.turned), swapped=float(use.swapped))
        slots, turned = _place_titles(shape, part[0], ordered, stone.draw)
        if use.passed:
            slots = tuple(slots[source] for source in pass_one_place_on(len(slots)))
        titles = list(skeletons[use.skeleton].titles)
        if use.lender is not None:
            for place in plan.lent:
                titles[place] = skeletons[use.lender].titles[place]
        yield skeletons[use.skeleton], tuple(titles[slot] for slot in slots), turned


def pass_one_place_on(slots: int) -> tuple[int, ...]:
    """For each slot, the slot its title comes from: rectos move one way round, versos the other.

    >>> pass_one_place_on(8)
    (2, 7, 4, 1, 6, 3, 0, 5)
    """
    return tuple((slot + (2 if slot % 2 == 0 else -2)) % slots for slot in range(slots))


def _gatherings(shape: Shape) -> int:
    return sum(section.gatherings for section in shape.sections)


def _texts_by_slot(side: SheetSide, texts: Texts) -> tuple[str, ...]:
    return tuple(
        texts.recto if page and page.face is Face.RECTO else texts.verso for page in side.pages
    )


def _place_titles(
    shape: Shape, side: SheetSide, difficulty: Difficulty, draw: np.random.Generator
) -> tuple[tuple[int, ...], bool]:
    """The title in each slot for one use: as usual, turned with the chase, or two exchanged."""
    places = list(range(len(side.pages)))
    turned = turned_slots(shape.format)
    turns = draw.random() < difficulty.turned and turned is not None
    if turns and turned is not None:
        for place, slot in enumerate(turned):
            places[slot] = place
    if draw.random() < difficulty.swapped and len(places) > 2:
        one = int(draw.integers(len(places)))
        faces = [page.face for page in side.pages if page]
        alike = [slot for slot in range(len(places)) if faces[slot] == faces[one] and slot != one]
        other = alike[int(draw.integers(len(alike)))]
        places[one], places[other] = places[other], places[one]
    return tuple(places), turns


def _openings(
    shape: Shape,
    sides: Sequence[SheetSide],
    pages: Sequence[Page],
    difficulty: Difficulty,
    seed: int,
) -> frozenset[Page]:
    """Pages without a running title: the first of each section, and chapter openings.

    Every sheet side keeps at least one title; otherwise it could not be scored.
    """
    draw = generator(seed, "openings")
    chapters = draw.random(len(pages)) < difficulty.openings
    openings = {page for page, opens in zip(pages, chapters, strict=True) if opens}
    first = 0
    for section in shape.sections:
        openings.add(pages[first])
        first += section.gatherings * 2 * shape.leaves
    for side in sides:
        if openings.issuperset(filter(None, side.pages)):
            # The last of these pages in the book cannot be the first of its section.
            openings.discard(max(filter(None, side.pages), key=pages.index))
    return frozenset(openings)


def _stand(
    shape: Shape, uses: Sequence[_Use], numbers: dict[Page, int], openings: frozenset[Page]
) -> Iterator[StandingTitle]:
    """Each title of each forme in its slot, with the figure it shows and its use count."""
    times: dict[int, int] = {}
    for use in uses:
        for slot, page in enumerate(use.side.pages):
            if page is None or page in openings:
                continue
            title = use.titles[slot]
            times[title.number] = times.get(title.number, -1) + 1
            division = 1 + numbers[page] * shape.divisions // len(numbers)
            yield StandingTitle(
                page, use.side, slot, title, division, times[title.number],
                section=use.section, skeleton=use.skeleton.numbers, turned=use.turned,
            )  # fmt: skip


def _truth(standing: Sequence[StandingTitle]) -> Iterator[SimulatedTitle]:
    skeletons: dict[frozenset[int], str] = {}
    titles: dict[int, str] = {}
    for title in standing:
        skeleton = skeletons.setdefault(frozenset(title.skeleton), str(len(skeletons) + 1))
        yield SimulatedTitle(
            title.page.signature,
            title.side.name,
            title.slot,
            text=title.setting.text.replace(NUMERAL, str(title.division)),
            section=str(title.section + 1),
            skeleton=skeleton,
            title=titles.setdefault(title.setting.number, str(len(titles) + 1)),
            turned=title.turned,
        )
