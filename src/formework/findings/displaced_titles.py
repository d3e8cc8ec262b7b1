"""Titles out of their usual slots: turned with the chase, moved together, moved singly."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

from formework.findings.arrangements import forme_of
from formework.findings.finding import Finding, Kind
from formework.findings.phrases import count, listed, named, span
from formework.findings.transfer import FEWEST_USES, one_place_on

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from formework.findings.arrangements import Arranged, Way
    from formework.findings.uses import Use

_TURNED = 0.75  # share of the titles in the opposite slots from which a chase was turned
_ESTABLISHED = 2  # other uses that must show the usual way for a departure from it to count
_UNSETTLED = 5  # displaced uses from which they are one finding: titles do not keep their slots
_DENSE = 0.5  # share of displaced uses in a stretch from which the stretch is named


class How(StrEnum):
    """How most titles of a use stand, compared with their usual slots."""

    TURNED = "in the opposite slots (the chase turned round)"
    ONE_PLACE_ON = "one place on"
    OTHERWISE = "elsewhere"
    SINGLY = "singly elsewhere"


def displaced_findings(
    by_skeleton: Sequence[Sequence[Arranged]], turned: Sequence[int] | None
) -> Iterator[Finding]:
    """The findings on titles of a section that are not in their usual slots.

    `turned` says, slot by slot from 0, where a title goes in a turned chase.
    Many displaced uses are one finding.
    """
    displaced = [
        one
        for own in by_skeleton
        for one in own
        if one.moved and one.shown >= _ESTABLISHED
    ]  # fmt: skip
    displaced.sort(key=lambda one: one.use.order)
    if len(displaced) >= _UNSETTLED:
        order = sorted((one.use for own in by_skeleton for one in own), key=lambda use: use.order)
        yield _unsettled(displaced, order, turned)
    else:
        yield from _moved_together(displaced, turned)
        for own in by_skeleton:
            yield from _turned_once([one for one in own if one in displaced], turned)
            yield from _moved_singly([one if one in displaced else None for one in own], turned)
    for own in by_skeleton:
        yield from _changed_for_good(own, turned)


def _is_turned(way: Way, usual: Way, turned: Sequence[int] | None, known: Iterable[int]) -> bool:
    """Whether most titles stand in the slots opposite to the usual ones."""
    if not turned:
        return False
    known = list(known)
    opposite = sum(way[slot] == usual[turned[slot]] for slot in known)
    return opposite > 1 and opposite >= _TURNED * len(known)


def _out_of_place(one: Arranged, turned: Sequence[int] | None) -> tuple[tuple[int, int], ...]:
    """The slots whose titles are usually in another slot, each with that slot.

    In a turned chase the usual slot is the opposite one.
    """
    usual = one.usual
    if turned and _is_turned(one.way, usual, turned, one.known):
        usual = tuple(usual[slot] for slot in turned)
    return tuple(
        (slot, usual.index(one.way[slot])) for slot in sorted(one.known)
        if one.way[slot] != usual[slot]
    )  # fmt: skip


def _how(one: Arranged, turned: Sequence[int] | None) -> How:
    moves = {home: slot for slot, home in _out_of_place(one, turned)}
    if 2 * len(moves) > len(one.known):
        return How.ONE_PLACE_ON if one_place_on(moves, len(one.usual)) else How.OTHERWISE
    return How.TURNED if _is_turned(one.way, one.usual, turned, one.known) else How.SINGLY


def _unsettled(
    displaced: Sequence[Arranged], order: Sequence[Use], turned: Sequence[int] | None
) -> Finding:
    """Titles that do not keep their slots over many uses."""
    uses = [one.use for one in displaced]
    within = [use for use in order if uses[0].order <= use.order <= uses[-1].order]
    if len(uses) >= _DENSE * len(within):
        text = f"From {span(within)} titles do not keep their slots. On {len(uses)} of these "
        text += f"{count(len(within), 'sheet side')} some or most are not in the usual ones"
    else:
        text = f"On {len(uses)} of {count(len(order), 'sheet side')} some or most titles are not "
        text += "in their usual slots"
    by_how = {how: [one.use.side for one in displaced if _how(one, turned) is how] for how in How}
    parts = [f"{how} in {listed(sides)}" for how, sides in by_how.items() if sides]
    skeletons = dict.fromkeys(use.skeleton for use in uses)
    found = _stands(
        Kind.TRANSFER, uses, [page for use in uses for page in use.pages],
        f"{text}: {'; '.join(parts)}.",
    )  # fmt: skip
    sure = sum(use.confidence for use in uses) / len(uses)
    return replace(found, skeletons=tuple(skeletons), confidence=round(sure, 4))


def _moved_together(
    displaced: Sequence[Arranged], turned: Sequence[int] | None
) -> Iterator[Finding]:
    """Uses to which most titles came in another way than usual; those of one way together."""
    for how in (How.ONE_PLACE_ON, How.OTHERWISE):
        uses = [one.use for one in displaced if _how(one, turned) is how]
        if not uses:
            continue
        names = list(dict.fromkeys(use.skeleton for use in uses))
        where = "one place on from" if how is How.ONE_PLACE_ON else "not in"
        text = f"In {listed(use.side for use in uses)} most titles of {named(names)} are {where} "
        text += "their usual slots."
        found = _stands(Kind.TRANSFER, uses, [page for use in uses for page in use.pages], text)
        sure = sum(use.confidence for use in uses) / len(uses)
        yield replace(found, skeletons=tuple(names), confidence=round(sure, 4))


def _turned_once(displaced: Sequence[Arranged], turned: Sequence[int] | None) -> Iterator[Finding]:
    """The sides for which one skeleton was turned, together."""
    uses = [
        one.use for one in displaced if _is_turned(one.way, one.usual, turned, one.known)
    ]  # fmt: skip
    if uses:
        text = f"In {listed(use.side for use in uses)} the titles of skeleton {uses[0].skeleton} "
        text += "are in the slots opposite to their usual ones, as when the chase is turned round."
        yield _stands(Kind.TURNED, uses, [page for use in uses for page in use.pages], text)


def _moved_singly(
    arranged: Sequence[Arranged | None], turned: Sequence[int] | None
) -> Iterator[Finding]:
    """Single titles out of their slots, over as many uses as they stay there.

    `arranged` are the uses of one skeleton, `None` where all titles are in their slots.
    """

    def moves(one: Arranged | None) -> tuple[tuple[int, int], ...]:
        return _out_of_place(one, turned) if one else ()

    for moved, run in groupby(arranged, key=moves):
        ones = [one for one in run if one]
        if not moved or 2 * len(moved) > len(ones[0].known):
            continue
        uses = [one.use for one in ones]
        text = f"In {listed(use.side for use in uses)} {_moves_in_words(uses, moved)}"
        yield _of_titles(uses, [slot for slot, _ in moved], text)


def _moves_in_words(uses: Sequence[Use], moved: Sequence[tuple[int, int]]) -> str:
    """What moved: two titles that changed places, or each with its slot."""
    name = uses[0].skeleton
    numerals = {title.slot - 1: title.numeral for title in uses[0].titles}
    pages = _pages_of(uses, [slot for slot, _ in moved])
    if len(moved) == 2 and moved[0] == moved[1][::-1]:
        pair = sorted(numerals[slot] for slot, _ in moved)
        return (
            f"two titles of skeleton {name} ({listed(pair)}) have changed places: {listed(pages)}."
        )
    slots = [f"{numerals[slot]} in {slot + 1} instead of {home + 1}" for slot, home in moved]
    return (
        f"titles of skeleton {name} are not in their usual slots: {', '.join(slots)} "
        f"({', '.join(pages)})."
    )


def _changed_for_good(
    arranged: Sequence[Arranged], turned: Sequence[int] | None
) -> Iterator[Finding]:
    """Where the usual way of a skeleton that prints one kind of forme changes for good.

    For one that prints both, the way titles pass between them is read instead.
    """
    formes = [forme_of(one.use.side) for one in arranged]
    main = max(formes, key=formes.count)
    if len(formes) - formes.count(main) >= FEWEST_USES:
        return
    own = [one for one, forme in zip(arranged, formes, strict=True) if forme == main]
    for before, after in pairwise(own):
        slots = [
            slot for slot, (old, new) in enumerate(zip(before.usual, after.usual, strict=True))
            if old != new and slot in after.known
        ]  # fmt: skip
        if not slots or min(before.shown, after.shown) < 1:
            continue
        use, last = after.use, before.use.side
        if _is_turned(after.usual, before.usual, turned, range(len(before.usual))):
            text = f"From {use.side} on the titles of skeleton {use.skeleton} are in the slots "
            text += f"opposite to those they had up to {last}, as when the chase is turned round."
            yield _stands(Kind.TURNED, [use], use.pages, text)
            continue
        pages = listed(_pages_of([use], slots))
        text = f"From {use.side} on, {count(len(slots), 'title')} of skeleton {use.skeleton} "
        text += f"stand in other slots than up to {last} ({pages})."
        yield _of_titles([use], slots, text)


def _pages_of(uses: Sequence[Use], slots: Sequence[int]) -> list[str]:
    return [t.signature for use in uses for t in use.titles if t.slot - 1 in slots]


def _of_titles(uses: Sequence[Use], slots: Sequence[int], text: str) -> Finding:
    """A finding on single titles, as sure as their identities."""
    pages = _pages_of(uses, slots)
    titles = [t for use in uses for t in use.titles if t.signature in pages]
    found = _stands(Kind.MOVED_TITLE, uses, pages, text)
    sure = found.confidence * sum(title.confidence for title in titles) / len(titles)
    return replace(found, confidence=round(sure, 4))


def _stands(kind: Kind, uses: Sequence[Use], pages: Iterable[str], text: str) -> Finding:
    """A finding on how titles stand, as sure as the least sure of its uses."""
    return Finding(
        kind, uses[0].section, (uses[0].skeleton,), tuple(use.side for use in uses),
        tuple(pages), text, min(use.confidence for use in uses),
    )  # fmt: skip
