"""The report page: one HTML file that needs no other; text from files is always escaped."""

from __future__ import annotations

import base64
import hashlib
from importlib import resources
from typing import TYPE_CHECKING

from jinja2 import DictLoader, Environment, StrictUndefined, Template
from markupsafe import Markup

from formework import __version__
from formework.citation import cite
from formework.findings.findings_file import verdict_words
from formework.findings.title_view import view_by_title
from formework.report.book_facts import (
    CAVEATS,
    count_items,
    list_corrections,
    list_decisions,
    list_facts,
    settings_json,
)
from formework.report.montage import MAX_MARKS, rivals
from formework.report.pictures import data_address, grey, lay_over

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from formework.book.model import SheetSide
    from formework.findings.uses import Standing, Use
    from formework.report.report_contents import Contents


def render_page(contents: Contents, staircase: bytes, matrix: bytes) -> str:
    """Render the page. Everything read from files is escaped; only our own drawing is markup."""
    script = _read_template("report.js")
    declared = contents.book.declared
    return _page_template().render(
        heading=contents.heading,
        described=", ".join(
            value for key, value in declared.described.items() if key not in ("title", "notes")
        ),
        css=Markup(_read_template("report.css")),  # noqa: S704 - our own file
        script=Markup(script),  # noqa: S704 - our own file
        script_digest=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        staircase_width=_width(staircase),
        staircase=Markup(_inline(staircase)),  # noqa: S704 - drawn by us, its text escaped
        matrix=f"data:image/png;base64,{base64.b64encode(matrix).decode()}",
        counts=count_items(contents),
        certainty=contents.result.certainty_words,
        warnings=contents.result.warnings,
        account=contents.account,
        verdict=lambda finding: verdict_words(finding, contents.decisions),
        decisions=list_decisions(contents),
        findings=contents.findings,
        chance=_chance,
        has_truth=bool(contents.truth),
        sections=list(_recurrence(contents)),
        by_title=list(_by_title(contents)),
        montage=list(_montage(contents)),
        pairs=list(_pairs(contents)),
        facts=list_facts(contents),
        corrections=list_corrections(contents),
        sides=[{"name": s.name, "pages": " ".join(_pages(s))} for s in contents.sides],
        settings=settings_json(contents.result),
        caveats=CAVEATS,
        citation=cite(contents.heading, contents.result.settings),
        version=__version__,
    )


def _page_template() -> Template:
    environment = Environment(
        loader=DictLoader({"report.html": _read_template("report.html")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
    )
    return environment.get_template("report.html")


def _read_template(name: str) -> str:
    return (resources.files("formework.report") / "templates" / name).read_text("utf-8")


def _inline(svg: bytes) -> str:
    """An SVG file as an element: without its XML declaration."""
    text = svg.decode("utf-8")
    return text[text.index("<svg") :]


def _width(svg: bytes) -> str:
    """The width at which the letters of a drawing are legible; long books are scrolled."""
    inches = float(svg.partition(b' width="')[2].partition(b"pt")[0]) / 72
    return f"{8 * inches:.0f}rem"


def _chance(chance: float) -> str:
    """A probability in words.

    >>> _chance(0.4), _chance(0.002), _chance(0.0)
    ('40 in 100', '1 in 500', 'fewer than 1 in 1000')
    """
    if chance >= 0.1:
        return f"{round(100 * chance)} in 100"
    return f"1 in {round(1 / chance)}" if chance >= 0.001 else "fewer than 1 in 1000"


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
        yield {"name": _section_name(contents, section), "slots": slots, "rows": rows}


def _section_name(contents: Contents, section: str) -> str:
    text = contents.section_texts[section]
    return f"Section {section}" + (f": {text}" if text else "")


def _by_title(contents: Contents) -> Iterator[dict[str, object]]:
    """The single titles of each section; those on one page only are counted."""
    for section, uses in contents.sections.items():
        titles = view_by_title(uses)
        yield {
            "name": _section_name(contents, section),
            "titles": [title for title in titles if len(title.pages) > 1],
            "once": [title for title in titles if len(title.pages) == 1],
        }


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
    """One title; a link to a sheet side leads to its first strip."""
    anchor = "" if use.side in anchored else use.side
    anchored.add(use.side)
    pixels = grey(contents.titles.strip(signature))
    marks = contents.titles.marks(signature, other)[:MAX_MARKS] if other else ()
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
    """Each title with its previous occurrence, sheet side by sheet side."""
    against = rivals(contents.groups)
    last: dict[tuple[str, str], str] = {}
    for uses in contents.sections.values():
        for use in uses:
            pairs = []
            for title in use.titles:
                # A title that was not identified is shown with the last of its skeleton and slot.
                key = (use.section, title.numeral or f"{use.label} slot {title.slot}")
                others = [last.get(key), against.get(title.signature)]
                pairs.append(_pair(contents, title, others, is_new=key not in last))
                last[key] = title.signature
            yield {"name": f"{use.side}, skeleton {use.label}", "pairs": pairs}


def _pair(
    contents: Contents, title: Standing, others: Sequence[str | None], *, is_new: bool
) -> dict[str, object]:
    """A title overlaid on the first of `others` that has the same text."""
    page, titles = title.signature, contents.titles
    comparable = [other for other in others if other and titles.are_one_text(page, other)]
    if not comparable:
        heading = f"{page}: no other title of the same text"
        return {"signature": page, "other": "", "heading": heading, "picture": "", "verdict": ""}
    other = comparable[0]
    pixels = lay_over(titles.strip(page), titles.strip(other))
    kind = ("new title" if is_new else "same title") if title.numeral else "title not identified"
    return {
        "signature": page,
        "other": other,
        "heading": f"{page} (red) and {other} (cyan): {kind}",
        "picture": data_address(pixels),
        "width": pixels.shape[1],
        "height": pixels.shape[0],
        "verdict": titles.verdict(page, other),
    }


def _pages(side: SheetSide) -> list[str]:
    return [page.signature if page else "–" for page in side.pages]
