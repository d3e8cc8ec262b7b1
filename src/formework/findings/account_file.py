"""The file of the account, account.md: written whole, and read as a person may have edited it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from formework.book.decisions import read_decisions
from formework.book.file_names import ACCOUNT_MD
from formework.book.plain_files import read_text, write_whole
from formework.findings.account import Account

if TYPE_CHECKING:
    from pathlib import Path


def write_account(root: Path, account: Account) -> None:
    """Write account.md, whole or not at all."""
    write_whole(root / ACCOUNT_MD, account.markdown)


def read_account(root: Path) -> Account:
    """The scholar's own account if there is one, else that of account.md, without headings."""
    own = read_decisions(root).account
    text = own.text if own and own.text else read_text(root / ACCOUNT_MD)
    blocks = [block.strip() for block in text.split("\n\n")]
    tables = [block for block in blocks if block.startswith("|")]
    rows = [_cells(line) for line in tables[0].splitlines()] if tables else []
    paragraphs = (block for block in blocks if block and not block.startswith(("#", "|")))
    return Account(tuple(paragraphs), rows[0] if rows else (), tuple(rows[2:]))


def _cells(line: str) -> tuple[str, ...]:
    return tuple(
        cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")
    )
