"""Simulated books: what must hold for any printed book."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

import pytest

from formework.book.imposition import turned_slots
from formework.simulate import SimulatedBook, simulate_book
from formework.simulate.difficulty import DIFFICULTIES, NORMAL, STRESS
from formework.simulate.shapes import KING_LEAR, SHAPES, WISDOM
from formework.simulate.universes import UNIVERSES

# The paper's Table 1: pages, sheet sides, skeletons. Its 94 sides of Leviathan are a slip.
TABLE_1 = {
    "leviathan": (376, 188, 20),
    "paradise-lost": (336, 84, 12),
    "king-lear": (48, 12, 4),
    "mayor": (72, 18, 6),
    "parthenissa": (248, 62, 19),
    "institution": (80, 10, 2),
    "discourse": (192, 24, 2),
    "wisdom": (240, 30, 8),
}
BOOKS = [
    (shape, difficulty, seed) for shape in SHAPES for difficulty in DIFFICULTIES for seed in (1, 2)
]


@pytest.fixture(scope="module", params=BOOKS, ids=lambda book: "-".join(map(str, book)))
def book(request: pytest.FixtureRequest) -> SimulatedBook:
    """A book of each shape and difficulty."""
    shape, difficulty, seed = request.param
    return simulate_book(SHAPES[shape], difficulty=DIFFICULTIES[difficulty], seed=seed)


def sets_by_side(book: SimulatedBook) -> dict[str, frozenset[int]]:
    """The titles of the skeleton that printed each sheet side."""
    return {standing.side.name: frozenset(standing.skeleton) for standing in book.press.standing}


def test_shape_is_the_papers(book: SimulatedBook) -> None:
    """The numbers of pages, sheet sides and skeletons are those of Table 1."""
    counted = (len(book.pages), len(book.sides), len({title.skeleton for title in book.titles}))
    assert counted == TABLE_1[book.shape.name]
    assert (book.shape.sides, book.shape.skeletons) == counted[1:]


def test_equal_sets_of_titles_are_one_skeleton(book: SimulatedBook) -> None:
    """Two sides have the same skeleton if and only if they have the same set of titles."""
    skeletons = {title.sheet_side: title.skeleton for title in book.titles}
    labels, members = defaultdict(set), defaultdict(set)
    for side, titles in sets_by_side(book).items():
        labels[titles].add(skeletons[side])
        members[skeletons[side]].add(titles)
    assert all(len(label) == 1 for label in labels.values())
    assert all(len(titles) == 1 for titles in members.values())


def test_no_title_in_two_places_at_once(book: SimulatedBook) -> None:
    """A title is used once per side, and changes skeleton only when its old one is done."""
    last_seen: dict[int, frozenset[int]] = {}
    done: set[frozenset[int]] = set()
    for side in book.sides:
        pages = [
            standing.setting.number for standing in book.press.standing if standing.side is side
        ]
        assert len(pages) == len(set(pages))
        titles = sets_by_side(book)[side.name]
        assert titles not in done
        for title in titles:
            if last_seen.get(title, titles) != titles:
                done.add(last_seen[title])
            last_seen[title] = titles


def test_each_slot_has_one_text(book: SimulatedBook) -> None:
    """Within a section all titles of a slot have one text, except for the figure."""
    texts = defaultdict(set)
    for title in book.titles:
        texts[title.section, title.slot].add(re.sub(r"\d+", "#", title.text))
    assert all(len(text) == 1 for text in texts.values())


def test_pages_are_in_their_slots(book: SimulatedBook) -> None:
    """The page at the side and slot of a title is the page of its signature."""
    sides = {side.name: side for side in book.sides}
    for title in book.titles:
        page = sides[title.sheet_side].pages[title.slot]
        assert page is not None
        assert page.signature == title.signature


def test_turned_chases_print_in_the_opposite_slots() -> None:
    """With 30% of the uses turned, a turned title is in the slot opposite its usual one."""
    turning = replace(NORMAL, turned=0.3, swapped=0.0)
    book = simulate_book(WISDOM, difficulty=turning, seed=5)
    slots = turned_slots(WISDOM.format)
    assert slots is not None
    usual: dict[tuple[str, str], int] = {}
    for title in book.titles:
        if not title.turned:
            usual.setdefault((title.skeleton, title.title), title.slot)
    turned = [title for title in book.titles if title.turned]
    known = [title for title in turned if (title.skeleton, title.title) in usual]
    assert all(title.slot == slots[usual[title.skeleton, title.title]] for title in known)
    share = len({title.sheet_side for title in turned}) / len(book.sides)
    assert 0.1 < share < 0.5
    assert known


def test_stress_renews_piecemeal() -> None:
    """At `stress` more titles pass from one skeleton to another than at `normal`."""

    def reused(difficulty: str) -> int:
        books = [
            simulate_book(WISDOM, difficulty=DIFFICULTIES[difficulty], seed=s) for s in range(6)
        ]
        return sum(
            len({(title.title, title.skeleton) for title in book.titles})
            - len({title.title for title in book.titles})
            for book in books
        )

    assert reused("stress") > 2 * reused("normal")


def test_seeds_and_universes_give_different_books() -> None:
    """Another seed gives another order of work and other pixels; another universe other words."""
    one, two = (simulate_book(KING_LEAR, difficulty=STRESS, seed=seed) for seed in (1, 2))
    assert [title.skeleton for title in one.titles] != [title.skeleton for title in two.titles]
    assert one.cut_out("B2r").tobytes() != two.cut_out("B2r").tobytes()
    texts = [
        {title.text for title in simulate_book(shape, universe=universe, seed=1).titles}
        for universe in UNIVERSES.values()
        for shape in SHAPES.values()
    ]
    assert len(set.union(*texts)) == sum(map(len, texts))


def test_founts_of_the_test_universes_are_their_own() -> None:
    """No family of type is used for titles in two universes."""
    families = [
        {dress.style.fount.family for dress in universe.dresses.values()}
        for universe in UNIVERSES.values()
    ]
    assert len(set.union(*families)) == sum(map(len, families))
