"""Random generators, each from an explicit seed and a name.

Each object of a book (a title, a page, a sheet) has its own generator, named by
words and numbers, so that one page can be made without the others.
"""

from __future__ import annotations

from zlib import crc32

import numpy as np


def generator(seed: int, *name: str | int) -> np.random.Generator:
    """The generator of a named object: the same seed and name give the same draws.

    >>> generator(1, "title", 3).integers(1000) == generator(1, "title", 3).integers(1000)
    np.True_
    """
    words = [part if isinstance(part, int) else crc32(part.encode()) for part in name]
    return np.random.default_rng([seed, *words])
