"""Scans → running titles: acquired, located, read, imported from other tools, cut out."""
