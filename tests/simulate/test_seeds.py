"""Random generators by name."""

from __future__ import annotations

from formework.simulate.seeds import generator


def test_a_generator_depends_on_seed_and_name_only() -> None:
    """Equal seeds and names give equal draws; any other seed, name or number gives others."""
    names = [(1, "title", 3), (2, "title", 3), (1, "page", 3), (1, "title", 4), (1, "title")]
    draws = [generator(seed, *name).integers(1 << 60) for seed, *name in names]
    assert len(set(draws)) == len(names)
    assert draws[0] == generator(1, "title", 3).integers(1 << 60)
