"""The table of recurrence for a word processor (HTML) and for LaTeX."""

from __future__ import annotations

import html
from typing import TYPE_CHECKING

from formework.result_files import recurrence_table

if TYPE_CHECKING:
    from formework.exchange.exported_book import ExportedBook
    from formework.result import Result

_SPECIAL = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
}  # fmt: skip
_CELL = 'style="border: 1px solid #999; padding: 2px 6px; text-align: center"'


def write_html_table(exported: ExportedBook, result: Result) -> str:
    """A page that pastes into a word processor as a table."""
    heads, rows = _table(result)
    title = html.escape(f"Recurrence of running titles in {exported.title}")
    notes = "".join(f"<p>{html.escape(line)}</p>\n" for line in exported.provenance.lines)
    head = "".join(f"<th {_CELL}>{html.escape(name)}</th>" for name in heads)
    body = "\n".join(
        "<tr>" + "".join(f"<td {_CELL}>{html.escape(cell)}</td>" for cell in row) + "</tr>"
        for row in rows
    )
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{title}</title>'
        f'</head>\n<body>\n<table style="border-collapse: collapse">\n<caption>{title}</caption>\n'
        f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n{notes}"
        "</body>\n</html>\n"
    )


def write_latex_table(exported: ExportedBook, result: Result) -> str:
    """A `longtable` for XeLaTeX or LuaLaTeX, which can print characters such as π and ¶."""
    heads, rows = _table(result)
    # A line break in a declared title would end the comment.
    comments = "".join(f"% {' '.join(line.split())}\n" for line in exported.provenance.lines)
    lines = [" & ".join(map(_latex, row)) + r" \\" for row in rows]
    title = _latex(f"Recurrence of running titles in {exported.title}")
    return "\n".join(
        [
            comments + r"\begin{longtable}{l" + "c" * (len(heads) - 1) + "}",
            rf"\caption{{{title}}}\\",
            r"\hline",
            " & ".join(map(_latex, heads)) + r" \\",
            r"\hline",
            r"\endhead",
            *lines,
            r"\hline",
            r"\end{longtable}",
            "",
        ]
    )


def _table(result: Result) -> tuple[list[str], list[list[str]]]:
    """The headings of the columns in words, and the cells."""
    columns, rows = recurrence_table(result)
    heads = [*(name.replace("_", " ") for name in columns[:3]), *(f"slot {n}" for n in columns[3:])]
    return heads, [[str(cell) for cell in row] for row in rows]


def _latex(text: str) -> str:
    return "".join(_SPECIAL.get(sign, sign) for sign in " ".join(text.split()))
