"""What the report says about the book in words: counts, facts, corrections and caveats."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from formework.book.model import Origin
from formework.book.wording import counted
from formework.result_files import settings_record

if TYPE_CHECKING:
    from formework.book.model import RunningTitle
    from formework.report.report_contents import Contents
    from formework.result import Result

CAVEATS = (
    "Presswork inferred from headlines is evidence, not proof (D. F. McKenzie, “Printers of the "
    "Mind”, 1969). Each finding states an observation and what it is consistent with; other "
    "evidence, of paper, type, ornaments or archives, must decide.",
    "The order of printing is assumed to be the order of the book. Formes may have been printed in "
    "another order, and sheets earlier or later.",
    "Two shops can own the same typeface, and one compositor can space two titles alike. Titles "
    "are identified by the positions of letters and by single sorts; check the montage.",
    "Titles with different texts cannot be compared: the report says nothing about skeletons "
    "shared between sections. A book whose headlines were reset for every forme shows no pattern.",
    "A skeleton here is a set of titles that move together. Chase and furniture leave no trace "
    "that the program reads.",
    "Accuracy was measured on simulated books only; there are no published labels for real ones.",
)


def count_items(contents: Contents) -> list[str]:
    """The counts at the head of the report, in words."""
    uses = [use for section in contents.sections.values() for use in section]
    use_counts = Counter((use.section, use.skeleton) for use in uses)
    recurring = sum(count for count in use_counts.values() if count > 1)
    return [
        contents.result.count_words,
        f"{counted(len({use.side for use in uses}), 'sheet side')} with running titles",
        f"{recurring} of them with a skeleton used more than once",
        counted(len(contents.words), "running title"),
        counted(len(contents.findings), "finding"),
    ]


def list_facts(contents: Contents) -> list[tuple[str, str]]:
    """Name and value of each fact about how the book was read; empty ones are left out."""
    declared = contents.book.declared
    iiif = declared.iiif
    without = [_page_name(title) for title in contents.outcome.titles if not title.box]
    settings = contents.result.settings
    facts = [
        ("format", declared.book_format.word if declared.book_format else ""),
        ("collation", declared.collation.formula if declared.collation else ""),
        ("sheet sides", str(len(contents.sides))),
        ("imposition", "from book.toml" if declared.imposition else ""),
        ("kernel", f"{settings.kernel} ({settings.kernel.system} system)"),
        ("number of skeletons given", str(contents.result.number_given or "")),
        ("IIIF manifest", iiif.manifest if iiif else ""),
        ("IIIF label", iiif.label if iiif else ""),
        ("IIIF attribution", iiif.attribution if iiif else ""),
        ("pages without a running title", ", ".join(without)),
        ("pages without an image", ", ".join(declared.missing)),
        ("doubtful titles", ", ".join(contents.outcome.doubtful)),
        ("notes", declared.described.get("notes", "")),
    ]
    return [(name, value) for name, value in facts if value]


def list_corrections(contents: Contents) -> list[dict[str, str]]:
    """The rows of titles.csv that a person corrected: page, box in pixels, text, section."""
    return [
        {
            "page": _page_name(title),
            "box": f"{box.x}, {box.y}, {box.width} × {box.height}" if (box := title.box) else "",
            "text": title.text,
            "section": title.section,
        }
        for title in contents.outcome.titles
        if title.origin is Origin.CORRECTED
    ]


def list_decisions(contents: Contents) -> list[dict[str, str]]:
    """Every decision of the scholar, in order; undone ones are marked."""
    decisions = contents.decisions
    return [
        {
            "number": str(decision.number),
            "at": decision.at,
            "by": decision.by,
            "words": decision.words,
            "why": decision.why,
            "undone": f"undone by {undo}" if (undo := decisions.undone_by.get(decision.number))
            else "",
        }
        for decision in decisions.lines
    ]  # fmt: skip


def settings_json(result: Result) -> str:
    """The settings and the version that made a result."""
    record = {"formework": result.version, **settings_record(result.settings)}
    return json.dumps(record, indent=1, ensure_ascii=False)


def _page_name(title: RunningTitle) -> str:
    """The signature of a page; without one, its image."""
    return title.signature or title.image
