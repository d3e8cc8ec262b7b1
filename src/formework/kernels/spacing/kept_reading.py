"""A reading as plain arrays, to be kept in a file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.letters import Letter
from formework.kernels.spacing.line import EM, Line
from formework.kernels.spacing.measured import measure
from formework.kernels.spacing.pair_evidence import Evidence
from formework.kernels.spacing.register import Registered, cut_patch
from formework.kernels.spacing.text_reading import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from formework.kernels.spacing.type_ink import Ink

_FULL_INK = 255  # ink from 0 to 1 is kept in steps of 1/255


def pack_reading(reading: Reading) -> dict[str, NDArray[Any]]:
    """The arrays that hold a reading. Strips and shapes are padded to one size each."""
    registered = reading.registered
    strips, strip_sizes = _pack_ink([line.strip for line in registered.lines])
    shapes, shape_sizes = _pack_ink([letter.shape for letter in registered.letters])
    return {
        "strips": strips,
        "strip_sizes": strip_sizes,
        "to_crop": np.array([line.to_crop for line in registered.lines]).reshape(-1, 2, 3),
        "shapes": shapes,
        "shape_sizes": shape_sizes,
        "tops": np.array([letter.top for letter in registered.letters], dtype=np.intp),
        "lefts": np.array([letter.left for letter in registered.letters]),
        "places": registered.places,
        "rises": registered.rises,
        "likeness": registered.likeness,
        "log_odds": reading.evidence.log_odds,
        "noise": np.array(reading.evidence.noise),
    }


def unpack_reading(arrays: Mapping[str, NDArray[Any]]) -> Reading:
    """The reading these arrays hold. Patches are cut from the strips again."""
    strips = _unpack_ink(arrays["strips"], arrays["strip_sizes"])
    shapes = _unpack_ink(arrays["shapes"], arrays["shape_sizes"])
    lines = tuple(map(Line, strips, arrays["to_crop"]))
    letters = tuple(
        Letter(shape, int(top), float(left))
        for shape, top, left in zip(shapes, arrays["tops"], arrays["lefts"], strict=True)
    )
    places, rises = arrays["places"], arrays["rises"]
    patches = tuple(
        np.stack([
            cut_patch(strip, letter, places[title, number] * EM, -rises[title, number] * EM)
            for title, strip in enumerate(strips)
        ])
        for number, letter in enumerate(letters)
    )  # fmt: skip
    registered = Registered(lines, letters, places, rises, arrays["likeness"], patches)
    evidence = Evidence(arrays["log_odds"], float(arrays["noise"]))
    return Reading(registered, measure(registered), evidence)


def _pack_ink(inks: Sequence[Ink]) -> tuple[NDArray[np.uint8], NDArray[np.intp]]:
    """Pieces of ink in one array, (n, height, width), and the size of each, (n, 2)."""
    sizes = np.array([ink.shape for ink in inks], dtype=np.intp).reshape(-1, 2)
    height, width = sizes.max(axis=0, initial=0)
    packed = np.zeros((len(inks), height, width), np.uint8)
    for place, ink in enumerate(inks):
        packed[place, : ink.shape[0], : ink.shape[1]] = np.rint(ink * _FULL_INK)
    return packed, sizes


def _unpack_ink(packed: NDArray[np.uint8], sizes: NDArray[np.intp]) -> list[Ink]:
    return [
        np.asarray(packed[place, :height, :width] / _FULL_INK, dtype=np.float32)
        for place, (height, width) in enumerate(sizes.tolist())
    ]
