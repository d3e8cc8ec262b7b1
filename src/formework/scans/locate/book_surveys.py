"""The surveys of all pages of a book: made in parallel, each scan decoded once, and cached."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from formework.book.fingerprints import fingerprint_scan
from formework.errors import FormeworkError
from formework.scans.acquire.grey_image import read_grey
from formework.scans.acquire.openings import halves
from formework.scans.locate.page_survey import survey
from formework.scans.locate.survey_cache import SurveyCache, SurveyedPage, survey_key
from formework.scans.text.ocr import WORKERS, reader_name, shared_reader

if TYPE_CHECKING:
    from collections.abc import Sequence

    from formework.book.folder import Book
    from formework.progress import ProgressReport
    from formework.scans.acquire.shots import Shot


@dataclass(frozen=True, slots=True)
class BookSurveys:
    """The surveyed pages of a book, and the pages that failed: name and reason."""

    pages: dict[Shot, SurveyedPage]
    failed: tuple[tuple[str, str], ...]


def survey_book(book: Book, shots: Sequence[Shot], progress: ProgressReport) -> BookSurveys:
    """Survey pages in parallel; a page that fails is reported, and the others are surveyed."""
    cache = SurveyCache(book.root)
    by_image: dict[str, list[Shot]] = {}
    for shot in shots:
        by_image.setdefault(shot.page.image, []).append(shot)
    pages: dict[Shot, SurveyedPage] = {}
    failed = []

    def survey_one(group: Sequence[Shot]) -> list[SurveyedPage] | FormeworkError:
        try:
            return _survey_image(book, group, cache)
        except FormeworkError as error:
            return error

    with ThreadPoolExecutor(WORKERS) as pool:
        results = zip(by_image.values(), pool.map(survey_one, by_image.values()), strict=True)
        done = 0
        for group, result in results:
            if isinstance(result, FormeworkError):
                failed += [(shot.name, result.message) for shot in group]
            else:
                pages.update(zip(group, result, strict=True))
            done += len(group)
            progress("located", done, len(shots))
    return BookSurveys({shot: pages[shot] for shot in shots if shot in pages}, tuple(failed))


def _survey_image(book: Book, shots: Sequence[Shot], cache: SurveyCache) -> list[SurveyedPage]:
    """Survey the pages on one image, which is decoded only where one is not in the cache."""
    name = shots[0].page.image
    path = book.image_path(name)
    scan = fingerprint_scan(path)
    keys = {shot: survey_key(name, scan, shot.half, reader_name()) for shot in shots}
    unknown = [shot for shot in shots if cache.get(keys[shot]) is None]
    if unknown:
        image = read_grey(path)
        columns = ((0, image.shape[1]), *(halves(image) if shots[0].half else ()))
        for shot in unknown:
            start, stop = columns[shot.half]
            page = np.ascontiguousarray(image[:, start:stop])
            cache.keep(keys[shot], SurveyedPage(survey(page, shared_reader()), start))
    known = [cache.get(keys[shot]) for shot in shots]
    return [page for page in known if page is not None]
