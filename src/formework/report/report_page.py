"""The report page: everything in one file that needs no other, text never markup."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from typing import TYPE_CHECKING

from jinja2 import DictLoader, Environment, StrictUndefined
from markupsafe import Markup

from formework import __version__
from formework.book.model import Origin
from formework.book.title_words import is_same_text
from formework.book.wording import counted
from formework.citation import cite
from formework.findings.uses import read_uses
from formework.report.montage import MOST_MARKS, Group, group_uses, rivals
from formework.report.pictures import data_address, grey, lay_over
from formework.result_files import settings_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from formework.book.folder import Book
    from formework.book.model import SheetSide
    from formework.findings.finding import Finding
    from formework.findings.uses import Use
    from formework.report.title_strips import ShownTitles
    from formework.result import Result
    from formework.scans.title_outcome import TitleOutcome

CAVEATS = (
    "Presswork inferred from headlines is evidence, not proof (D. F. McKenzie, “Printers of the "
    "Mind”, 1969). Each finding states an observation and what it is consistent with; other "
    "evidence, of paper, type, ornaments or archives, must decide.",
    "Book order is taken for the order of printing. Formes may have been worked in another order, "
    "and sheets printed ahead or behind.",
    "Two shops can own the same face, and one compositor can space two titles alike. Recurrence is "
    "judged by letter positions and by single sorts; look at the montage before you believe it.",
    "Titles of different texts cannot be compared: nothing is said of skeletons shared between "
    "sections. Books that set their headlines anew again and again give nothing.",
    "A skeleton here is a set of titles that travel together. Chase and furniture leave no trace "
    "that is read.",
    "Accuracy was measured on simulated books only; there are no published labels for real ones.",
)


@dataclass(frozen=True)
class Contents:
    """What a report is made of."""

    book: Book
    sides: Sequence[SheetSide]
    result: Result
    findings: Sequence[Finding]
    outcome: TitleOutcome
    titles: ShownTitles
    truth: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def sections(self) -> dict[str, tuple[Use, ...]]:
        """The uses of each section."""
        return read_uses(self.result.pages, self.sides)

    @cached_property
    def groups(self) -> list[Group]:
        """The uses by skeleton."""
        return group_uses(self.sections)

    @cached_property
    def words(self) -> dict[str, str]:
        """The words of each title by signature, as they were read."""
        return {title.signature: title.text for title in self.outcome.titles if title.box}

    @cached_property
    def section_texts(self) -> dict[str, str]:
        """The words of each section's titles: verso, then recto."""
        texts = {}
        for section, uses in self.sections.items():
            pages = [page for use in uses for page in use.pages]
            usual = [
                Counter(self.words.get(page, "") for page in pages if page[-1] == face)
                for face in "vr"
            ]
            told = [count.most_common(1)[0][0] for count in usual if count]
            if len(told) == 2 and is_same_text(*told):
                told.pop()
            texts[section] = " / ".join(filter(None, told))
        return texts


def render_page(contents: Contents, staircase: bytes, matrix: bytes) -> str:
    """The whole page. All that comes from files is escaped; only our own drawing is markup."""
    files = resources.files("formework.report") / "templates"
    script = (files / "report.js").read_text("utf-8")
    environment = Environment(
        loader=DictLoader({"report.html": (files / "report.html").read_text("utf-8")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    declared = contents.book.declared
    heading = declared.title or contents.book.root.resolve().name
    return environment.get_template("report.html").render(
        heading=heading,
        described=", ".join(
            value for key, value in declared.described.items() if key not in ("title", "notes")
        ),
        css=Markup((files / "report.css").read_text("utf-8")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        staircase=Markup(_inline(staircase)),  # noqa: S704 - drawn by us, its text escaped
        matrix=f"data:image/png;base64,{base64.b64encode(matrix).decode()}",
        counts=_counts(contents),
        certainty=contents.result.certainty_words,
        warnings=contents.result.warnings,
        findings=contents.findings,
        chance=_chance,
        has_truth=bool(contents.truth),
        sections=list(_recurrence(contents)),
        montage=list(_montage(contents)),
        pairs=list(_pairs(contents)),
        facts=_facts(contents),
        sides=[{"name": s.name, "pages": " ".join(_pages(s))} for s in contents.sides],
        settings=_settings(contents.result),
        caveats=CAVEATS,
        citation=cite(heading, contents.result.settings),
        version=__version__,
    )


def _inline(svg: bytes) -> str:
    """A drawing without the lines that make it a file of its own."""
    text = svg.decode("utf-8")
    return text[text.index("<svg") :]


def _counts(contents: Contents) -> list[str]:
    """The figures at the head of the page, each in words."""
    uses = [use for own in contents.sections.values() for use in own]
    times = Counter((use.section, use.skeleton) for use in uses)
    recurring = sum(count for count in times.values() if count > 1)
    return [
        contents.result.count_words,
        f"{counted(len({use.side for use in uses}), 'sheet side')} with running titles",
        f"{recurring} of them with a skeleton that comes back",
        counted(len(contents.words), "running title"),
        counted(len(contents.findings), "finding"),
    ]


def _settings(result: Result) -> str:
    record = {"formework": result.version, **settings_record(result.settings)}
    return json.dumps(record, indent=1, ensure_ascii=False)


def _corrected(contents: Contents) -> list[str]:
    rows = contents.outcome.titles
    return [row.signature or row.image for row in rows if row.origin is Origin.CORRECTED]


def _chance(chance: float) -> str:
    """A chance in words a reader can weigh.

    >>> _chance(0.002), _chance(0.2), _chance(0.0)
    ('1 of 500', '1 of 5', 'fewer than 1 of 1000')
    """
    return f"1 of {round(1 / chance)}" if chance >= 0.001 else "fewer than 1 of 1000"


def _recurrence(contents: Contents) -> Iterator[dict[str, object]]:
    for section, uses in contents.sections.items():
        slots = sorted({title.slot for use in uses for title in use.titles})
        rows = []
        for use in uses:
            by_slot = {title.slot: title for title in use.titles}
            cells = [
                {"signature": t.signature, "title": t.numeral} if (t := by_slot.get(slot)) else None
                for slot in slots
            ]
            rows.append(
                {"side": use.side, "skeleton": use.label, "cells": cells,
                 "confidence": use.confidence}
            )  # fmt: skip
        text = contents.section_texts[section]
        name = f"Section {section}" + (f": {text}" if text else "")
        yield {"name": name, "slots": slots, "rows": rows}


def _montage(contents: Contents) -> Iterator[dict[str, object]]:
    """The strips of each skeleton, slot by slot."""
    against = rivals(contents.groups)
    for number, group in enumerate(contents.groups):
        anchored: set[str] = set()
        columns = []
        for slot in sorted({title.slot for use in group.uses for title in use.titles}):
            strips = [
                _strip(contents, use, title.signature, against.get(title.signature), anchored)
                for use in group.uses
                for title in use.titles
                if title.slot == slot
            ]
            columns.append({"name": f"slot {slot}", "strips": strips})
        name = f"Skeleton {group.label}"
        if len(contents.sections) > 1:
            name += f", section {group.section}"
        yield {"id": number + 1, "name": name, "columns": columns}


def _strip(
    contents: Contents, use: Use, signature: str, other: str | None, anchored: set[str]
) -> dict[str, object]:
    """One title; the first of its side is where links to the side lead."""
    anchor = "" if use.side in anchored else use.side
    anchored.add(use.side)
    pixels = grey(contents.titles.strip(signature))
    marks = contents.titles.marks(signature, other)[:MOST_MARKS] if other else ()
    return {
        "signature": signature,
        "anchor": anchor,
        "text": contents.words.get(signature, ""),
        "picture": data_address(pixels),
        "width": pixels.shape[1],
        "height": pixels.shape[0],
        "marks": [{"left": f"{100 * mark.left:.2f}", "text": mark.text} for mark in marks],
        "against": other or "",
    }


def _pairs(contents: Contents) -> Iterator[dict[str, object]]:
    """Each title over the one before it that is the same, sheet side by sheet side."""
    against = rivals(contents.groups)
    last: dict[tuple[str, str], str] = {}
    for uses in contents.sections.values():
        for use in uses:
            pairs = []
            for title in use.titles:
                key = (
                    (title.numeral, use.section) if title.numeral else (use.label, str(title.slot))
                )
                before = last.get(key)
                pairs.append(_pair(contents, title.signature, before, against))
                last[key] = title.signature
            yield {"name": f"{use.side}, skeleton {use.label}", "pairs": pairs}


def _pair(
    contents: Contents, signature: str, before: str | None, against: Mapping[str, str]
) -> dict[str, object]:
    others = [other for other in (before, against.get(signature)) if other]
    comparable = [o for o in others if contents.titles.are_one_text(signature, o)]
    other = comparable[0] if comparable else ""
    if not other:
        heading = f"{signature}: no other title to lay it over"
        return {"signature": signature, "other": "", "heading": heading, "picture": "",
                "verdict": ""}  # fmt: skip
    pixels = lay_over(contents.titles.strip(signature), contents.titles.strip(other))
    taken = "the same" if other == before else "a new title"
    return {
        "signature": signature,
        "other": other,
        "heading": f"{signature} (red) and {other} (cyan), taken for {taken}",
        "picture": data_address(pixels),
        "width": pixels.shape[1],
        "height": pixels.shape[0],
        "verdict": contents.titles.verdict(signature, other),
    }


def _facts(contents: Contents) -> list[tuple[str, str]]:
    declared = contents.book.declared
    without = [t.signature or t.image for t in contents.outcome.titles if not t.box]
    facts = [
        ("format", declared.book_format.word if declared.book_format else ""),
        ("collation", declared.collation.formula if declared.collation else ""),
        ("sheet sides", str(len(contents.sides))),
        ("own imposition", "yes, from book.toml" if declared.imposition else ""),
        ("pages without a running title", ", ".join(without)),
        ("pages with no image", ", ".join(declared.missing)),
        ("doubtful boxes", ", ".join(contents.outcome.doubtful)),
        ("corrected boxes", ", ".join(_corrected(contents))),
        ("notes", declared.described.get("notes", "")),
    ]
    return [(name, value) for name, value in facts if value]


def _pages(side: SheetSide) -> list[str]:
    return [page.signature if page else "–" for page in side.pages]
