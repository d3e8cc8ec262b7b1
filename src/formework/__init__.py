"""Formework reads how a hand-press book was printed from its running titles."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.book.folder import open_book

__version__ = "0.1.0"
__all__ = ["__version__", "open_book"]

# Where each public name lives. Imported when first used, so that a command that
# needs none of the heavy libraries does not wait for them.
_HOMES = {"open_book": "formework.book.folder"}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'formework' has no attribute {name!r}")
