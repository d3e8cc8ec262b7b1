"""Formework reads how a hand-press book was printed from its running titles."""

__version__ = "0.1.0"
