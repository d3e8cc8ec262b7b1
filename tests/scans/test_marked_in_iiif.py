"""Running titles marked as IIIF annotations, in the shapes of both versions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from formework.book.canvases import book_canvases, canvas_key
from formework.book.manifest_source import Canvas
from formework.book.model import Box
from formework.errors import FileError
from formework.scans.marked_titles import read_marked
from tests.book.hand_made import make

if TYPE_CHECKING:
    from pathlib import Path

CANVASES = {"1.jpg": Canvas("https://lib.org/c1", 1000, 1500), "2.jpg": Canvas("urn:x", 0, 0)}
TAG = {"type": "TextualBody", "purpose": "tagging", "value": "Running Title"}
TEXT = {"type": "TextualBody", "purpose": "transcribing", "value": " OF THE  PRESS. "}


def annotation(target: object, *bodies: dict[str, str]) -> dict[str, Any]:
    """An annotation of version 3."""
    return {"id": "a1", "type": "Annotation", "body": list(bodies), "target": target}


def on(canvas: str, place: str) -> dict[str, Any]:
    """A rectangle of a canvas."""
    selector = {"type": "FragmentSelector", "value": f"xywh={place}"}
    return {"type": "SpecificResource", "source": {"id": canvas}, "selector": [selector]}


def read(content: object, folder: Path) -> Any:  # noqa: ANN401 (a Marked)
    """Read annotations from a file with this content."""
    path = folder / "a.json"
    path.write_text(json.dumps(content))
    return read_marked(f"iiif:{path}", CANVASES)


@pytest.mark.parametrize("target", [on("https://lib.org/c1", "300,70,290,40"),
                                    "https://lib.org/c1#xywh=pixel:300,70,290,40"])  # fmt: skip
@pytest.mark.parametrize("wrap", ["page", "list", "manifest"])
def test_pages_lists_and_manifests(wrap: str, target: object, tmp_path: Path) -> None:
    """Text and box, scaled from canvas units to pixels."""
    page = {"type": "AnnotationPage", "items": [annotation(target, TEXT, TAG)]}
    content: object = {
        "page": page,
        "list": page["items"],
        "manifest": {"type": "Manifest", "items": [{"type": "Canvas", "annotations": [page]}]},
    }[wrap]
    marked = read(content, tmp_path)
    (found,) = marked.pages
    assert (found.image, found.zones[0].text) == ("1.jpg", "OF THE PRESS.")
    assert found.box(found.zones[0], 500, 750) == Box(150, 35, 145, 20)
    assert marked.ignored == ()


def test_version_2_lists(tmp_path: Path) -> None:
    """Open Annotation, as Mirador 2 and others wrote it."""
    tag, text = {"@type": "oa:Tag", "chars": "skeleton II"}, {"chars": "OF THE PRESS."}
    old = {"@id": "a", "resource": [text, tag], "on": "https://lib.org/c1#xywh=1,2,3,4"}
    marked = read({"@type": "sc:AnnotationList", "resources": [old]}, tmp_path)
    assert marked.pages[0].zones[0].text == "OF THE PRESS."


def test_what_is_not_taken_is_named(tmp_path: Path) -> None:
    """Other canvases, rectangles in per cent, and annotations that are no running titles."""
    items = [
        annotation(on("https://lib.org/c1", "1,2,3,4"), TAG),
        annotation(on("https://lib.org/c9", "1,2,3,4"), TAG),
        annotation(on("https://lib.org/c1", "percent:1,2,3,4"), TAG),
        annotation(on("https://lib.org/c1", "1,2,3,4"), TEXT),
    ]
    ignored = " | ".join(read(items, tmp_path).ignored)
    assert "a.json: annotation a1: no canvas 'https://lib.org/c9' in the book" in ignored
    assert "a.json: annotation a1 has no xywh in canvas units" in ignored
    assert "a.json: not tagged as running titles: a1" in ignored


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ({"type": "Collection"}, "its type is 'Collection'"),
        ([], "marks no running title"),
        ({"type": "AnnotationPage", "items": [[], 3]}, "marks no running title"),
        ("text", "its type is None"),
    ],
)
def test_files_that_mark_nothing(content: object, why: str, tmp_path: Path) -> None:
    """Each is refused by name."""
    with pytest.raises(FileError, match=why) as raised:
        read(content, tmp_path)
    assert "a.json" in raised.value.message


def test_urns_outlive_a_renamed_folder(tmp_path: Path) -> None:
    """A canvas without a library is known by its image, whatever signs its name has."""
    book = make(tmp_path)
    canvases = book_canvases(book, ["pages/a b?.jpg"])
    canvas = canvases["pages/a b?.jpg"]
    assert canvas.id.startswith("urn:formework:book://")
    assert " " not in canvas.id
    renamed = canvas.id.replace(tmp_path.name, "other")
    assert canvas_key(renamed) == canvas_key(canvas.id) == "pages/a b?.jpg"
