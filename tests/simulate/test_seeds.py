"""Random generators by name."""

from __future__ import annotations

from formework.simulate.seeds import generator


def test_a_generator_depends_on_seed_and_name_only() -> None:
    """Equal seeds and names give equal draws; any other seed, name or number gives others."""
    first, again = generator(1, "title", 3), generator(1, "title", 3)
    others = (
        generator(2, "title", 3), generator(1, "page", 3), generator(1, "title", 4),
        generator(1, "title"),
    )  # fmt: skip
    draws = [draw.integers(1 << 60) for draw in (first, *others)]
    assert len(set(draws)) == len(draws)
    assert draws[0] == again.integers(1 << 60)
