"""Damaged input for `strength.py`: formulas and files, mutated at random, read in this process."""

from __future__ import annotations

import csv
import io
import json
import random
import time
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from PIL import Image

from formework.book.formula.collation import read_collation, write_collation
from formework.errors import FormeworkError
from formework.exchange.collation_import import import_collation
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.iiif import read_manifest
from formework.scans.acquire.pdf import unpack_pdf
from formework.scans.marked_titles import read_marked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

Case = TypeVar("Case")
FORMULAS = Path(__file__).parent.parent / "tests" / "book" / "formula"
SIGNS = "ABCabczZ*†πχ¶§()[]^{}-–+±,./:;#?=$&0123456789 ⁸⁴²`°"
_ALTO = """<alto xmlns="http://www.loc.gov/standards/alto/ns-v4#"><Layout><Page WIDTH="900"
 HEIGHT="1400" PHYSICAL_IMG_NR="1"><TopMargin><TextBlock HPOS="200" VPOS="60" WIDTH="500"
 HEIGHT="40"><TextLine HPOS="200" VPOS="60" WIDTH="500" HEIGHT="40"><String CONTENT="KING"
 HPOS="200" VPOS="60" WIDTH="200" HEIGHT="40"/></TextLine></TextBlock></TopMargin></Page></Layout>
</alto>"""
_MANIFEST = {
    "@context": "http://iiif.io/api/presentation/3/context.json",
    "id": "https://example.org/manifest",
    "type": "Manifest",
    "label": {"en": ["King Lear"]},
    "items": [
        {
            "id": f"https://example.org/canvas/{number}",
            "type": "Canvas",
            "height": 1400,
            "width": 900,
            "items": [
                {"items": [{"body": {"id": f"https://example.org/{number}.jpg", "type": "Image"}}]}
            ],
        }
        for number in range(4)
    ],
}
_DIAGRAM = {
    "project": {"title": "King Lear"},
    "Groups": {"1": {"params": {"type": "Quire", "title": "A"}, "memberOrders": ["Leaf_1"]}},
    "Leafs": {"1": {"params": {"material": "Paper"}, "conjoined_leaf_order": None}},
}


def mutated_formulas(number: int, *, seed: int) -> tuple[int, int, int, float]:
    """Read mutated formulas: how many, failures, refusals, and the slowest in seconds."""
    draw = random.Random(seed)  # noqa: S311 - mutations, not secrets
    known = [
        row["formula"]
        for table in ("formulas.tsv", "catalogues.tsv")
        for row in csv.DictReader(
            (FORMULAS / table).read_text("utf-8").splitlines(),
            delimiter="\t",
            quoting=csv.QUOTE_NONE,
        )
    ]
    return (number, *_try(_round_trip, (_mutated_text(draw, known) for _ in range(number))))


def _round_trip(formula: str) -> None:
    book = read_collation(formula)
    again = read_collation(write_collation(book.gatherings, book.book_format))
    if again.gatherings != book.gatherings:
        raise AssertionError(f"{formula!r} is another book when written and read again")


def _mutated_text(draw: random.Random, known: list[str]) -> str:
    text = draw.choice(known)
    for _ in range(draw.randint(1, 4)):
        start = draw.randrange(len(text) + 1)
        stop = min(len(text), start + draw.randint(1, 12))
        other = draw.choice(known)
        text = draw.choice(
            (
                text[:start] + draw.choice(SIGNS) + text[start:],
                text[:start] + draw.choice(SIGNS) + text[start + 1 :],
                text[:start] + text[stop:],
                text[:stop] + text[start:],
                text[:start] + other[draw.randrange(len(other) + 1) :],
            )
        )
    return text


def damaged_files(
    folder: Path, number: int, *, seed: int
) -> Iterator[tuple[str, int, int, int, float]]:
    """Read damaged files of each kind: its name, tries, failures, refusals, slowest in seconds."""
    draw = random.Random(seed)  # noqa: S311 - damage, not secrets
    page = Image.fromarray(np.tile(np.arange(256, dtype=np.uint8), (300, 1)))
    kinds: tuple[tuple[str, str, bytes, Callable[[Path], object]], ...] = (
        ("PNG images", "page.png", _saved(page, "PNG"), read_grey),
        ("JPEG images", "page.jpg", _saved(page, "JPEG"), read_grey),
        ("TIFF images", "page.tif", _saved(page, "TIFF"), read_grey),
        ("PDFs", "book.pdf", _saved(page, "PDF"), lambda path: _unpack(path)),
        ("manifests", "m.json", json.dumps(_MANIFEST).encode(), _read_manifest),
        (
            "ALTO XML",
            "alto/page.xml",
            _ALTO.encode(),
            lambda path: read_marked(f"alto:{path.parent}"),
        ),
        ("collation diagrams", "diagram.json", json.dumps(_DIAGRAM).encode(), import_collation),
    )
    for kind, name, whole, read in kinds:
        path = folder / name
        path.parent.mkdir(exist_ok=True)

        def read_damaged(
            content: bytes, path: Path = path, read: Callable[[Path], object] = read
        ) -> None:
            path.write_bytes(content)
            read(path)

        content = (_damaged(draw, whole) for _ in range(number))
        yield (kind, number, *_try(read_damaged, content))


def _damaged(draw: random.Random, whole: bytes) -> bytes:
    """Bytes changed, cut out, or cut off; in half of the JSON files, values of another kind."""
    if whole[:1] == b"{" and draw.random() < 0.5:
        return json.dumps(_wrong_values(draw, json.loads(whole))).encode()
    content = bytearray(whole)
    for _ in range(draw.randint(1, 8)):
        place = draw.randrange(len(content) + 1)
        way = draw.randrange(4)
        if way == 0:
            content[place : place + 1] = bytes([draw.randrange(256)])
        elif way == 1:
            del content[place : place + draw.randint(1, 40)]
        elif way == 2:
            content[place:place] = content[place : place + draw.randint(1, 40)]
        elif draw.random() < 0.2:
            del content[place:]
    return bytes(content)


def _wrong_values(draw: random.Random, value: object) -> object:
    """The same tree, with one value in twelve replaced by one that does not belong there."""
    if draw.random() < 1 / 12:
        return draw.choice(
            (None, True, -1, 10**30, 1e308, "", "x" * 5000, [], {}, [[]], {"": None})
        )
    if isinstance(value, dict):
        return {key: _wrong_values(draw, below) for key, below in value.items()}
    if isinstance(value, list):
        return [_wrong_values(draw, below) for below in value]
    return value


def _try(read: Callable[[Case], None], cases: Iterator[Case]) -> tuple[int, int, float]:
    """Read every case: failures, refusals, and the slowest in seconds."""
    failures = refused = 0
    slowest = 0.0
    for case in cases:
        began = time.perf_counter()
        try:
            read(case)
        except FormeworkError:
            refused += 1
        except Exception:  # noqa: BLE001 - what else can happen is what is being measured
            failures += 1
            print(f"{case!r:.200}\n{traceback.format_exc(limit=-2)}")
        slowest = max(slowest, time.perf_counter() - began)
    return failures, refused, slowest


def _saved(page: Image.Image, kind: str) -> bytes:
    file = io.BytesIO()
    page.save(file, kind)
    return file.getvalue()


def _unpack(path: Path) -> None:
    pages = path.parent / "unpacked"
    pages.mkdir(exist_ok=True)
    for _ in unpack_pdf(path, pages):
        pass


def _read_manifest(path: Path) -> object:
    return read_manifest(path.read_bytes(), path.name)
