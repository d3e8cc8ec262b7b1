"""The folder of a book: made once, whole, and not from something else later."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from formework.corpus.book_founding import copy_book, init_command, is_founded, put_in_place
from formework.corpus.book_order import BookOrder, Limits
from formework.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def order(tmp_path: Path) -> BookOrder:
    """An order for a book folder beside the output folder."""
    source = tmp_path / "lear"
    (source / "pages").mkdir(parents=True)
    (source / "book.toml").write_text('format = "quarto"\n', encoding="utf-8")
    (source / "pages" / "1.png").write_bytes(b"scan")
    (tmp_path / "out").mkdir()
    return BookOrder("a", str(source), "", "", str(tmp_path / "out"), Limits())


def test_a_copy_takes_its_place_whole(order: BookOrder) -> None:
    """Until the copy is complete the book has no folder; what a kill left is made again."""
    (order.staging / "pages").mkdir(parents=True)
    (order.staging / "pages" / "half.png").write_bytes(b"")
    copy_book(order)
    assert not is_founded(order)
    put_in_place(order)
    assert is_founded(order)
    assert [path.name for path in (order.root / "pages").iterdir()] == ["1.png"]
    assert not order.staging.exists()


@pytest.mark.parametrize("change", ["source", "format", "collation"])
def test_a_changed_catalogue_is_noticed(order: BookOrder, change: str) -> None:
    """A folder made from another source, format or collation is not run in silence."""
    copy_book(order)
    put_in_place(order)
    with pytest.raises(InputError, match=f"{change} in the catalogue is not the one"):
        is_founded(BookOrder.from_json(json.dumps({**json.loads(order.as_json()), change: "x"})))


def test_a_folder_made_by_hand_is_taken_as_it_is(order: BookOrder) -> None:
    """A book folder that is already in the output folder is used as it is."""
    order.root.mkdir()
    assert is_founded(order)


def test_options_cannot_be_smuggled_in(order: BookOrder) -> None:
    """A source or collation that looks like an option stays a value."""
    command = init_command(replace(order, source="--help", collation="--json", format="-h"))
    assert command[-2] == "--help"
    assert "--" in command[: command.index("--help")]
    assert {"--collation=--json", "--format=-h"} <= set(command)


def test_scans_of_an_interrupted_init_are_kept(order: BookOrder) -> None:
    """What was brought in stays; the table and the declaration are made again."""
    order.staging.mkdir(parents=True)
    for name in ("pages.csv", "book.toml", "1.png"):
        (order.staging / name).write_text("x", encoding="utf-8")
    init_command(order)
    assert [path.name for path in order.staging.iterdir()] == ["1.png"]
