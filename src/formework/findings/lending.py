"""Titles that skeletons lend each other as a rule: each is in one and the other by turns.

While two skeletons are at work, most titles stay with their own. A lent title
is at home in the skeleton whose outer formes it stands on more often, or else
in which it was first seen, and a guest in the other.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING

from formework.findings.arrangements import forme_of
from formework.findings.finding import Finding, Kind
from formework.findings.phrases import listed, named, span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.findings.uses import Standing, Use

_FEWEST_TURNS = 4  # changes between skeletons from which lending is a rule, not an accident
_SHOWN = 6  # pages of a title given as an example


@dataclass(frozen=True, slots=True)
class LentTitle:
    """A title that stands in two skeletons by turns, from the first turn to the last."""

    numeral: str
    home: str
    host: str
    stands: tuple[tuple[Use, Standing], ...]

    @property
    def leaves(self) -> tuple[str, str]:
        """The leaves it stands on in outer and in inner formes, one of each: 8v, 1v."""
        found = {"o": "", "i": ""}
        for use, title in self.stands:
            leaf = re.search(r"\d+[rv]$", title.signature)
            if leaf and forme_of(use.side):
                found[forme_of(use.side)] = leaf[0]
        return found["o"], found["i"]


def read_lending(uses: Sequence[Use]) -> tuple[LentTitle, ...]:
    """The titles of a section that pass between skeletons as a rule."""
    stands: dict[str, list[tuple[Use, Standing]]] = {}
    for use in uses:
        for title in use.titles:
            if title.numeral:
                stands.setdefault(title.numeral, []).append((use, title))
    lent = []
    for numeral, own in stands.items():
        runs = [list(run) for _, run in groupby(own, key=lambda pair: pair[0].skeleton)]
        skeletons = list(dict.fromkeys(run[0][0].skeleton for run in runs))
        if len(skeletons) == 2 and len(runs) > _FEWEST_TURNS:
            by_turns = [runs[0][-1], *(pair for run in runs[1:] for pair in run)]
            outer = Counter(use.skeleton for use, _ in own if forme_of(use.side) == "o")
            home, host = sorted(skeletons, key=lambda name: -outer[name])
            lent.append(LentTitle(numeral, home, host, tuple(by_turns)))
    return tuple(lent)


def without_guests(uses: Sequence[Use], lent: Sequence[LentTitle]) -> list[Use]:
    """The uses with lent titles known only where they are at home."""
    hosts = {(title.numeral, title.host) for title in lent}
    return [
        replace(
            use,
            titles=tuple(
                replace(title, numeral="") if (title.numeral, use.skeleton) in hosts else title
                for title in use.titles
            ),
        )
        for use in uses
    ]


def lending_findings(uses: Sequence[Use], lent: Sequence[LentTitle]) -> Iterator[Finding]:
    """For each two skeletons, one finding on the titles they lend each other."""
    pairs = {frozenset((title.home, title.host)) for title in lent}
    for names in sorted(map(sorted, pairs)):
        own = [title for title in lent if {title.home, title.host} == set(names)]
        yield _finding(uses, own)


def kept_until(uses: Sequence[Use], lent: Sequence[LentTitle]) -> dict[str, str]:
    """For each leaf of outer formes whose titles are lent, the last side before they are."""
    until: dict[str, str] = {}
    starts = {
        title: next(use.sheet for use, _ in title.stands if use.skeleton == title.host)
        for title in lent
    }
    for title, sheet in sorted(starts.items(), key=lambda pair: -pair[1]):
        before = [use.side for use in uses if use.sheet < sheet]
        if before and title.leaves[0]:
            until[title.leaves[0]] = before[-1]
    return until


def _finding(uses: Sequence[Use], lent: Sequence[LentTitle]) -> Finding:
    both = {name for title in lent for name in (title.home, title.host)}
    names = [name for name in dict.fromkeys(use.skeleton for use in uses) if name in both]
    guests = [use.order for title in lent for use, _ in title.stands if use.skeleton == title.host]
    first = next(use for use in uses if use.order == min(guests))
    within = [
        use for use in uses
        if use.sheet >= first.sheet and use.order <= max(guests) and use.skeleton in names
    ]  # fmt: skip
    pages = [
        (use, title.signature)
        for own in lent
        for use, title in own.stands
        if within[0].order <= use.order <= within[-1].order
    ]
    example = max(lent, key=lambda title: len(title.stands))
    shown = [title.signature for _, title in example.stands]
    text = f"From {span(within)} {named(names)} regularly exchange some titles, while the others "
    text += f"stay with their skeleton: {_where(lent)} (for example "
    text += f"{' '.join(shown[:_SHOWN])}{' …' * (len(shown) > _SHOWN)})."
    sure = [title.confidence for own in lent for _, title in own.stands]
    sides = [use.confidence for use in within]
    return Finding(
        Kind.LENDING, first.section, tuple(names), tuple(use.side for use in within),
        tuple(page for _, page in sorted(pages, key=lambda pair: pair[0].order)), text,
        round(sum(sides) / len(sides) * sum(sure) / len(sure), 4),
    )  # fmt: skip


def _where(lent: Sequence[LentTitle]) -> str:
    """The title of 1r in one skeleton is on 8r in the inner formes of the other."""
    leaves = dict.fromkeys(title.leaves for title in lent)
    if all(all(pair) and pair[0] != pair[1] for pair in leaves):
        pairs = [f"those of {outer} are on {inner}" for outer, inner in leaves]
        return f"of the titles of outer formes, {listed(pairs)} in the inner formes of the other"
    own = dict.fromkeys(leaf for pair in leaves for leaf in pair if leaf)
    return f"those of {listed(own)} are in one skeleton and the other by turns"
