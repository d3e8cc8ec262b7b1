"""Formework reads how a hand-press book was printed from its running titles."""

from formework.book.folder import open_book

__version__ = "0.1.0"
__all__ = ["__version__", "open_book"]
