"""Simulated books whose skeletons are known."""

from formework.simulate.simulated_book import SimulatedBook, SimulatedTitle, simulate_book

__all__ = ["SimulatedBook", "SimulatedTitle", "simulate_book"]
