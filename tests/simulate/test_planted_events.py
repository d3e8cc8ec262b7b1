"""Books with planted events."""

from __future__ import annotations

from formework.book.imposition import turned_slots
from formework.simulate.planted_events import JOINTS, SMALL, plant, planted_leviathan
from formework.simulate.simulated_book import simulate_book
from formework.simulate.workshops import plant_workshop


def test_a_book_is_printed_as_planned() -> None:
    """Each side has the titles of its skeleton, in their slots or turned."""
    planted = plant(3)
    book = simulate_book(planted.shape, seed=3, plans=planted.plans)
    by_side: dict[str, dict[int, str]] = {}
    for title in book.titles:
        by_side.setdefault(title.sheet_side, {})[title.slot] = title.title
    first: dict[int, dict[int, str]] = {}
    turned = turned_slots(planted.shape.format)
    assert turned
    for side, use in zip(book.sides, planted.plans[0].uses, strict=True):
        titles = by_side[side.name]
        if use.swapped:
            continue
        if use.turned:
            titles = {slot: titles[turned[slot]] for slot in range(len(turned))}
        known = first.setdefault(use.skeleton, {})
        for slot, number in titles.items():
            assert known.setdefault(slot, number) == number


def test_every_kind_is_planted() -> None:
    """Thirty books contain every kind of event, always on sides that exist."""
    kinds = set()
    for seed in range(30):
        planted = plant(seed)
        sides = sum(len(plan.uses) for plan in planted.plans)
        assert all(0 <= side < sides for event in planted.events for side in event.sides)
        kinds |= {event.kind for event in planted.events}
    assert kinds == {*JOINTS, *SMALL, "alternation"} - {"leave"}


def test_leviathan_has_the_events_of_the_paper() -> None:
    """Two cancels, four interruptions and one change of number, in 188 sheet sides."""
    planted = planted_leviathan(1)
    kinds = [event.kind for event in planted.events]
    assert sum(len(plan.uses) for plan in planted.plans) == 188
    assert (kinds.count("sole_appearance"), kinds.count("interruption")) == (2, 4)
    assert kinds.count("change_of_number") == 1


def test_lent_titles_stand_in_both_skeletons() -> None:
    """On inner formes each skeleton has the other's titles in the lent slots, else its own."""
    planted = plant_workshop(1, "lending")
    book = simulate_book(planted.shape, seed=1, plans=planted.plans)
    titles = {(title.sheet_side, title.slot): title for title in book.titles}
    for slot in range(8):
        inner, outer, other = (titles[side, slot] for side in ("L(i)", "L(o)", "M(o)"))
        assert inner.skeleton == outer.skeleton != other.skeleton
        assert inner.title == (other if slot in planted.lent else outer).title
