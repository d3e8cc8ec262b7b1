"""Decisions on titles and sheet sides as hard constraints: no result contradicts one.

Titles decided to be one are weighed as one, and those decided to be two are kept
apart; sheet sides likewise. Whatever the evidence says, what was decided holds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from formework.book.pair_closure import Closure
from formework.sides.arrangement import find_rivals
from formework.skeletons.correlation import correlate
from formework.skeletons.individuals import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from formework.sides.arrangement import Arrangement
    from formework.skeletons.individuals import Individuals

FREE = -1  # instead of a class: nothing was decided on this title or side
_DECIDED = 30.0  # log-odds of a decided pair: as sure as any evidence
_CERTAIN = 0.99  # confidence of a title that was decided to be another
_DECIDED_APART = -1e6  # log-odds: more than all other evidence together
_FARTHEST = 12.0  # log-odds: one pair of titles counts for no more
_STRAY = -4.0  # log-odds that a title is another than the one it was taken for
_TAKEN_FOR_ONE = 24.0  # log-odds that titles already taken for one stay together


@dataclass(frozen=True)
class Bound:
    """What was decided on n titles, or on n sheet sides.

    `classes` (n) number what is decided to be one, `FREE` for the others;
    `apart` (classes, classes) is true for classes decided to be different.
    """

    classes: NDArray[np.intp]
    apart: NDArray[np.bool_]

    @classmethod
    def of(cls, closure: Closure, names: Sequence[str]) -> Bound:
        """What was decided on things with these names; other names are left out."""
        classes = np.array([closure.class_of.get(name, FREE) for name in names], dtype=np.intp)
        apart = np.zeros((len(closure.classes),) * 2, dtype=bool)
        for one, other in closure.apart:
            apart[one, other] = True
        return cls(classes, apart)

    @property
    def is_free(self) -> bool:
        """Whether nothing was decided."""
        return bool((self.classes == FREE).all())

    def pairs(self) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which pairs are decided to be one, and which to be two, each (n, n)."""
        bound = self.classes != FREE
        both = bound[:, None] & bound
        same = both & (self.classes[:, None] == self.classes)
        np.fill_diagonal(same, val=False)
        if not len(self.apart):
            return same, np.zeros_like(same)
        return same, both & self.apart[np.ix_(self.classes, self.classes)]

    def decide(
        self, evidence: NDArray[np.float64], certain: float = _DECIDED
    ) -> NDArray[np.float64]:
        """Evidence (n, n) in which everything decided is certain."""
        same, apart = self.pairs()
        return np.where(apart, -certain, np.where(same, certain, evidence))

    def allows(self, groups: Sequence[Sequence[int]]) -> bool:
        """Whether groups of members, each listed in one group, contradict no decision."""
        group_of = np.full(len(self.classes), FREE)
        for number, members in enumerate(groups):
            group_of[list(members)] = number
        together = group_of[:, None] == group_of
        same, apart = self.pairs()
        return bool(together[same].all() and not together[apart].any())

    def correlate(self, pull: NDArray[np.float64], *, seed: int) -> NDArray[np.intp]:
        """Group members as `correlation.correlate` does, contradicting no decision."""
        if self.is_free:
            return correlate(pull, seed=seed)
        nodes = _nodes(self.classes)
        member_of = np.eye(int(nodes.max()) + 1)[nodes]
        between = member_of.T @ pull @ member_of
        _, apart = self.pairs()
        between[member_of.T @ apart @ member_of > 0] = _DECIDED_APART
        return np.asarray(correlate(between, seed=seed)[nodes])


@dataclass(frozen=True)
class Constraints:
    """What was decided on the titles and on the sheet sides of a book, by their names."""

    titles: Closure = field(default_factory=Closure)
    sides: Closure = field(default_factory=Closure)

    def bind(self, signatures: Sequence[str], arrangement: Arrangement) -> Decided:
        """The constraints on a book's titles and units as numbered arrays."""
        return Decided(
            Bound.of(self.titles, signatures),
            Bound.of(self.sides, arrangement.names),
            find_rivals(arrangement, len(signatures)),
        )


@dataclass(frozen=True)
class Decided:
    """Bounds on the titles and on the sides of one arrangement.

    `rivals` (titles, titles) is true for two titles on one side: they are never one.
    """

    titles: Bound
    sides: Bound
    rivals: NDArray[np.bool_]

    @classmethod
    def nothing(cls, titles: int, sides: int) -> Decided:
        """The bounds where nothing was decided."""
        return cls(
            Bound.of(Closure(), [""] * titles),
            Bound.of(Closure(), [""] * sides),
            np.zeros((titles, titles), dtype=bool),
        )

    def weigh(self, evidence: NDArray[np.float64]) -> NDArray[np.float64]:
        """The evidence between titles (n, n), titles decided to be one weighed as one."""
        if self.titles.is_free:
            return evidence
        nodes = _nodes(self.titles.classes)
        member_of = np.eye(int(nodes.max()) + 1)[nodes]
        known = member_of.T @ ~np.isnan(evidence) @ member_of
        total = member_of.T @ np.nan_to_num(evidence) @ member_of
        mean = np.where(known > 0, total / np.maximum(known, 1), np.nan)
        pooled = mean[np.ix_(nodes, nodes)]
        # NaN on the diagonal stands for a title that could not be read.
        np.fill_diagonal(pooled, np.diagonal(evidence))
        return self.titles.decide(pooled)

    def settle(
        self, found: Individuals, evidence: NDArray[np.float64], *, seed: int
    ) -> Individuals:
        """The identities of titles, changed where they contradict a decision.

        Only titles of identities that a decision names are looked at again.
        """
        if self.titles.is_free:
            return found
        nodes = self._title_nodes(found.labels)
        pull = self._title_pull(nodes, found.labels, evidence)
        labels = found.labels.copy()
        first_new = int(labels.max()) + 1
        for node, group in zip(nodes, correlate(pull, seed=seed).tolist(), strict=True):
            labels[node] = first_new + group
        same, _ = self.titles.pairs()
        confirmed = same.any(axis=1)
        sure = np.where(confirmed, np.fmax(found.confidence, _CERTAIN), found.confidence)
        return replace(found, labels=labels, confidence=sure)

    def _title_nodes(self, labels: NDArray[np.intp]) -> list[NDArray[np.intp]]:
        """Titles decided to be one, and the other titles of the identities these had."""
        classes = self.titles.classes
        decided = classes != FREE
        nodes = [np.flatnonzero(classes == number) for number in np.unique(classes[decided])]
        touched = np.setdiff1d(labels[decided], [UNKNOWN])
        rest = [np.flatnonzero((labels == label) & ~decided) for label in touched]
        return [*nodes, *(node for node in rest if len(node))]

    def _title_pull(
        self, nodes: Sequence[NDArray[np.intp]], labels: NDArray[np.intp],
        evidence: NDArray[np.float64],
    ) -> NDArray[np.float64]:  # fmt: skip
        """The evidence that titles of two nodes are one, (nodes, nodes)."""
        soft = np.nan_to_num(np.clip(evidence, -_FARTHEST, _FARTHEST)) + _STRAY
        taken = (labels[:, None] == labels) & (labels != UNKNOWN)
        soft = np.where(taken, soft + _TAKEN_FOR_ONE, soft)
        member = np.zeros((len(nodes), len(labels)))
        for number, node in enumerate(nodes):
            member[number, node] = 1.0
        sizes = member.sum(axis=1)
        pull = member @ soft @ member.T / np.outer(sizes, sizes)
        _, apart = self.titles.pairs()
        never = member @ (self.rivals | apart) @ member.T
        return np.asarray(np.where(never > 0, _DECIDED_APART, pull))


def _nodes(classes: NDArray[np.intp]) -> NDArray[np.intp]:
    """A number for each class and for each free member, (n), from 0 without gaps."""
    free = classes == FREE
    own = np.where(free, classes.max(initial=0) + 1 + np.arange(len(classes)), classes)
    return np.unique(own, return_inverse=True)[1].ravel()
