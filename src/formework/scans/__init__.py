"""Scans → running titles: sources, detection, what recurs, imports from other tools."""
