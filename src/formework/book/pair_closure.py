"""What follows from "these two are the same" and "these two are different".

Same is transitive: if C1r is E1r and E1r is G1r, then C1r is G1r, and what is
different from one of them is different from all.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two things judged the same or different; `number` says by which decision."""

    one: str
    other: str
    same: bool
    number: int


@dataclass(frozen=True)
class Closure:
    """Everything that follows from judged pairs."""

    pairs: tuple[JudgedPair, ...] = ()

    @cached_property
    def classes(self) -> tuple[tuple[str, ...], ...]:
        """Every name of a pair, with those that are the same, in order of first mention."""
        together: dict[str, list[str]] = {}
        for pair in self.pairs:
            for name in (pair.one, pair.other):
                together.setdefault(name, [name])
            ours, theirs = together[pair.one], together[pair.other]
            if pair.same and ours is not theirs:
                ours += theirs
                together |= dict.fromkeys(theirs, ours)
        return tuple(tuple(c) for c in {id(c): c for c in together.values()}.values())

    @cached_property
    def class_of(self) -> dict[str, int]:
        """The number of each name's class."""
        return {name: number for number, names in enumerate(self.classes) for name in names}

    @cached_property
    def apart(self) -> frozenset[tuple[int, int]]:
        """The classes that are different, each pair in both orders."""
        kinds = [
            (self.class_of[pair.one], self.class_of[pair.other])
            for pair in self.pairs
            if not pair.same
        ]
        return frozenset([*kinds, *((other, one) for one, other in kinds)])

    def judge(self, one: str, other: str) -> bool | None:
        """Whether two are the same by what was judged; `None` where nothing follows."""
        ours, theirs = self.class_of.get(one), self.class_of.get(other)
        if ours is None or theirs is None:
            return None
        if ours == theirs:
            return True
        return False if (ours, theirs) in self.apart else None

    def reasons(self, one: str, other: str) -> tuple[int, ...]:
        """The numbers of the decisions from which `judge` follows, in order; else empty."""
        verdict = self.judge(one, other)
        if verdict is None:
            return ()
        if verdict:
            return tuple(sorted(self._path(one, other)))
        ways = [
            {pair.number, *self._path(one, near), *self._path(far, other)}
            for pair in self.pairs
            if not pair.same
            for near, far in ((pair.one, pair.other), (pair.other, pair.one))
            if self.class_of[near] == self.class_of[one]
            and self.class_of[far] == self.class_of[other]
        ]
        return min((tuple(sorted(way)) for way in ways), key=len)

    def contradiction(self, pair: JudgedPair) -> tuple[int, ...]:
        """The numbers of the decisions that a further pair contradicts; empty where none."""
        verdict = self.judge(pair.one, pair.other)
        return self.reasons(pair.one, pair.other) if verdict is (not pair.same) else ()

    def _path(self, start: str, goal: str) -> set[int]:
        """The fewest decisions for "same" that lead from one name to another of its class."""
        waiting: deque[tuple[str, frozenset[int]]] = deque([(start, frozenset())])
        seen = {start}
        while waiting:
            name, numbers = waiting.popleft()
            if name == goal:
                return set(numbers)
            for pair in self.pairs:
                for near, far in ((pair.one, pair.other), (pair.other, pair.one)):
                    if pair.same and near == name and far not in seen:
                        seen.add(far)
                        waiting.append((far, numbers | {pair.number}))
        raise ValueError(f"{start} and {goal} are not of one class")


def first_contradiction(
    pairs: Sequence[JudgedPair],
) -> tuple[JudgedPair, tuple[int, ...]] | None:
    """The first pair that contradicts those before it, with the numbers of these."""
    for place, pair in enumerate(pairs):
        earlier = Closure(tuple(pairs[:place])).contradiction(pair)
        if earlier:
            return pair, earlier
        if pair.one == pair.other and not pair.same:
            return pair, (pair.number,)
    return None
