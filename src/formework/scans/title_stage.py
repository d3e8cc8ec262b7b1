"""The titles stage: from scans to `titles.csv`, located or imported, corrections always kept.

Whether the stage has to run is not decided here: `formework.stages` does that.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.canvases import book_canvases
from formework.book.declaration import ImagesAre
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import FileError, FormeworkError, InputError
from formework.progress import silent
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.shots import Shot, follow_book, read_shot, read_shots
from formework.scans.contact_sheet import write_contact_sheet
from formework.scans.crops import is_inside, read_crops, remove_unused_crops
from formework.scans.decided_titles import decide_titles
from formework.scans.locate.book_surveys import survey_book
from formework.scans.locate.locator import locate_in_book
from formework.scans.marked_titles import match, read_marked
from formework.scans.text.ocr import shared_reader
from formework.scans.text.sections import find_sections
from formework.scans.title_corrections import (
    KEPT_ORIGINS,
    current_titles,
    kept_titles,
    shot_place,
)
from formework.scans.title_outcome import TitleOutcome, read_outcome, write_outcome
from formework.scans.title_places import title_places

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.book.folder import Book
    from formework.ink import Grey
    from formework.progress import ProgressReport
    from formework.scans.locate.locator import Found
    from formework.scans.marked_page import Marked, MarkedPage


def find_titles(book: Book, progress: ProgressReport = silent) -> TitleOutcome:
    """Locate the running titles of a book; write titles.csv, titles.html and the outcome.

    Rows that a person corrected, another tool made or a supplier gave are kept
    as they are; so is a row that was edited since the program wrote it, which
    becomes `corrected`.

    Raises:
        InputError: there are no images.
        FileError: a kept box is outside its image, or a file is damaged.

    """
    shots = read_shots(book)
    if not shots:
        raise InputError(
            f"{book.root} holds no images",
            hint="put the scans there, or run formework init SOURCE BOOK",
        )
    kept = kept_titles(book, shots)
    read_crops(book, list(kept.values()))  # a wrong box is refused before the long work
    if book.declared.images_are is ImagesAre.TITLES:
        outcome = _supplied(book, shots, kept)
    else:
        outcome = _located(book, shots, kept, progress)
    return _write_stage(book, shots, outcome, progress)


def import_titles(book: Book, source: str, progress: ProgressReport = silent) -> TitleOutcome:
    """Take the running titles of a book from another tool; write what `find_titles` writes.

    `source` is one of `read_marked`. Corrected and edited rows are kept. Pages
    that the source does not cover, and pages that fail, keep the rows they had.
    """
    shots = read_shots(book)
    before = current_titles(book, shots)
    doubtful = read_outcome(book).doubtful
    images = list(dict.fromkeys(shot.page.image for shot in shots))
    read = read_marked(source, book_canvases(book, images))
    marked = match(read.pages, images)
    ignored = _left_out(read, marked, shots)
    titles, failed, imported = [], [], set()
    for shot in shots:
        had = before.get(shot)
        if shot.page.image not in marked:
            titles += [had] if had else []
            continue
        try:
            title = _imported(book, shot, marked[shot.page.image])
        except FormeworkError as error:
            failed.append((shot.name, error.message))
            titles += [had] if had else []
            continue
        if had and had.origin is Origin.CORRECTED:
            titles.append(had)
            if (had.box, had.text) != (title.box, title.text):
                ignored.append(f"{shot.name}: the row was corrected here and is kept")
        else:
            titles.append(title)
            imported.add(shot.name)
    left = tuple(name for name in doubtful if name not in imported)
    outcome = TitleOutcome(tuple(titles), left, tuple(failed), tuple(ignored))
    return _write_stage(book, shots, outcome, progress)


def _left_out(
    marked: Marked, matched: Mapping[str, MarkedPage], shots: Sequence[Shot]
) -> list[str]:
    """What of a source is not taken: what was not understood, pages and zones too many."""
    used = {id(page) for page in matched.values()}
    pages_on = Counter(shot.page.image for shot in shots)
    return [
        *marked.ignored,
        *(
            f"{page.file}: no image {page.image or 'of this name'} in the book; left out"
            for page in marked.pages
            if id(page) not in used
        ),
        *(
            f"{page.file}: {len(page.zones)} running titles on {image}; the widest is taken"
            for image, page in matched.items()
            if len(page.zones) > pages_on[image]
        ),
    ]


def _write_stage(
    book: Book, shots: Sequence[Shot], outcome: TitleOutcome, progress: ProgressReport
) -> TitleOutcome:
    """Write the files of the stage; scans that cannot be cut count as failed."""
    outcome = decide_titles(outcome, follow_book(book).corrections)
    titles = _with_sections(outcome.titles, shots)
    book.write_titles(titles)
    crops = read_crops(book, titles, progress, tops=True)
    failed = tuple(dict([*outcome.failed, *crops.failed]).items())
    outcome = replace(outcome, titles=titles, failed=failed)
    write_contact_sheet(book, outcome, crops)
    remove_unused_crops(book, titles)
    write_outcome(book, outcome, _as_read_back(book, shots))
    return outcome


def _as_read_back(book: Book, shots: Sequence[Shot]) -> list[RunningTitle]:
    """Return the rows just written as they will be read, with the signatures of pages.csv."""
    titles = book.read_titles()
    signature_of = {shot_place(shot): shot.page.signature for shot in shots}
    return [
        replace(title, signature=signature_of[place])
        for title, place in zip(titles, title_places(titles), strict=True)
    ]


def _imported(book: Book, shot: Shot, marked: MarkedPage) -> RunningTitle:
    """Return the title marked on a page; of an opening, the one on its half."""
    image = read_grey(book.image_path(shot.page.image))
    height, width = image.shape
    boxes = [(marked.box(zone, width, height), zone.text) for zone in marked.zones]
    if shot.half:
        right = shot.half == 2
        boxes = [(b, text) for b, text in boxes if (b.x + b.width / 2 > width / 2) == right]
    box, text = max(boxes, key=lambda pair: pair[0].width, default=(None, ""))
    if box and not is_inside(box, image):
        raise FileError(
            f"{marked.file}: the box x={box.x} y={box.y} width={box.width} height={box.height} "
            f"is outside {shot.page.image}, which is {width} × {height} pixels",
            hint="check that the file belongs to this image",
        )
    return RunningTitle(shot.page.image, shot.page.signature, box, text, "", Origin.IMPORTED)


def _supplied(book: Book, shots: Sequence[Shot], kept: Mapping[Shot, RunningTitle]) -> TitleOutcome:
    """Return the titles of images that are cut-out titles: the box is the image, the text read."""
    titles, failed = [], []
    for shot in shots:
        if shot in kept:
            titles.append(kept[shot])
            continue
        page = shot.page
        try:
            image = read_grey(book.image_path(page.image))
        except FormeworkError as error:
            failed.append((shot.name, error.message))
            continue
        whole = Box(0, 0, image.shape[1], image.shape[0])
        text = shared_reader().read(image).text
        titles.append(RunningTitle(page.image, page.signature, whole, text, "", Origin.SUPPLIED))
    return TitleOutcome(tuple(titles), (), tuple(failed))


def _located(
    book: Book, shots: Sequence[Shot], kept: Mapping[Shot, RunningTitle], progress: ProgressReport
) -> TitleOutcome:
    surveys = survey_book(book, [shot for shot in shots if shot not in kept], progress)
    order = list(surveys.pages)

    def page(index: int) -> Grey:
        return read_shot(book, order[index])[0]

    found = locate_in_book([surveys.pages[shot].survey for shot in order], page)
    titles = dict(kept)
    for shot, title in zip(order, found, strict=True):
        titles[shot] = _row(shot, title, surveys.pages[shot].start)
    doubtful = [s.name for s, title in zip(order, found, strict=True) if title and title.doubtful]
    rows = tuple(titles[shot] for shot in shots if shot in titles)
    return TitleOutcome(rows, tuple(doubtful), surveys.failed)


def _row(shot: Shot, found: Found | None, start: int) -> RunningTitle:
    image, signature = shot.page.image, shot.page.signature
    if found is None:
        return RunningTitle(image, signature, None, "", "", Origin.NONE)
    box = replace(found.box, x=found.box.x + start)
    return RunningTitle(image, signature, box, found.text, "", Origin.LOCATED)


def _with_sections(
    titles: Sequence[RunningTitle], shots: Sequence[Shot]
) -> tuple[RunningTitle, ...]:
    """Return the titles with sections by their texts; a kept row keeps the section it names."""
    number_of = {shot_place(shot): number for number, shot in enumerate(shots)}
    numbers = [number_of[place] for place in title_places(titles)]
    faces = [shots[number].face(number) for number in numbers]
    sections = find_sections([title.text if title.box else None for title in titles], faces)
    return tuple(
        title if title.origin in KEPT_ORIGINS and title.section else replace(title, section=section)
        for title, section in zip(titles, sections, strict=True)
    )
