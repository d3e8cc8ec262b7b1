"""The books used for training."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.simulate.disturbance import QUIET, Recipe
from formework.simulate.scan import View
from formework.training.training_books import (
    FAMILIES,
    LETTERS,
    compose_text,
    print_book,
    print_groups,
    print_into_folder,
    read_group,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_training_books_never_use_the_type_of_the_tests() -> None:
    """Training books use only the founts of the development universe."""
    for seed in range(30):
        (dress,) = print_book(seed).universe.dresses.values()
        assert dress.style.fount.family in FAMILIES


def test_a_wide_range_of_noise_covers_all_views() -> None:
    """Half the books are photographs, which all have noise, some scans none; type as before."""
    books = [print_book(seed, wide=True) for seed in range(60)]
    assert {book.view for book in books} == set(View)
    photographs = [book for book in books if book.view is View.PHOTOGRAPH]
    assert 20 <= len(photographs) <= 40
    assert all(book.press.disturbance.squeeze > 0 for book in photographs)
    assert len({book.press.disturbance.letters for book in photographs}) == len(photographs)
    assert any(book.press.disturbance == QUIET for book in books)
    assert all(book.universe.recipe is Recipe.EVEN for book in books)
    styles = [dress.style for book in books for dress in book.universe.dresses.values()]
    assert {style.fount.family for style in styles} <= set(FAMILIES)


def test_texts_have_a_usual_length() -> None:
    """A composed text keeps within the range of letters, stop and figure aside."""
    for seed in range(200):
        text = compose_text(np.random.default_rng(seed))
        letters = sum(map(str.isalpha, text))
        assert letters <= LETTERS[1]
        assert letters >= LETTERS[0] or "#" in text


def test_a_book_on_disk_is_read_back(tmp_path: Path) -> None:
    """Versos and rectos are a group each, with several settings; files that exist are kept."""
    paths = list(print_into_folder(tmp_path, range(7, 8)))
    assert [path.name for path in paths] == ["000007-0.npz", "000007-1.npz"]
    written = [path.stat().st_mtime_ns for path in paths]
    for path, group in zip(paths, print_groups(7), strict=True):
        kept = read_group(path)
        assert len(kept.images) == len(kept.settings) >= 20
        assert 4 <= len(set(kept.settings.tolist())) <= 12
        assert np.array_equal(kept.settings, group.settings)
        assert all(np.array_equal(a, b) for a, b in zip(kept.images, group.images, strict=True))
    assert list(print_into_folder(tmp_path, range(7, 8))) == paths
    assert [path.stat().st_mtime_ns for path in paths] == written
