"""The stage from pages to `titles.csv`: located or imported, corrections always kept."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from formework.book.declaration import ImagesAre
from formework.book.model import Box, Origin, RunningTitle
from formework.errors import FormeworkError, InputError
from formework.progress import silent
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.shots import Shot, read_shot, read_shots
from formework.scans.last_run import LastRun
from formework.scans.locate.locator import locate_in_book
from formework.scans.locate.page_survey import Survey, survey
from formework.scans.locate.survey_cache import Memory, survey_key
from formework.scans.marked_titles import match, read_marked
from formework.scans.outcome import Outcome
from formework.scans.text.ocr import WORKERS, reader_name, thread_reader
from formework.scans.text.sections import find_sections

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from formework.book.folder import Book
    from formework.progress import ProgressReport
    from formework.scans.locate.locator import Found
    from formework.scans.marked_titles import MarkedPage
    from formework.scans.page_ink import Grey

# What a person or another tool said of a page; a re-run never touches it.
KEPT = (Origin.CORRECTED, Origin.IMPORTED, Origin.SUPPLIED)


def locate_titles(book: Book) -> tuple[RunningTitle, ...]:
    """Locate the running titles of a book, write `titles.csv`, and return its rows."""
    return find_titles(book).titles


def find_titles(book: Book, progress: ProgressReport = silent) -> Outcome:
    """Locate the running titles of a book and write `titles.csv`.

    Rows a person corrected, another tool made or a supplier gave are kept as
    they are. Nothing is done where nothing changed since the last run.
    """
    shots = read_shots(book)
    if not shots:
        raise InputError(
            f"{book.root} holds no images",
            hint="put the scans there, or formework init SOURCE BOOK",
        )
    kept = _kept(book, shots)
    before = LastRun(book, shots)
    if (outcome := before.outcome()) is not None:
        return outcome
    if book.declared.images_are is ImagesAre.TITLES:
        outcome = _supplied(book, shots, kept)
    else:
        outcome = _located(book, shots, kept, progress)
    outcome = replace(outcome, titles=_with_sections(outcome.titles, shots))
    book.write_titles(outcome.titles)
    before.keep(outcome)
    return outcome


def import_titles(book: Book, source: str) -> Outcome:
    """Take the running titles of a book from ALTO or PAGE files, and write `titles.csv`.

    Corrected rows are kept; pages the files do not speak of keep what they had.
    """
    shots = read_shots(book)
    old = dict(zip(_places(book.read_titles()), book.read_titles(), strict=True))
    marked = match(read_marked(source), list(dict.fromkeys(s.page.image for s in shots)))
    titles, failed = [], []
    for shot in shots:
        place = (shot.page.image, shot.half == 2)
        had = old.get(place)
        if had and (had.origin is Origin.CORRECTED or shot.page.image not in marked):
            titles.append(had)
        elif shot.page.image in marked:
            try:
                titles.append(_imported(book, shot, marked[shot.page.image]))
            except FormeworkError as error:
                failed.append((shot.name, error.message))
    titles = list(_with_sections(tuple(titles), shots))
    book.write_titles(titles)
    return Outcome(tuple(titles), (), tuple(failed))


def _imported(book: Book, shot: Shot, marked: MarkedPage) -> RunningTitle:
    """The title marked on a page; of an opening, the one on its half."""
    image = read_grey(book.image_path(shot.page.image))
    height, width = image.shape
    boxes = [(marked.box(zone, width, height), zone.text) for zone in marked.zones]
    if shot.half:
        right = shot.half == 2
        boxes = [(b, text) for b, text in boxes if (b.x + b.width / 2 > width / 2) == right]
    box, text = max(boxes, key=lambda pair: pair[0].width, default=(None, ""))
    return RunningTitle(shot.page.image, shot.page.signature, box, text, "", Origin.IMPORTED)


def _places(titles: Sequence[RunningTitle]) -> list[tuple[str, bool]]:
    """Each title's image, and whether it is the second of that image."""
    seen: set[str] = set()
    places = []
    for title in titles:
        places.append((title.image, title.image in seen))
        seen.add(title.image)
    return places


def _kept(book: Book, shots: Sequence[Shot]) -> dict[Shot, RunningTitle]:
    titles = book.read_titles()
    kept = {
        place: title
        for place, title in zip(_places(titles), titles, strict=True)
        if title.origin in KEPT
    }
    places = {shot: (shot.page.image, shot.half == 2) for shot in shots}
    return {shot: kept[place] for shot, place in places.items() if place in kept}


def _supplied(book: Book, shots: Sequence[Shot], kept: Mapping[Shot, RunningTitle]) -> Outcome:
    """Images that are cut-out titles already: the box is the image, the text is read."""
    titles, failed = [], []
    for shot in shots:
        try:
            image = read_grey(book.image_path(shot.page.image))
        except FormeworkError as error:
            failed.append((shot.name, error.message))
            continue
        page = shot.page
        text = "" if shot in kept else thread_reader().read(image).text
        whole = Box(0, 0, image.shape[1], image.shape[0])
        own = RunningTitle(page.image, page.signature, whole, text, "", Origin.SUPPLIED)
        titles.append(kept.get(shot, own))
    return Outcome(tuple(titles), (), tuple(failed))


def _located(
    book: Book, shots: Sequence[Shot], kept: Mapping[Shot, RunningTitle], progress: ProgressReport
) -> Outcome:
    surveys, failed = _surveys(book, [shot for shot in shots if shot not in kept], progress)
    order = list(surveys)

    def page(index: int) -> Grey:
        return read_shot(book, order[index])[0]

    found = locate_in_book([surveys[shot][0] for shot in order], page)
    titles = dict(kept)
    for shot, title in zip(order, found, strict=True):
        titles[shot] = _row(shot, title, surveys[shot][1])
    doubtful = [s.name for s, title in zip(order, found, strict=True) if title and title.doubtful]
    return Outcome(
        tuple(titles[shot] for shot in shots if shot in titles), tuple(doubtful), tuple(failed)
    )


def _row(shot: Shot, found: Found | None, start: int) -> RunningTitle:
    image, signature = shot.page.image, shot.page.signature
    if found is None:
        return RunningTitle(image, signature, None, "", "", Origin.NONE)
    box = replace(found.box, x=found.box.x + start)
    return RunningTitle(image, signature, box, found.text, "", Origin.LOCATED)


def _surveys(
    book: Book, shots: Sequence[Shot], progress: ProgressReport
) -> tuple[dict[Shot, tuple[Survey, int]], list[tuple[str, str]]]:
    """Survey pages side by side; a page that fails is told of, and the others go on."""
    memory = Memory(book.root)
    surveys: dict[Shot, tuple[Survey, int]] = {}
    failed = []

    def one(shot: Shot) -> tuple[Survey, int] | FormeworkError:
        try:
            return _survey_shot(book, shot, memory)
        except FormeworkError as error:
            return error

    with ThreadPoolExecutor(WORKERS) as pool:
        for done, (shot, result) in enumerate(zip(shots, pool.map(one, shots), strict=True), 1):
            if isinstance(result, FormeworkError):
                failed.append((shot.name, result.message))
            else:
                surveys[shot] = result
            progress("located", done, len(shots))
    return surveys, failed


def _survey_shot(book: Book, shot: Shot, memory: Memory) -> tuple[Survey, int]:
    path = book.image_path(shot.page.image)
    key = survey_key(path, f"#{shot.half}", reader_name())
    known = memory.get(key)
    if known is None:
        pixels, start = read_shot(book, shot)
        known = memory.keep(key, survey(pixels, thread_reader()), start)
    return known


def _with_sections(
    titles: Sequence[RunningTitle], shots: Sequence[Shot]
) -> tuple[RunningTitle, ...]:
    """Titles with the sections their texts make; a corrected row keeps the section it names."""
    place_of = {(shot.page.image, shot.half == 2): place for place, shot in enumerate(shots)}
    places = [place_of[place] for place in _places(titles)]
    faces = [shots[place].face(place) for place in places]
    sections = find_sections([title.text if title.box else None for title in titles], faces)
    return tuple(
        title if title.origin in KEPT and title.section else replace(title, section=section)
        for title, section in zip(titles, sections, strict=True)
    )
