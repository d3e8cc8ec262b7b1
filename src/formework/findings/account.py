"""An account of the printing: the findings in connected prose, and a table one could print.

The routine comes first, then changes, then exceptions, then what remains
uncertain. The account says what was observed, never why.
"""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import shorten
from typing import TYPE_CHECKING

from formework.findings.finding import CHANGES, EXCEPTIONS, ROUTINE, Kind
from formework.findings.phrases import count, listed, number_word, runs, span
from formework.findings.recurrence_words import not_established
from formework.findings.replaced_titles import in_one_sentence
from formework.findings.rotation import FEWEST_SIDES, PERIODS
from formework.findings.section_words import section_words
from formework.findings.sheetwise import sheet_name, sheets_by_skeletons, sheets_of
from formework.findings.uses import is_established, read_uses

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.findings.recurrence_words import Nearest
    from formework.findings.uses import Use
    from formework.result import PageResult

_HEDGES = {"strong": "", "fair": " (probable)", "weak": " (a weak indication)"}
_UNSURE = 0.7  # confidence below which the skeleton of a side is called uncertain
_FEWEST = 8  # sheet sides, those of four sheets, below which no order is read in a section
_MAX_NAMED = 6  # uncertain sheet sides that are named; more are counted
_MAX_LETTERS = 50  # of the words of a section


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
    texts: Mapping[str, str] | None = None,
) -> Account:
    """Give an account of a book from its table of skeletons and its findings.

    `nearest` are the sheet sides that come nearest to sharing titles, likeliest
    first; `texts` the words of each title by signature, where they are known.
    """
    sections = read_uses(pages, sides)
    many = len(sections) > 1
    paragraphs: list[str] = []
    rows: list[tuple[str, ...]] = []
    for section, uses in sections.items():
        own = [finding for finding in findings if finding.section == section]
        name = _section_name(section, uses, texts or {}) if many else ""
        if many and len(uses) < _FEWEST:
            paragraphs.append(_short_section(name, uses, own))
        else:
            paragraphs += _section(uses, own, nearest, name)
        rows += ((section, *row) if many else row for row in _rows(uses))
    paragraphs.append(_in_common(list(sections.values())))
    header = ("skeleton", "state", "outer formes", "inner formes")
    return Account(tuple(paragraphs), ("section", *header) if many else header, tuple(rows))


def _section_name(section: str, uses: Sequence[Use], texts: Mapping[str, str]) -> str:
    """Section 2 (CHANSONS / SPIRITVELLES.)."""
    # The words were read from the page: a bar would break the table of account.md.
    words = shorten(section_words(uses, texts).replace("|", " "), _MAX_LETTERS, placeholder=" …")
    return f"Section {section} ({words})" if words else f"Section {section}"


def _section(
    uses: Sequence[Use], findings: Sequence[Finding], nearest: Sequence[Nearest], name: str
) -> Iterator[str]:
    where = f"{name}: the" if name else "The"
    titles = sum(len(use.titles) for use in uses)
    basis = f"{where} running titles of {count(titles, 'page')} on "
    basis += f"{count(len(uses), 'sheet side')}, {span(uses)}, were compared."
    if is_established(uses):
        yield f"{basis} {_number_of_skeletons(uses)}"
        if not any(finding.kind in ROUTINE for finding in findings):
            yield _order_of_use(uses)
    else:
        yield basis
        yield not_established(uses, nearest, has_routine=bool(findings))
    for kinds in (ROUTINE, CHANGES, EXCEPTIONS):
        said = " ".join(_said(findings, kinds))
        if said and kinds is EXCEPTIONS:
            yield f"Exceptions: {said[0].lower()}{said[1:]}"
        elif said:
            yield said
    uncertain = _uncertain(uses)
    if uncertain:
        yield uncertain


def _short_section(name: str, uses: Sequence[Use], findings: Sequence[Finding]) -> str:
    """A section too short for an order of skeletons to be read."""
    pages = count(sum(len(use.titles) for use in uses), "page")
    text = f"{name} has {pages} with a running title ({span(uses)}), too few to read an order of "
    text += "skeletons."
    by_skeleton: dict[str, list[str]] = {}
    for use in uses:
        by_skeleton.setdefault(use.skeleton, []).append(use.side)
    shared = [listed(sides) for sides in by_skeleton.values() if len(sides) > 1]
    if shared:
        text += f" Titles recur on {'; on '.join(shared)}."
    return " ".join([text, *_said(findings, (*ROUTINE, *CHANGES, *EXCEPTIONS))])


def _number_of_skeletons(uses: Sequence[Use]) -> str:
    """With how many skeletons the section was printed."""
    skeletons = len({use.skeleton for use in uses})
    states = len({use.label for use in uses})
    text = f"They belong to {count(skeletons, 'skeleton')}"
    if states > skeletons:
        text += f", in {count(states, 'state')}"
    return f"{text}."


def _order_of_use(uses: Sequence[Use]) -> str:
    """Which skeletons printed which sheets, where no routine can be shown."""
    names = list(dict.fromkeys(use.skeleton for use in uses))
    shared = sheets_by_skeletons(uses, names)
    if not shared:
        sheets = [
            f"{sheet_name(sheet[0])} {' '.join(use.skeleton for use in sheet)}"
            for sheet in sheets_of(uses)
        ]
        shared = f"outer and inner forme of each sheet: {', '.join(sheets)}"
    return (
        f"{shared[0].upper()}{shared[1:]}. No regular order can be shown to be more than chance: "
        "the sequence is too short, or has none."
    )


def _said(findings: Sequence[Finding], kinds: Sequence[Kind]) -> list[str]:
    """The observations of some kinds, with how sure they are; partial resets in one sentence."""
    resets = [f for f in findings if f.kind is Kind.PARTIAL_RESET and f.kind in kinds]
    in_one = len(resets) > 1 and all(len(reset.skeletons) == 1 for reset in resets)
    said = []
    for finding in findings:
        if in_one and finding in resets:
            if finding is resets[0]:
                weakest = min(resets, key=lambda reset: reset.sureness)
                said.append(_hedged(in_one_sentence(resets), weakest.degree))
        elif finding.kind in kinds:
            said.append(_hedged(finding.observation, finding.degree))
    return said


def _hedged(observation: str, degree: str) -> str:
    return f"{observation.removesuffix('.')}{_HEDGES[degree]}."


def _uncertain(uses: Sequence[Use]) -> str:
    """Which sheet sides and how many titles of a section remain uncertain."""
    parts = []
    unsure = [use.side for use in uses if use.confidence < _UNSURE]
    if len(unsure) > _MAX_NAMED:
        parts.append(f"The skeleton is uncertain on {len(unsure)} of {len(uses)} sheet sides.")
    elif unsure:
        parts.append(f"The skeleton is uncertain on {listed(unsure)}.")
    titles = [title for use in uses for title in use.titles]
    blank = sum(not title.numeral for title in titles)
    if blank:
        parts.append(f"Of {len(titles)} titles, {blank} could not be identified with certainty.")
    return " ".join(parts)


def _in_common(sections: Sequence[Sequence[Use]]) -> str:
    """What was not tested, and what everything else depends on."""
    longest = max((len(uses) for uses in sections), default=0)
    if longest < _FEWEST:
        tested = "There are too few sheet sides to test the order of skeletons."
    elif longest < FEWEST_SIDES:
        tested = "There are too few sheet sides to test for a rotation of single titles."
    else:
        tested = "Rotations with a period of more than "
        tested += f"{number_word(PERIODS[-1])} sheet sides were not tested"
        short = any(_FEWEST <= len(uses) < FEWEST_SIDES for uses in sections)
        tested += f", nor any in sections of fewer than {FEWEST_SIDES}." if short else "."
    return (
        f"{tested} The sheets are assumed to have been printed in the order of the book. These "
        "observations are evidence, not proof: more than one way of working may explain them."
    )


def _rows(uses: Sequence[Use]) -> Iterator[tuple[str, ...]]:
    """A row for each skeleton and state: the sheets whose outer and inner formes it printed."""
    skeletons = [use.skeleton for use in uses]
    labels = sorted(
        {(use.skeleton, use.state) for use in uses},
        key=lambda own: (skeletons.index(own[0]), own[1]),
    )
    sheets = [sheet_name(sheet[0]) for sheet in sheets_of(uses)]
    for skeleton, state in labels:
        own = [use for use in uses if (use.skeleton, use.state) == (skeleton, state)]
        outer = [sheet_name(use) for use in own if not use.side.endswith("(i)")]
        inner = [sheet_name(use) for use in own if use.side.endswith("(i)")]
        yield skeleton, str(state), runs(outer, sheets), runs(inner, sheets)
