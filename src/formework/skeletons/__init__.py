"""Distances → skeletons: which sheet sides were printed with the same titles."""
