"""An account of the printing: the findings in connected prose, and a table one could print.

The routine comes first, then what changed, then exceptions, then what remains
open and how sure all this is. The account says what was observed, never why.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.findings.finding import CHANGES, EXCEPTIONS, ROUTINE, Kind
from formework.findings.phrases import count, listed, runs, span
from formework.findings.rotation import PERIODS, read_lives
from formework.findings.sheetwise import sheet_name, sheets_of
from formework.findings.uses import read_uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.findings.uses import Use
    from formework.result import PageResult, Result

_HEDGES = {"strong": "", "fair": " (probable)", "weak": " (a weak indication)"}
_UNSURE = 0.7  # confidence below which the skeleton of a side is called open
_FEWEST = 6  # sheet sides below which nothing is read from the order
_LONG = 10  # sheet sides below which a rotation of single titles is not tested


@dataclass(frozen=True, slots=True)
class Nearest:
    """Two sheet sides that come nearest to sharing their titles, and the log-odds for it."""

    one: str
    other: str
    odds: float


@dataclass(frozen=True, slots=True)
class Account:
    """The account of a book: paragraphs, and a table by skeleton and state."""

    paragraphs: tuple[str, ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The paragraphs as they are read in a terminal."""
        return "\n\n".join(self.paragraphs)

    @property
    def markdown(self) -> str:
        """The account with its table, as `account.md` has it."""
        lines = [
            f"| {' | '.join(self.header)} |",
            f"|{'---|' * len(self.header)}",
            *(f"| {' | '.join(row)} |" for row in self.rows),
        ]
        return (
            "\n\n".join(["# An account of the printing", *self.paragraphs, "\n".join(lines)]) + "\n"
        )


def give_account(
    pages: Iterable[PageResult],
    sides: Sequence[SheetSide],
    findings: Sequence[Finding],
    *,
    nearest: Sequence[Nearest] = (),
) -> Account:
    """Give an account of a book from its table of skeletons and its findings.

    `nearest` are the sides that come nearest to sharing titles, likeliest
    first: they are named where sets of titles do not come back.
    """
    sections = read_uses(pages, sides)
    paragraphs: list[str] = []
    rows: list[tuple[str, ...]] = []
    for section, uses in sections.items():
        own = [finding for finding in findings if finding.section == section]
        many = len(sections) > 1
        if many and len(uses) < _FEWEST:
            paragraphs.append(_short_section(section, uses, own))
        else:
            paragraphs += _section(uses, own, nearest, named=section if many else "")
        rows += ((section, *row) if many else row for row in _rows(uses))
    paragraphs.append(_in_common(list(sections.values())))
    header = ("skeleton", "state", "outer formes", "inner formes")
    return Account(
        tuple(paragraphs), ("section", *header) if len(sections) > 1 else header, tuple(rows)
    )


def nearest_sides(result: Result, count: int = 5) -> tuple[Nearest, ...]:
    """The sheet sides of different skeletons that come nearest to having the same titles."""
    units = result.units
    skeletons = np.array([unit.skeleton for unit in units])
    apart = np.triu(skeletons[:, None] != skeletons, 1) & ~np.isnan(result.distances)
    pairs = np.argwhere(apart)
    # A distance is minus the logarithm of the chance to be the same.
    order = np.argsort(result.distances[apart], kind="stable")[:count]
    chances = np.clip(np.exp(-result.distances[apart][order]), 1e-12, 1 - 1e-12)
    log_odds = np.log(chances) - np.log1p(-chances)
    return tuple(
        Nearest(units[one].name, units[other].name, float(odds))
        for (one, other), odds in zip(pairs[order].tolist(), log_odds, strict=True)
    )


def _section(
    uses: Sequence[Use], findings: Sequence[Finding], nearest: Sequence[Nearest], *, named: str
) -> Iterator[str]:
    yield _basis(uses, named)
    if not _comes_back(uses):
        yield _what_is_missing(uses, nearest)
    elif not any(finding.kind in ROUTINE for finding in findings):
        yield _order_of_use(uses)
    for kinds in (ROUTINE, CHANGES, EXCEPTIONS):
        said = " ".join(_said(findings, kinds))
        if said and kinds is EXCEPTIONS:
            yield f"Out of the ordinary: {said[0].lower()}{said[1:]}"
        elif said:
            yield said
    unsure = _unsure(uses)
    if unsure:
        yield unsure


def _short_section(named: str, uses: Sequence[Use], findings: Sequence[Finding]) -> str:
    """A section too short for an order to be read."""
    pages = count(sum(len(use.titles) for use in uses), "page")
    text = f"Section {named} has {pages} with a running title ({span(uses)}), too few to read an "
    text += "order of skeletons."
    return " ".join([text, *_said(findings, (*ROUTINE, *CHANGES, *EXCEPTIONS))])


def _basis(uses: Sequence[Use], named: str) -> str:
    """How much was read, and with how many skeletons it was printed."""
    titles = sum(len(use.titles) for use in uses)
    skeletons = len({use.skeleton for use in uses})
    states = len({use.label for use in uses})
    where = f"Section {named}: the" if named else "The"
    text = f"{where} running titles of {count(titles, 'page')} on {count(len(uses), 'sheet side')}"
    text += f", {span(uses)}, were compared. They were printed with {count(skeletons, 'skeleton')}"
    if states > skeletons:
        text += f", in {count(states, 'state')}"
    return f"{text}."


def _order_of_use(uses: Sequence[Use]) -> str:
    """Who printed which sheet, where no routine can be shown."""
    sheets = [
        f"{sheet_name(sheet[0])} {' '.join(use.skeleton for use in sheet)}"
        for sheet in sheets_of(uses)
    ]
    return (
        f"Outer and inner forme of each sheet: {', '.join(sheets)}. No regular order of skeletons "
        "can be shown: the sequence is too short, or has none."
    )


def _comes_back(uses: Sequence[Use]) -> bool:
    times = Counter(use.skeleton for use in uses)
    return 2 * sum(number for number in times.values() if number > 1) >= len(uses)


def _what_is_missing(uses: Sequence[Use], nearest: Sequence[Nearest]) -> str:
    """Where sets of titles do not come back: that, what is known all the same, what would help."""
    lives = read_lives(uses)
    text = "Most sets of titles were seen only once, so no order of skeletons can be read."
    if lives:
        again = lives.titles - lives.once
        text += f" Of {count(lives.titles, 'different title')}, {again or 'none'} came back singly."
    own = {use.side for use in uses}
    near = [pair for pair in nearest if {pair.one, pair.other} <= own][:3]
    if near:
        pairs = [f"{pair.one} and {pair.other} (log-odds {pair.odds:+.0f})" for pair in near]
        text += f" The sheet sides that come nearest to sharing their titles are {listed(pairs)}."
    return (
        f"{text} Either headlines were set anew for every forme, or the scans do not show enough: "
        "scans of higher resolution, another copy, or a longer run of pages could decide it."
    )


def _said(findings: Sequence[Finding], kinds: Sequence[Kind]) -> list[str]:
    """The observations of some kinds, with how sure they are; later states in one sentence."""
    states = [f for f in findings if f.kind is Kind.PARTIAL_RESET and f.kind in kinds]
    said = []
    for finding in findings:
        if len(states) > 1 and finding in states:
            if finding is states[0]:
                said.append(_replaced(states))
        elif finding.kind in kinds:
            said.append(f"{finding.observation.removesuffix('.')}{_HEDGES[finding.degree]}.")
    return said


def _replaced(findings: Sequence[Finding]) -> str:
    """All later states in one sentence: by skeleton, with the new titles."""
    parts = []
    for name in dict.fromkeys(finding.skeletons[0] for finding in findings):
        own = [finding for finding in findings if finding.skeletons[0] == name]
        where = [f"{listed(f.pages)}{_HEDGES[f.degree]}" for f in own]
        parts.append(f"in skeleton {name} from {', then from '.join(where)} on")
    return f"Single titles were replaced or respaced, the others kept: {'; '.join(parts)}."


def _unsure(uses: Sequence[Use]) -> str:
    """Which sheet sides and how many titles of a section remain open."""
    parts = []
    unsure = [use.side for use in uses if use.confidence < _UNSURE]
    if unsure:
        parts.append(f"The skeleton is uncertain on {listed(unsure)}.")
    titles = [title for use in uses for title in use.titles]
    blank = sum(not title.numeral for title in titles)
    if blank:
        parts.append(f"Of {len(titles)} titles, {blank} could not be identified with certainty.")
    return " ".join(parts)


def _in_common(sections: Sequence[Sequence[Use]]) -> str:
    """What was not tested, and on what all the rest depends: said once."""
    longest = max((len(uses) for uses in sections), default=0)
    if longest < _FEWEST:
        tested = "The order of skeletons was not tested: there are too few sheet sides."
    elif longest < _LONG:
        tested = "A rotation of single titles was not tested: there are too few sheet sides."
    else:
        tested = f"Rotations of more than {PERIODS[-1]} sheet sides were not tested"
        short = any(_FEWEST <= len(uses) < _LONG for uses in sections)
        tested += f", nor any in sections of fewer than {_LONG}." if short else "."
    return (
        f"{tested} The sheets are taken to have been printed in the order of the book. What is "
        "observed here is consistent with more than one way of working, and is evidence, not proof."
    )


def _rows(uses: Sequence[Use]) -> Iterator[tuple[str, ...]]:
    """A row for each skeleton and state: the sheets whose outer and inner formes it printed."""
    labels = sorted({(use.skeleton, use.state) for use in uses}, key=lambda own: _first(uses, own))
    sheets = [sheet_name(sheet[0]) for sheet in sheets_of(uses)]
    for skeleton, state in labels:
        own = [use for use in uses if (use.skeleton, use.state) == (skeleton, state)]
        outer = [sheet_name(use) for use in own if not use.side.endswith("(i)")]
        inner = [sheet_name(use) for use in own if use.side.endswith("(i)")]
        yield skeleton, str(state), runs(outer, sheets), runs(inner, sheets)


def _first(uses: Sequence[Use], own: tuple[str, int]) -> tuple[int, int]:
    skeletons = [use.skeleton for use in uses]
    return skeletons.index(own[0]), own[1]
