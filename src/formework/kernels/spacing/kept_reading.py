"""A reading as plain arrays, to be kept in a file, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from formework.kernels.spacing.appearance import SortLooks
from formework.kernels.spacing.kind_weights import BookModel
from formework.kernels.spacing.letters import Letter
from formework.kernels.spacing.line import EM, Line
from formework.kernels.spacing.measured import Measured
from formework.kernels.spacing.noise import Found, Noise
from formework.kernels.spacing.pair_evidence import Evidence
from formework.kernels.spacing.register import Registered, cut_patch
from formework.kernels.spacing.text_reading import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeAlias

    from numpy.typing import NDArray

    from formework.ink import Ink

    Arrays: TypeAlias = Mapping[str, NDArray[Any]]

_FULL_INK = 255  # ink from 0 to 1 is kept in steps of 1/255


def pack_reading(reading: Reading) -> dict[str, NDArray[Any]]:
    """The arrays that hold a reading; pieces of different sizes are padded to one."""
    return {
        **_pack_registered(reading.registered),
        **_pack_measured(reading.measured),
        **_pack_model(reading.evidence.model),
        "log_odds": reading.evidence.log_odds,
        "title_noise": reading.evidence.title_noise,
    }


def unpack_reading(arrays: Arrays) -> Reading:
    """The reading these arrays hold. Patches are cut from the strips again."""
    evidence = Evidence(arrays["log_odds"], _unpack_model(arrays), arrays["title_noise"])
    return Reading(_unpack_registered(arrays), _unpack_measured(arrays), evidence)


def _pack_registered(registered: Registered) -> dict[str, NDArray[Any]]:
    strips, strip_sizes = _pack([line.strip for line in registered.lines])
    shapes, shape_sizes = _pack([letter.shape for letter in registered.letters])
    return {
        "strips": np.rint(strips * _FULL_INK).astype(np.uint8),
        "strip_sizes": strip_sizes,
        "to_crop": np.array([line.to_crop for line in registered.lines]).reshape(-1, 2, 3),
        "crop_widths": np.array([line.crop_width for line in registered.lines], dtype=np.intp),
        "shapes": np.rint(shapes * _FULL_INK).astype(np.uint8),
        "shape_sizes": shape_sizes,
        "tops": np.array([letter.top for letter in registered.letters], dtype=np.intp),
        "lefts": np.array([letter.left for letter in registered.letters]),
        "names": np.array([letter.name for letter in registered.letters], dtype=np.str_),
        "places": registered.places,
        "rises": registered.rises,
        "likeness": registered.likeness,
        "omitted": registered.omitted,
    }


def _unpack_registered(arrays: Arrays) -> Registered:
    strips = _unpack_ink(arrays["strips"], arrays["strip_sizes"])
    shapes = _unpack_ink(arrays["shapes"], arrays["shape_sizes"])
    widths = arrays["crop_widths"].tolist()
    letters = tuple(
        map(Letter, shapes, arrays["tops"].tolist(), arrays["lefts"].tolist(),
            arrays["names"].tolist())
    )  # fmt: skip
    places, rises = arrays["places"], arrays["rises"]
    patches = tuple(
        np.stack([
            cut_patch(strip, letter, places[title, number] * EM, -rises[title, number] * EM)
            for title, strip in enumerate(strips)
        ])
        for number, letter in enumerate(letters)
    )  # fmt: skip
    lines = tuple(map(Line, strips, arrays["to_crop"], widths))
    return Registered(lines, letters, places, rises, arrays["likeness"], patches, arrays["omitted"])


def _pack_measured(measured: Measured) -> dict[str, NDArray[Any]]:
    departures, sizes = _pack(measured.departures)
    rectos = measured.found.rectos
    return {
        "usable": measured.found.usable,
        "changing": measured.found.changing,
        "usual_places": measured.found.places,
        "begins_word": measured.found.begins_word,
        "rectos": np.zeros(0, bool) if rectos is None else rectos,
        "departures": departures,
        "departure_sizes": sizes,
        "read": measured.read,
        "pixels_per_em": np.array(measured.pixels_per_em),
    }


def _unpack_measured(arrays: Arrays) -> Measured:
    rectos = arrays["rectos"] if len(arrays["rectos"]) else None
    found = Found(
        arrays["usable"], arrays["changing"], arrays["usual_places"], arrays["begins_word"], rectos
    )
    departures = tuple(_unpack(arrays["departures"], arrays["departure_sizes"]))
    return Measured(
        arrays["places"], arrays["rises"], found, departures, arrays["omitted"],
        arrays["read"], float(arrays["pixels_per_em"]),
    )  # fmt: skip


def _pack_model(model: BookModel | None) -> dict[str, NDArray[Any]]:
    if model is None:
        return {}
    axes, sizes = _pack([looks.axes for looks in model.looks])
    stays, _ = _pack([looks.stays[None, :] for looks in model.looks])
    return {
        "reading_noise": np.array(model.noise.reading),
        "gap_noise": model.noise.gaps,
        "height_noise": model.noise.heights,
        "other_gaps": model.other_gaps,
        "other_heights": model.other_heights,
        "look_axes": axes,
        "look_sizes": sizes,
        "look_stays": stays[:, 0],
    }


def _unpack_model(arrays: Arrays) -> BookModel | None:
    if "reading_noise" not in arrays:
        return None
    axes = _unpack(arrays["look_axes"], arrays["look_sizes"])
    stays = [row[: len(turns)] for row, turns in zip(arrays["look_stays"], axes, strict=True)]
    noise = Noise(float(arrays["reading_noise"]), arrays["gap_noise"], arrays["height_noise"])
    looks = tuple(map(SortLooks, axes, stays))
    return BookModel(noise, arrays["other_gaps"], arrays["other_heights"], looks)


def _pack(pieces: Sequence[NDArray[Any]]) -> tuple[NDArray[np.float64], NDArray[np.intp]]:
    """Pieces in one array, (n, height, width), and the size of each, (n, 2)."""
    sizes = np.array([piece.shape for piece in pieces], dtype=np.intp).reshape(-1, 2)
    height, width = sizes.max(axis=0, initial=0)
    packed = np.zeros((len(pieces), height, width))
    for place, piece in enumerate(pieces):
        packed[place, : piece.shape[0], : piece.shape[1]] = piece
    return packed, sizes


def _unpack(packed: NDArray[Any], sizes: NDArray[np.intp]) -> list[NDArray[Any]]:
    return [packed[place, :height, :width] for place, (height, width) in enumerate(sizes.tolist())]


def _unpack_ink(packed: NDArray[np.uint8], sizes: NDArray[np.intp]) -> list[Ink]:
    return [np.asarray(piece / _FULL_INK, dtype=np.float32) for piece in _unpack(packed, sizes)]
