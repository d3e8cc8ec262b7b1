"""How titles pass from the outer forme to the inner, and where the way changes.

A skeleton that prints both formes carries each title from a slot of the outer
to one of the inner: the corresponding slot, the one opposite, one place on,
or any other. The way holds over a stretch; where it changes is a finding.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from formework.findings.arrangements import forme_of
from formework.findings.finding import Finding, Kind
from formework.findings.phrases import listed, named

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.findings.arrangements import Arranged
    from formework.findings.uses import Use

FEWEST_USES = 2  # on each forme, from which the way titles pass between formes is read

Passing = tuple[int, ...]  # for each slot of the outer forme, from 0, the slot of the inner


@dataclass(frozen=True, slots=True)
class Stretch:
    """Uses over which titles pass from outer to inner forme in one way."""

    passing: Passing
    arranged: tuple[Arranged, ...]

    @property
    def uses(self) -> tuple[Use, ...]:
        """Its uses, in book order."""
        return tuple(arranged.use for arranged in self.arranged)


def read_transfer(by_skeleton: Sequence[Sequence[Arranged]]) -> tuple[Stretch, ...]:
    """The ways of passing of one section, in book order; skeletons of one forme have none."""
    passings: list[tuple[int, Arranged, Passing]] = []
    for arranged in by_skeleton:
        formes = Counter(forme_of(one.use.side) for one in arranged)
        if min(formes["o"], formes["i"]) >= FEWEST_USES:
            passings += _passings(arranged)
    passings.sort(key=lambda one: one[0])
    runs = groupby(passings, key=lambda one: one[2])
    return tuple(Stretch(way, tuple(one[1] for one in run)) for way, run in runs)


def _passings(arranged: Sequence[Arranged]) -> Iterator[tuple[int, Arranged, Passing]]:
    """For each use the way titles pass at that time, by the usual ways of both formes."""
    for place, one in enumerate(arranged):
        other = _nearest(arranged, place)
        outer, inner = (one, other) if forme_of(one.use.side) == "o" else (other, one)
        passing = tuple(inner.usual.index(station) for station in outer.usual)
        yield one.use.order, one, passing


def _nearest(arranged: Sequence[Arranged], place: int) -> Arranged:
    """The use of the other forme that goes with one: of its sheet, or else nearest to it."""
    use = arranged[place].use
    wanted = "i" if forme_of(use.side) == "o" else "o"
    others = [one for one in arranged if forme_of(one.use.side) == wanted]
    return min(others, key=lambda one: (abs(one.use.sheet - use.sheet), one.use.order))


def transfer_findings(
    stretches: Sequence[Stretch], turned: Sequence[int] | None, until: Mapping[str, str]
) -> Iterator[Finding]:
    """Where the way titles pass changes and stays changed.

    `until` gives, for leaves whose titles are lent from some sheet on, the last side before it.
    """
    lasting = [stretch for stretch in stretches if len(stretch.arranged) >= 2 * FEWEST_USES]
    for before, after in pairwise(lasting):
        if before.passing == after.passing:
            continue
        last, first = before.uses[-1], after.uses[0]
        names = list(dict.fromkeys(use.skeleton for use in after.uses))
        text = (
            f"From outer to inner forme, titles passed {_passing_words(before, turned, until)} "
            f"up to {last.side}; from {first.side} to {after.uses[-1].side} those of "
            f"{named(names)} pass {_passing_words(after, turned, until)}."
        )
        sure = [use.confidence for use in (*before.uses, *after.uses)]
        yield Finding(
            Kind.TRANSFER, first.section, tuple(names), (last.side, first.side),
            tuple(page for use in (last, first) for page in use.pages), text,
            round(sum(sure) / len(sure), 4),
        )  # fmt: skip


def _passing_words(stretch: Stretch, turned: Sequence[int] | None, until: Mapping[str, str]) -> str:
    """A way of passing in words, with the leaves where it is no simple one."""
    passing = stretch.passing
    if passing == tuple(range(len(passing))):
        return "to the corresponding slot"
    if turned and passing == tuple(turned):
        return "to the slot opposite, as when the chase is turned round"
    name = (
        "one place on" if one_place_on(dict(enumerate(passing)), len(passing)) else "to other slots"
    )
    moves = _by_leaf(stretch, until)
    return f"{name} ({listed(moves)})" if moves else name


def one_place_on(moves: Mapping[int, int], slots: int) -> bool:
    """Whether titles go round by one place, rectos all one way and versos all one way.

    `moves` gives for slots, from 0, where their titles go; slots of one face
    are every second one.

    >>> one_place_on(dict(enumerate((6, 3, 0, 5, 2, 7, 4, 1))), 8), one_place_on({0: 4, 4: 0}, 8)
    (True, False)
    """
    places = slots // 2
    for face in (0, 1):
        own = {slot: goes for slot, goes in moves.items() if slot % 2 == face}
        steps = {(goes - slot) / 2 % places for slot, goes in own.items()}
        if len(steps) > 1 or not steps <= {0.0, 1.0, places - 1.0}:
            return False
    return bool(moves) and places > 2


def _by_leaf(stretch: Stretch, until: Mapping[str, str]) -> list[str]:
    """1r to 8r, 2v to 3v up to O(i): from the pages of the outer forme to those of the inner."""
    names: dict[str, dict[int, str]] = {"o": {}, "i": {}}
    for use in stretch.uses:
        for title in use.titles:
            leaf = re.search(r"(\d+[rv])$", title.signature)
            forme = forme_of(use.side)
            if leaf and forme:
                names[forme].setdefault(title.slot - 1, leaf[1])
    pairs = [
        (names["o"].get(slot), names["i"].get(target))
        for slot, target in enumerate(stretch.passing)
    ]
    ends = {leaf: f" up to {side}" for leaf, side in until.items()}
    return [f"{one} to {other}{ends.get(one, '')}" for one, other in pairs if one and other]
