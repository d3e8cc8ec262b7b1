"""Formework reconstructs how a hand-press book was printed by tracing its running titles."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from formework.book.folder import open_book
    from formework.kernels.named_kernels import title_distances
    from formework.pipeline import cluster, locate_titles
    from formework.scans.locate.locator import locate
    from formework.scoring import evaluate

__version__ = "0.2.0"
__all__ = [
    "__version__",
    "cluster",
    "evaluate",
    "locate",
    "locate_titles",
    "open_book",
    "title_distances",
]

# Where each public name lives. Imported when first used, so that a command that
# needs none of the heavy libraries does not wait for them.
_HOMES = {
    "cluster": "formework.pipeline",
    "evaluate": "formework.scoring",
    "locate": "formework.scans.locate.locator",
    "locate_titles": "formework.pipeline",
    "open_book": "formework.book.folder",
    "title_distances": "formework.kernels.named_kernels",
}


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(_HOMES[name]), name)
    raise AttributeError(f"module 'formework' has no attribute {name!r}")
