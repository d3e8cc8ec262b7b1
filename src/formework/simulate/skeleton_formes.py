"""Skeleton formes: sets of running titles that are used together.

A skeleton is defined by its titles: replacing any title makes a new skeleton
(the paper's rule). A later skeleton may reuse titles of one that was broken up;
no title is in two skeletons in use at the same time.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from formework.simulate.setting import TitleSetting, damage, respace, set_title

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np

    from formework.simulate.difficulty import Difficulty
    from formework.simulate.forme_sequence import Work
    from formework.simulate.setting import TitleStyle
    from formework.simulate.written_plan import Plan

# Ways to renew a skeleton piecemeal, and their shares: several titles reset,
# one title reset, one title only respaced.
_FEW_OR_MANY, _ONE_TITLE, _RESPACED = "some titles", "one title", "one respaced"
_PIECEMEAL = (_FEW_OR_MANY, _ONE_TITLE, _RESPACED)
_PIECEMEAL_SHARES = (0.55, 0.3, 0.15)
WANDERING = 0.15  # share of the renewals with reset titles in which two exchange slots
FROM_ANOTHER = 0.15  # share of the replaced titles taken from a broken-up skeleton


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A skeleton forme: its titles by slot."""

    titles: tuple[TitleSetting, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its titles, by slot."""
        return tuple(title.number for title in self.titles)


@dataclass
class Stone:
    """The imposing stone, where the skeletons of one section are made up.

    `texts` are the running-title texts by slot; titles are numbered from `first_title`.
    """

    texts: tuple[str, ...]
    style: TitleStyle
    difficulty: Difficulty
    piecemeal: float
    first_title: int
    draw: np.random.Generator
    _made: int = field(default=0, init=False)
    _respaced: set[int] = field(default_factory=set, init=False)  # no longer in use

    def make_up(self, work: Work) -> tuple[Skeleton, ...]:
        """Make all skeletons of an order of work, by number."""
        skeletons: list[Skeleton] = []
        for number, follows in enumerate(work.follows):
            if follows is None or self.draw.random() >= self.piecemeal:
                skeletons.append(Skeleton(tuple(map(self._set, self.texts))))
                continue
            idle = _idle_titles(skeletons, work, number)
            standing = [title for title in idle if title.number not in self._respaced]
            skeletons.append(self._renew(skeletons[follows], standing))
            # The same set of titles again would not be a new skeleton.
            while any(set(skeletons[-1].numbers) == set(old.numbers) for old in skeletons[:-1]):
                skeletons[-1] = self._renew(skeletons[follows], ())
        return tuple(skeletons)

    def make_up_as_planned(self, plan: Plan) -> tuple[Skeleton, ...]:
        """Make the skeletons of a plan; a later state keeps most titles of the earlier one."""
        skeletons: list[Skeleton] = []
        for continues in plan.continues:
            if continues is None:
                titles = list(map(self._set, self.texts))
                new = list(range(len(titles)))
            else:
                titles = list(skeletons[continues].titles)
                new = self._renewed_slots(len(titles), plan)
                for slot in new:
                    titles[slot] = self._set(self.texts[slot])
            if plan.damaged:
                for slot in new:
                    if self.draw.random() < plan.damaged:
                        titles[slot] = damage(titles[slot], self.draw)
            skeletons.append(Skeleton(tuple(titles)))
        return tuple(skeletons)

    def _renewed_slots(self, slots: int, plan: Plan) -> list[int]:
        """The slots whose titles are reset: at random, a given number, or one to about half."""
        if plan.renewed:
            chosen = [slot for slot in range(slots) if self.draw.random() < plan.renewed]
            return chosen or [int(self.draw.integers(slots))]
        most = max(1, slots // 2 - 1)
        order: list[int] = self.draw.permutation(slots).tolist()
        return order[: plan.replaced or int(self.draw.integers(1, most + 1))]

    def _renew(self, old: Skeleton, idle: Sequence[TitleSetting]) -> Skeleton:
        """Renew a skeleton in part; `idle` are the titles of broken-up skeletons."""
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
        """The number of the next title."""
        return self.first_title + self._made


def _idle_titles(skeletons: Sequence[Skeleton], work: Work, newcomer: int) -> list[TitleSetting]:
    """Titles of skeletons broken up before the newcomer, not needed by any other.

    A skeleton is still needed if it prints again, or if a later one replaces it
    and may keep its titles.
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
