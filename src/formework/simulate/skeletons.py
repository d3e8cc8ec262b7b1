"""Skeleton formes: sets of running titles that travel together.

A skeleton is named by its titles, slot by slot: any title replaced makes a new
skeleton (the paper's rule). Titles of a skeleton that is broken up may be
taken over by the next; no title is ever in two skeletons at work together.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.simulate.setting import TitleSetting, respace, set_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from formework.simulate.difficulty import Difficulty
    from formework.simulate.plan import Plan
    from formework.simulate.sequence import Work
    from formework.simulate.setting import TitleStyle

# Ways of renewing a skeleton piecemeal, and how they share out: most titles
# kept or few, one title set anew, one only spaced anew.
_FEW_OR_MANY, _ONE_TITLE, _RESPACED = "some titles", "one title", "one respaced"
_PIECEMEAL = (_FEW_OR_MANY, _ONE_TITLE, _RESPACED)
_PIECEMEAL_SHARES = (0.55, 0.3, 0.15)
WANDERING = 0.15  # of the renewals in which titles are kept: two of them change slots
FROM_ANOTHER = 0.15  # of the renewals: a title comes from another skeleton broken up before


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A skeleton forme: its titles by slot."""

    titles: tuple[TitleSetting, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The individual titles by slot."""
        return tuple(title.number for title in self.titles)


@dataclass
class Stone:
    """The imposing stone, where the skeletons of one section are made up.

    `texts` are the running-title texts by slot; titles are numbered on from `first_title`.
    """

    texts: tuple[str, ...]
    style: TitleStyle
    difficulty: Difficulty
    piecemeal: float
    first_title: int
    draw: np.random.Generator
    _made: int = field(default=0, init=False)
    _respaced: set[int] = field(default_factory=set, init=False)  # no longer as they were

    def make_up(self, work: Work) -> tuple[Skeleton, ...]:
        """All skeletons of an order of work, by number."""
        skeletons: list[Skeleton] = []
        for number, follows in enumerate(work.follows):
            if follows is None or self.draw.random() >= self.piecemeal:
                skeletons.append(Skeleton(tuple(map(self._set, self.texts))))
                continue
            idle = _idle_titles(skeletons, work, number)
            standing = [title for title in idle if title.number not in self._respaced]
            skeletons.append(self._renew(skeletons[follows], standing))
            # A set of titles that had been together before is no new skeleton.
            while any(set(skeletons[-1].numbers) == set(old.numbers) for old in skeletons[:-1]):
                skeletons[-1] = self._renew(skeletons[follows], ())
        return tuple(skeletons)

    def make_up_as_planned(self, plan: Plan) -> tuple[Skeleton, ...]:
        """The skeletons of a plan: a later state keeps most titles of the one it continues."""
        skeletons: list[Skeleton] = []
        for continues in plan.continues:
            if continues is None:
                skeletons.append(Skeleton(tuple(map(self._set, self.texts))))
                continue
            titles = list(skeletons[continues].titles)
            for slot in self._renewed_slots(len(titles), plan.renewed):
                titles[slot] = self._set(self.texts[slot])
            skeletons.append(Skeleton(tuple(titles)))
        return tuple(skeletons)

    def _renewed_slots(self, slots: int, share: float) -> list[int]:
        """The slots whose titles are set anew: each by chance, or one to about half of them."""
        if share:
            chosen = [slot for slot in range(slots) if self.draw.random() < share]
            return chosen or [int(self.draw.integers(slots))]
        most = max(1, slots // 2 - 1)
        return [int(s) for s in self.draw.permutation(slots)[: self.draw.integers(1, most + 1)]]

    def _renew(self, old: Skeleton, idle: Sequence[TitleSetting]) -> Skeleton:
        """Renew a skeleton in part; `idle` are titles of others that were broken up."""
        titles = list(old.titles)
        way = self.draw.choice(_PIECEMEAL, p=_PIECEMEAL_SHARES)
        if way == _RESPACED:
            slot = int(self.draw.integers(len(titles)))
            self._respaced.add(titles[slot].number)
            titles[slot] = respace(titles[slot], self._number(), self.difficulty, self.draw)
            return Skeleton(tuple(titles))
        most = 1 if way == _ONE_TITLE or len(titles) == 2 else len(titles) - 1
        renewed = self.draw.permutation(len(titles))[: self.draw.integers(1, most + 1)]
        for slot in renewed.tolist():
            titles[slot] = self._take_over(self.texts[slot], idle, titles) or self._set(
                self.texts[slot]
            )
        if self.draw.random() < WANDERING:
            self._change_places(titles)
        return Skeleton(tuple(titles))

    def _take_over(
        self, text: str, idle: Sequence[TitleSetting], used: Sequence[TitleSetting]
    ) -> TitleSetting | None:
        taken = {title.number for title in used}
        fit = [title for title in idle if title.text == text and title.number not in taken]
        if not fit or self.draw.random() >= FROM_ANOTHER:
            return None
        return fit[int(self.draw.integers(len(fit)))]

    def _change_places(self, titles: list[TitleSetting]) -> None:
        one = int(self.draw.integers(len(titles)))
        alike = [slot for slot, text in enumerate(self.texts) if text == self.texts[one]]
        other = alike[int(self.draw.integers(len(alike)))]
        titles[one], titles[other] = titles[other], titles[one]

    def _set(self, text: str) -> TitleSetting:
        return set_title(self._number(), text, self.style, self.difficulty, self.draw)

    def _number(self) -> int:
        self._made += 1
        return self.first_title + self._made - 1

    @property
    def next_title(self) -> int:
        """The number the next title would have."""
        return self.first_title + self._made


def _idle_titles(skeletons: Sequence[Skeleton], work: Work, newcomer: int) -> list[TitleSetting]:
    """Titles of skeletons broken up before the newcomer came, and wanted by no other.

    A skeleton is still at work while it prints again, or while one is to
    follow it that may keep its titles.
    """
    start = work.uses.index(newcomer)
    at_work = {*work.uses[start:], *work.follows[newcomer:]}
    wanted = {
        title
        for number, skeleton in enumerate(skeletons)
        if number in at_work
        for title in skeleton.numbers
    }
    earlier = {
        title.number: title
        for number, skeleton in enumerate(skeletons)
        if number in work.uses[:start]
        for title in skeleton.titles
    }
    return [title for number, title in earlier.items() if number not in wanted]
