"""Every draw from an explicit seed, and none that depends on the order of work.

Each thing of a book (a title, a page, a sheet) has a generator of its own,
named by words and numbers, so that one page can be made without the others.
"""

from __future__ import annotations

from zlib import crc32

import numpy as np


def generator(seed: int, *name: str | int) -> np.random.Generator:
    """The generator of one named thing: the same name and seed, the same draws.

    >>> generator(1, "title", 3).integers(1000) == generator(1, "title", 3).integers(1000)
    np.True_
    """
    words = [part if isinstance(part, int) else crc32(part.encode()) for part in name]
    return np.random.default_rng([seed, *words])
