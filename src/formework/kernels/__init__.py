"""Titles of one text → distances: how unlike two impressions are, 0 for the same setting."""
