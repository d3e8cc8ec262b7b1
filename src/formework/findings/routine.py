"""The routine of a stretch of work: who is absent and returns, who follows whom, who joins."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING

from formework.findings.chance import LIMIT, chance_of_turns
from formework.findings.turns import SkeletonUses, Turns

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Use


@dataclass(frozen=True, slots=True)
class Break:
    """A skeleton absent too long for chance; `back` is `None` where it does not return."""

    own: SkeletonUses
    last: Use
    back: Use | None
    chance: float
    meanwhile: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Succession:
    """A skeleton that goes for good, and the new one that takes its place."""

    old: SkeletonUses
    new: SkeletonUses
    chance: float


@dataclass(frozen=True, slots=True)
class Team:
    """Skeletons at work together: their uses, stretch by stretch, and whether they take turns.

    `chance` is how often skeletons drawn at random would take turns as well.
    """

    stretches: tuple[tuple[Use, ...], ...]
    chance: float

    @property
    def uses(self) -> tuple[Use, ...]:
        """All uses, in book order."""
        return tuple(chain.from_iterable(self.stretches))

    @property
    def skeletons(self) -> tuple[str, ...]:
        """Its skeletons, by first appearance."""
        return tuple(dict.fromkeys(use.skeleton for use in self.uses))


@dataclass(frozen=True)
class Routine:
    """What a stretch of uses shows of the order of work."""

    turns: Turns
    breaks: tuple[Break, ...]
    successions: tuple[Succession, ...]
    arrivals: tuple[tuple[SkeletonUses, float], ...]
    leaves: tuple[tuple[SkeletonUses, float], ...]

    @cached_property
    def _span(self) -> dict[str, tuple[int, int]]:
        """For each skeleton the first and last place it was at work, whether seen there or not."""
        late = {own.skeleton for own, _ in self.arrivals}
        early = {own.skeleton for own, _ in self.leaves}
        handed_on = {s.old.skeleton: s.new.first - 1 for s in self.successions}
        taken_over = {s.new.skeleton for s in self.successions}
        inside = {name for brk in self.breaks for name in brk.meanwhile}
        spans = {}
        for own in self.turns.recurring:
            name = own.skeleton
            fixed = name in inside
            start = own.first if fixed or name in late | taken_over else 0
            end = own.last if fixed or name in early else self.turns.length - 1
            spans[name] = (start, max(own.last, handed_on.get(name, end)))
        return spans

    def at_work(self, place: int) -> int:
        """How many skeletons are at work at a place; one absent that will return is counted."""
        inside = {name for brk in self.breaks for name in brk.meanwhile}
        return sum(
            start <= place <= end for name, (start, end) in self._span.items() if name not in inside
        )

    def teams(self, uses: Sequence[Use]) -> list[Team]:
        """The uses by who is at work together; here one absent is not."""
        by_team: dict[frozenset[str], list[tuple[Use, ...]]] = {}
        for team, run in groupby(range(len(uses)), self._team):
            stretch = tuple(uses[place] for place in run if uses[place].skeleton in team)
            if len({use.skeleton for use in stretch}) > 1:
                by_team.setdefault(team, []).append(stretch)
        return [
            Team(tuple(parts), chance_of_turns([use for part in parts for use in part]))
            for parts in by_team.values()
        ]

    def _team(self, place: int) -> frozenset[str]:
        away = {
            brk.own.skeleton
            for brk in self.breaks
            if brk.back and self._place(brk.own, brk.last) < place < self._place(brk.own, brk.back)
        }
        at_work = {name for name, (start, end) in self._span.items() if start <= place <= end}
        return frozenset(at_work - away)

    def _place(self, own: SkeletonUses, use: Use) -> int:
        return own.places[own.uses.index(use)]


def read_routine(uses: Sequence[Use]) -> Routine:
    """Read the routine of a stretch of uses.

    Read twice: once it is known where skeletons join and leave, each phase
    between is judged by its own pace.
    """
    routine = _read(uses, Turns.of(uses), [])
    stay = {c.skeleton for c, _ in routine.arrivals} ^ {c.skeleton for c, _ in routine.leaves}
    joints = [c.uses[0].order for c, _ in routine.arrivals if c.skeleton in stay]
    joints += [c.uses[-1].order + 1 for c, _ in routine.leaves if c.skeleton in stay]
    if joints:
        routine = _read(uses, routine.turns, sorted(joints))
    return _tested(routine, uses)


def _tested(routine: Routine, uses: Sequence[Use]) -> Routine:
    """Leave out what is significant only within a routine, where there is no routine.

    A turn can be missed only where turns are taken: of others, only an absence
    too long for random order is kept.
    """
    turns = routine.turns
    takers = {
        name for team in routine.teams(uses) if team.chance <= LIMIT for name in team.skeletons
    }

    def is_significant(own: SkeletonUses, gap: int) -> bool:
        return own.skeleton in takers or turns.in_random_order(own, gap) <= LIMIT

    def gap(brk: Break) -> int:
        last = brk.own.places[brk.own.uses.index(brk.last)]
        end = brk.own.places[brk.own.uses.index(brk.back)] if brk.back else turns.length
        return end - last

    return replace(
        routine,
        breaks=tuple(brk for brk in routine.breaks if is_significant(brk.own, gap(brk))),
        arrivals=tuple(
            pair for pair in routine.arrivals if is_significant(pair[0], pair[0].first + 1)
        ),
        leaves=tuple(
            pair for pair in routine.leaves if is_significant(pair[0], turns.length - pair[0].last)
        ),
    )


def _read(uses: Sequence[Use], turns: Turns, joints: Sequence[int]) -> Routine:
    breaks = list(_breaks(turns, [turns, *_phases(uses, joints)]))
    inside = {name for brk in breaks for name in brk.meanwhile}
    recurring = [own for own in turns.recurring if own.skeleton not in inside]
    successions = _successions(turns, recurring)
    gone = {s.old.skeleton for s in successions}
    come = {s.new.skeleton for s in successions}
    arrivals = [(c, turns.late_arrival(c)) for c in recurring if c.skeleton not in come]
    leaves = [(c, turns.early_leave(c)) for c in recurring if c.skeleton not in gone]
    leaves = [(own, chance) for own, chance in leaves if chance <= LIMIT]
    breaks += [Break(own, own.uses[-1], None, chance) for own, chance in leaves]
    return Routine(
        turns,
        tuple(breaks),
        tuple(successions),
        tuple((own, chance) for own, chance in arrivals if chance <= LIMIT),
        tuple(leaves),
    )


def _phases(uses: Sequence[Use], joints: Sequence[int]) -> Iterator[Turns]:
    """The turns of each phase between joints, which are given by the order of uses."""
    for start, stop in pairwise([0, *joints, uses[-1].order + 1]):
        within = [use for use in uses if start <= use.order < stop]
        if within:
            yield Turns.of(within)


def _breaks(turns: Turns, phases: Sequence[Turns]) -> Iterator[Break]:
    """The absences found in the whole or in a phase, each once."""
    whole = {own.skeleton: own for own in turns.recurring}
    reported: set[Use] = set()
    for phase in phases:
        for own in phase.recurring:
            for last, back, chance in phase.breaks(own):
                if last not in reported:
                    reported.add(last)
                    within = _within(turns, last, back)
                    yield Break(whole[own.skeleton], last, back, chance, within)


def _within(turns: Turns, last: Use, back: Use) -> tuple[str, ...]:
    """Skeletons seen only while another was absent."""
    return tuple(
        own.skeleton
        for own in turns.recurring
        if last.order < own.uses[0].order and own.uses[-1].order < back.order
    )


def _successions(turns: Turns, recurring: Sequence[SkeletonUses]) -> list[Succession]:
    """Match those that go for good with those that come where they went, the nearest first."""
    pairs = []
    for old in recurring:
        for new in recurring:
            between = new.first - old.last
            if old.uses[-1].order < new.uses[0].order and between <= 2 * turns.usual + 1:
                chance = turns.early_leave(old) * turns.late_arrival(new)
                pairs.append((between, Succession(old, new, chance)))
    found: list[Succession] = []
    for _, pair in sorted(pairs, key=lambda pair: pair[0]):
        taken = any(s.old == pair.old or s.new == pair.new for s in found)
        if not taken and pair.chance <= LIMIT:
            found.append(pair)
    return found
