"""Simulated books by the names used on the command line."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from formework.errors import InputError, read_choice
from formework.simulate.difficulty import DIFFICULTIES
from formework.simulate.scan import View
from formework.simulate.shapes import SHAPES
from formework.simulate.simulated_book import SimulatedBook, simulate_book
from formework.simulate.universes import UNIVERSES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from formework.simulate.disturbance import Disturbance

_Thing = TypeVar("_Thing")


def order_book(
    shape: str, *, difficulty: str, view: str, universe: str, turned: float | None, seed: int,
    disturbance: Disturbance | None = None,
) -> SimulatedBook:  # fmt: skip
    """Simulate a book whose parts are given by name; `turned` is the share of turned formes."""
    if seed < 0:
        raise InputError(f"seed {seed} is below 0", hint="give 0 or a positive number")
    printed = _named("difficulty", difficulty, DIFFICULTIES)
    if turned is not None:
        printed = replace(printed, turned=turned)
    return simulate_book(
        _named("shape", shape, SHAPES),
        difficulty=printed,
        view=_named("view", view, {str(view): view for view in View}),
        universe=_named("universe", universe, UNIVERSES),
        seed=seed,
        disturbance=disturbance,
    )


def _named(kind: str, name: str, things: Mapping[str, _Thing]) -> _Thing:
    return things[read_choice(kind, name, things)]
