"""The press: simulated books whose skeletons are known."""

from formework.simulate.book import SimulatedBook, SimulatedTitle, simulate_book

__all__ = ["SimulatedBook", "SimulatedTitle", "simulate_book"]
