"""The search for titles of one book in the others, printer by printer and text by text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from formework.corpus.found_again.shared_settings import MAX_TITLES, weigh_pairs
from formework.corpus.found_again.spacing_index import near_pairs
from formework.corpus.found_again.title_blocks import TitleBlocks
from formework.corpus.found_again.title_vectors import BookTitle, book_titles
from formework.errors import FormeworkError
from formework.kernels.title_evidence import read_evidence
from formework.result_files import read_pages

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from formework.corpus.found_again.shared_settings import SharedSetting
    from formework.corpus.found_again.title_blocks import TitleBlock
    from formework.kernels.spacing.letters import Letter

_BOOKS_IN_MEMORY = 32


def find_again(
    out: Path, books: Iterable[tuple[str, str]], warn: Callable[[str], None]
) -> Iterator[SharedSetting]:
    """Search the titles of all books in all others of the same printer and text.

    `books` are ids of finished books in the folder `out`, with their printers. A
    book without a printer is not compared; one whose files cannot be read gets a
    warning.
    """
    blocks = TitleBlocks()
    for book, printer in books:
        name = " ".join(printer.split()).casefold()
        if name:
            try:
                for letters, titles in _titles(out, book):
                    blocks.add(name, letters, titles)
            except FormeworkError as error:
                warn(f"{book}: {error.message}")
    for block in blocks.blocks():
        yield from _best(_weigh_block(out, block))


def _titles(out: Path, book: str) -> Iterator[tuple[tuple[Letter, ...], list[BookTitle]]]:
    return book_titles(book, read_evidence(out / book), read_pages(out / book))


def _weigh_block(out: Path, block: TitleBlock) -> Iterator[SharedSetting]:
    """Weigh the candidates of a block, some titles at a time."""

    @lru_cache(_BOOKS_IN_MEMORY)
    def titles_of(book: str) -> dict[str, BookTitle]:
        return {title.numeral: title for _, titles in _titles(out, book) for title in titles}

    pairs, _ = near_pairs(block.places, block.scatter, block.books)
    for batch in _batches(sorted((int(one), int(other)) for one, other in pairs)):
        numbers = sorted({number for pair in batch for number in pair})
        place = {number: rank for rank, number in enumerate(numbers)}
        titles = [titles_of(block.books[number])[block.numerals[number]] for number in numbers]
        placed = [(place[one], place[other]) for one, other in batch]
        yield from weigh_pairs(titles, placed, searched=len(block.books))


def _batches(pairs: Iterable[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    """Pairs in batches of at most `MAX_TITLES` titles, in order."""
    batch: list[tuple[int, int]] = []
    members: set[int] = set()
    for pair in pairs:
        if batch and len(members | {*pair}) > MAX_TITLES:
            yield batch
            batch, members = [], set()
        batch.append(pair)
        members |= {*pair}
    if batch:
        yield batch


def _best(found: Iterable[SharedSetting]) -> Iterator[SharedSetting]:
    """For each title only the best match in each other book: type is in one place at a time."""
    taken: set[tuple[str, str, str]] = set()
    for shared in sorted(found, key=lambda one: -one.log_odds):
        one, other = shared.one, shared.other
        keys = {(one.book, one.numeral, other.book), (other.book, other.numeral, one.book)}
        if not keys & taken:
            taken |= keys
            yield shared
