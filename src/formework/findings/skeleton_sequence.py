"""Findings in the order of the skeletons: who takes turns, drops out, comes and goes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import groupby
from typing import TYPE_CHECKING

from formework.findings.chance import (
    LIMIT,
    by_sheet,
    chance_of_sets,
    significant_sets,
)
from formework.findings.finding import Finding, Kind
from formework.findings.phrases import (
    count,
    listed,
    named,
    number_word,
    runs,
    skeletons,
    span,
)
from formework.findings.routine import Break, Routine, Succession, Team, read_routine
from formework.findings.sheetwise import (
    by_the_sheet,
    is_sheetwise,
    shared_routine,
    sheet_name,
    sheets_by_skeletons,
    sheets_of,
    whole_sheets,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Use

_MAX_SHEETS = 0.75  # share of the sheets that a few pairs of skeletons must print to be named
_ROUNDS = 3  # rounds of skeletons in one order, from which the order is named
_MAX_STRETCHES = 3  # named by their sheet sides; more are named by their sheets
_FEWEST = 3  # sheets below which skeletons do not take turns


def read_sequence(uses: Sequence[Use]) -> Iterator[Finding]:
    """The findings in the sequence of one section."""
    times = Counter(use.skeleton for use in uses)
    recurring = [use for use in uses if times[use.skeleton] > 1]
    if 2 * len(recurring) < len(uses):
        return  # titles that were reset again and again have no sequence to read
    if not is_sheetwise(recurring):
        yield from _shared_sheets(recurring)
        yield from _read_turns(uses, recurring, times)
        return
    yield shared_routine(recurring)
    for finding in _read_turns(by_the_sheet(uses), by_the_sheet(recurring), times):
        if finding.kind is Kind.ALTERNATION:
            yield replace(finding, sides=whole_sheets(uses, finding.sides))
        else:
            yield finding


def _read_turns(
    uses: Sequence[Use], recurring: Sequence[Use], times: Counter[str]
) -> Iterator[Finding]:
    """Who takes turns, drops out, comes and goes."""
    yield from _sole_appearances(uses, times)
    sets, apart = _separate(recurring)
    if apart:
        yield apart
    for own in sets:
        routine = read_routine(own)
        yield from _alternations(routine.teams(own), own)
        yield from map(_interruption, routine.breaks)
        yield from map(_reset, routine.successions)
        yield from _changes_of_number(routine)


def _finding(
    kind: Kind,
    names: Sequence[str],
    uses: Sequence[Use],
    observation: str,
    chance: float | None = None,
) -> Finding:
    """A finding shown by some uses, as sure as the least sure of them, or as they are on average.

    Where a few sides bear the observation, one misread undoes it.
    """
    sure = [use.confidence for use in uses]
    return Finding(
        kind,
        uses[0].section,
        tuple(names),
        tuple(use.side for use in uses),
        tuple(page for use in uses for page in use.pages),
        observation,
        round(min(sure) if len(sure) <= 2 else sum(sure) / len(sure), 4),
        None if chance is None else round(chance, 4),
    )


def _sole_appearances(uses: Sequence[Use], times: Counter[str]) -> Iterator[Finding]:
    """A skeleton seen once, weighed by how soon it would have been seen again at work."""
    team = len({use.skeleton for use in uses if times[use.skeleton] > 1})
    sheets = uses[-1].sheet + 1
    seen = Counter(title.numeral for use in uses for title in use.titles if title.numeral)
    for use in uses:
        known = [title.numeral for title in use.titles if title.numeral]
        elsewhere = sum(seen[numeral] > 1 for numeral in known)
        if times[use.skeleton] > 1 or elsewhere:
            continue  # its titles have been seen: only their company is new
        near = [other for other in uses if abs(other.sheet - use.sheet) <= _FEWEST]
        beside = len({other.skeleton for other in near if times[other.skeleton] > 1}) or team
        room = min(use.sheet, sheets - 1 - use.sheet)
        text = f"The titles of {use.side} are seen nowhere else: skeleton {use.skeleton} printed "
        text += "only this sheet side."
        # Two sides a sheet, on each of which it would have come as often as the others.
        chance = (1 - 1 / (beside + 1)) ** (2 * room)
        yield _finding(Kind.SOLE_APPEARANCE, [use.skeleton], [use], text, chance)


def _shared_sheets(uses: Sequence[Use]) -> Iterator[Finding]:
    """Sheets both of whose sides one skeleton printed, consecutive ones together."""
    sheets: dict[int, list[Use]] = {}
    for use in uses:
        sheets.setdefault(use.sheet, []).append(use)
    alike = {
        number: sides[0].skeleton if len(sides) == 2 and len({s.skeleton for s in sides}) == 1
        else ""
        for number, sides in sheets.items()
    }  # fmt: skip
    for skeleton, run in groupby(sheets, key=alike.__getitem__):
        sides = [use for number in run for use in sheets[number]]
        if skeleton:
            text = f"Skeleton {skeleton} printed both formes of {count(len(sides) // 2, 'sheet')}: "
            yield _finding(Kind.SHARED_SHEET, [skeleton], sides, f"{text}{span(sides)}.")


def _separate(uses: Sequence[Use]) -> tuple[list[list[Use]], Finding | None]:
    """Divide uses by sets of skeletons that never meet on a sheet, where that is no accident."""
    sheets = by_sheet(uses, [use.skeleton for use in uses])
    sets = significant_sets(sheets)
    chance = chance_of_sets(uses, len(sets)) if len(sets) > 1 else 1.0
    if chance > LIMIT:
        return [list(uses)] if uses else [], None
    divided = [[use for use in uses if use.skeleton in own] for own in sets]
    both = [use for use in uses if any(use in own for own in divided)]
    names = list(dict.fromkeys(use.skeleton for use in both))
    texts = [_who_prints_what(uses, [name for name in names if name in own]) for own in sets]
    text = f"{'; s'.join(text[1:] for text in texts)}"
    text = f"S{text}: no sheet has skeletons of more than one of these sets."
    return divided, _finding(Kind.SEPARATE_SETS, names, both, text, chance)


def _who_prints_what(uses: Sequence[Use], own: Sequence[str]) -> str:
    """Skeletons I and II print A(o) to B(i) and E(o) to F(i)."""
    parts = groupby(uses, key=lambda use: use.skeleton in own)
    stretches = [span(list(run)) for inside, run in parts if inside]
    where = listed(stretches)
    if len(stretches) > _MAX_STRETCHES:
        names = dict.fromkeys(sheet_name(use) for use in uses if use.skeleton in own)
        where = runs(list(names), list(dict.fromkeys(map(sheet_name, uses))))
    return f"{skeletons(own)} print{'' if len(own) > 1 else 's'} {where}"


def _alternations(teams: Sequence[Team], uses: Sequence[Use]) -> Iterator[Finding]:
    """Skeletons that take turns among `uses`; the same ones before and after a pause together."""
    for team in teams:
        sheets = by_sheet(team.uses, [use.skeleton for use in team.uses])
        if team.chance > LIMIT or len(sheets) < _FEWEST:
            continue
        own = list(team.uses)
        if all(len(sheet) == 1 for sheet in sheets):
            stretches = listed(map(_sheet_span, team.stretches))
            text = f"{skeletons(team.skeletons)} take sheets in turn from {stretches}."
        elif in_order := _in_one_order(team, uses):
            own += [use for use in in_order if use not in own]
            text = _in_order(team.skeletons, in_order, uses)
        else:
            apart = sum(len(set(sheet)) > 1 for sheet in sheets)
            text = f"{skeletons(team.skeletons)} take turns from "
            text += f"{listed(map(span, team.stretches))}: in {apart} of {len(sheets)} sheets the "
            text += f"two sides have different skeletons{_who_with_whom(team.uses)}."
        own.sort(key=lambda use: use.order)
        yield _finding(Kind.ALTERNATION, team.skeletons, own, text, team.chance)


def _in_one_order(team: Team, uses: Sequence[Use]) -> Sequence[Use]:
    """The stretch over which the skeletons of a team follow each other in one order.

    It may be longer than the team is complete: a skeleton is absent only from
    its missed turn on.
    """
    if not _cycle(team.uses):
        return ()
    among = [use for use in uses if use.skeleton in team.skeletons]
    cycle = _cycle(among)
    return among[cycle] if cycle else team.uses[_cycle(team.uses) or slice(0)]


def _sheet_span(uses: Sequence[Use]) -> str:
    """From the first sheet to the last: P to Y."""
    return f"{sheet_name(uses[0])} to {sheet_name(uses[-1])}"


def _cycle(uses: Sequence[Use]) -> slice | None:
    """The longest stretch over which three skeletons or more follow each other in one order.

    It must hold for most of the uses: a short one may be an accident.
    """
    names = [use.skeleton for use in uses]
    period = len(set(names))
    best = slice(0, 0)
    start = 0
    for stop in range(1, len(names) + 1):
        if stop - start > period and names[stop - 1] != names[stop - 1 - period]:
            start = stop - period
        if stop - start > best.stop - best.start and len(set(names[start:stop])) == period:
            best = slice(start, stop)
    length = best.stop - best.start
    is_clear = period > 2 and length >= _ROUNDS * period and 2 * length >= len(names)
    return best if is_clear else None


def _in_order(names: Sequence[str], own: Sequence[Use], uses: Sequence[Use]) -> str:
    """Who follows whom over the stretch in which one order is kept, and who prints the rest."""
    text = f"{skeletons(names)} take turns from {span(own)}, always in the same order"
    text += f"{_who_with_whom(own)}."
    among = [use for use in uses if use.skeleton in names]
    before = [use for use in among if use.order < own[0].order]
    after = [use for use in among if use.order > own[-1].order]
    for part in filter(None, (before, after)):
        where = f"{'in' if len(part) == 1 else 'from'} {span(part)}"
        text += f" {where[0].upper()}{where[1:]} this order is not kept"
        shared = sheets_by_skeletons(part, names)
        text += f": {shared}." if shared else "."
    return text


def _who_with_whom(uses: Sequence[Use]) -> str:
    """Which skeletons print outer and inner forme of which sheets, where few pairs do most.

    Of two there is nothing to say: they are together on every sheet.
    """
    if len({use.skeleton for use in uses}) < 3:
        return ""
    sheets = [sheet for sheet in sheets_of(uses) if len(sheet) == 2]
    pairs: dict[tuple[str, str], list[str]] = {}
    for one, two in sheets:
        pairs.setdefault((one.skeleton, two.skeleton), []).append(sheet_name(one))
    usual = {pair: own for pair, own in pairs.items() if len(own) > 1}
    if len(usual) < 2 or sum(map(len, usual.values())) < _MAX_SHEETS * len(sheets):
        return ""
    order = [sheet_name(sheet[0]) for sheet in sheets_of(uses)]
    texts = [f"{one} and {two} print {runs(own, order)}" for (one, two), own in usual.items()]
    return f"; outer and inner forme: {'; '.join(texts)}"


def _interruption(brk: Break) -> Finding:
    name = brk.own.skeleton
    if brk.back is None:
        text = f"Skeleton {name} is last seen in {brk.last.side}, and does not return."
        return _finding(Kind.INTERRUPTION, [name], [brk.last], text, brk.chance)
    missed = brk.back.sheet - brk.last.sheet - 1
    text = f"Skeleton {name} is absent for {count(missed, 'sheet')}, between {brk.last.side} and "
    text += brk.back.side
    if brk.meanwhile:
        text += f"; {named(brk.meanwhile)} {'is' if len(brk.meanwhile) == 1 else 'are'} seen only "
        text += "during this time"
    return _finding(Kind.INTERRUPTION, [name], [brk.last, brk.back], f"{text}.", brk.chance)


def _reset(pair: Succession) -> Finding:
    old, new = pair.old.uses[-1], pair.new.uses[0]
    kept = {t.numeral for use in pair.old.uses for t in use.titles if t.numeral} & {
        t.numeral for use in pair.new.uses for t in use.titles if t.numeral
    }
    text = f"Skeleton {new.skeleton} takes the place of {old.skeleton}: {old.skeleton} is last seen"
    text += f" in {old.side}, {new.skeleton} first in {new.side}"
    if kept:
        text += f"; {count(len(kept), 'title')} ({listed(sorted(kept))}) went over from one to the "
        text += "other"
    kind = Kind.PARTIAL_RESET if 2 * len(kept) >= len(new.titles) else Kind.RESET
    return _finding(kind, [old.skeleton, new.skeleton], [old, new], f"{text}.", pair.chance)


def _changes_of_number(routine: Routine) -> Iterator[Finding]:
    """Skeletons that join, or leave without one to follow; those of about one time together."""
    events = [(own.first, own.uses[0], chance) for own, chance in routine.arrivals]
    events += [(own.last + 1, own.uses[-1], chance) for own, chance in routine.leaves]
    groups: list[list[tuple[int, Use, float]]] = []
    for event in sorted(events, key=lambda event: event[0]):
        near = groups and event[0] - groups[-1][-1][0] <= routine.turns.usual
        if near:
            groups[-1].append(event)
        else:
            groups.append([event])
    for group in groups:
        before, after = routine.at_work(group[0][0] - 1), routine.at_work(group[-1][0])
        if before == after:
            continue
        uses = sorted((use for _, use, _ in group), key=lambda use: use.order)
        names = list(dict.fromkeys(use.skeleton for use in uses))
        verb = "joins" if after > before else "leaves"
        verb = verb if len(names) == 1 else verb.removesuffix("s")
        text = f"{skeletons(names)} {verb} the work at {span(uses)}: "
        text += f"{count(before, 'skeleton')} in use before, {number_word(after)} after."
        chance = max(chance for _, _, chance in group)
        yield _finding(Kind.CHANGE_OF_NUMBER, names, uses, text, chance)
