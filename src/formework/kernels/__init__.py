"""Titles of one text → evidence or distances (0 = the same setting of type)."""
