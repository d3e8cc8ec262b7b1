"""A small report made by hand: a quarto of two sheets, compared by a kernel without letters."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from formework.book.declaration import Declaration
from formework.book.folder import Book
from formework.book.formula.collation import read_collation
from formework.book.manifest_source import ManifestSource
from formework.book.model import Box, Format, Origin, RunningTitle
from formework.findings.account import give_account
from formework.findings.book_findings import read_findings
from formework.kernels.title_evidence import TitleEvidence
from formework.report.report_contents import Contents
from formework.report.title_strips import ShownTitles
from formework.result import Result, UnitResult, Way
from formework.scans.title_outcome import TitleOutcome
from formework.settings import KernelName, Settings
from tests.findings.tables import table

EVIL = "<script>alert('x')</script> & Söhne"


def make_contents() -> Contents:
    """A book whose title, manifest, correction and warning try to be markup."""
    pages, sides = table("ab ba")
    declared = Declaration(
        book_format=Format.QUARTO,
        collation=read_collation("A-B^4"),
        missing=("B4v",),
        described={"title": EVIL, "author": "Anon"},
        iiif=ManifestSource(f"https://example.org/{EVIL}", EVIL, EVIL),
    )
    rows = tuple(
        RunningTitle(f"{page.signature}.png", page.signature, Box(10, 20, 300, 40), "King", "1",
                     Origin.LOCATED)
        for page in pages[1:]
    )  # fmt: skip
    corrected = RunningTitle(
        "a1r.png", pages[0].signature, Box(11, 22, 333, 44), EVIL, "1", Origin.CORRECTED
    )
    signatures = tuple(page.signature for page in pages)
    faces = tuple(int(signature.endswith("v")) for signature in signatures)
    values = np.array([[0.25 if one == other else np.nan for other in faces] for one in faces])
    evidence = TitleEvidence(
        KernelName.LEV, signatures, faces, ("King", "Lear"), values, (None, None)
    )
    crop = np.full((40, 200), 255, np.uint8)
    for left in range(20, 180, 20):
        crop[10:30, left : left + 6] = 0  # strokes as of letters
    units = tuple(
        UnitResult(side.name, "I" if number in (0, 3) else "II", 1, 1.0, Way.SAME)
        for number, side in enumerate(sides)
    )
    settings = Settings(kernel=KernelName.LEV)
    distances = np.ones((len(sides), len(sides)))
    result = Result("0.1.0", settings, None, tuple(pages), units, distances, warnings=(EVIL,))
    findings = read_findings(pages, sides)
    account = give_account(pages, sides, findings)
    return Contents(
        Book(Path("lear"), declared),
        sides,
        result,
        findings,
        replace(account, paragraphs=(*account.paragraphs, EVIL)),
        TitleOutcome((corrected, *rows), doubtful=("B1r",)),
        ShownTitles(evidence, dict.fromkeys(signatures, crop)),
    )
